// Builds static files that work in any folder of any server, and a service worker for offline use.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Writes `sw.js` with the names of all files. Any change gives the cache another name. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // Vite first removes the scripts of style sheets that load later. They would not exist.
      order: 'post',
      handler(_, bundle) {
        const hash = createHash('sha256');
        const files = Object.entries(bundle).map(([name, file]) => {
          hash.update(name).update(file.type === 'asset' ? file.source : file.code);
          return name;
        });
        const own = ['icon.svg', 'manifest.webmanifest'];
        for (const name of own) hash.update(readFileSync(`public/${name}`));
        const source = readFileSync('src/sw.js', 'utf8');
        hash.update(source);
        const names = ['./', ...files, ...own].filter((name) => name !== 'index.html');
        // The reader of photographs is stored when it is first used.
        const isLater = (name: string) => /photo-[^/]*\.wasm$/.test(name);
        const list = (wanted: boolean) =>
          JSON.stringify(names.filter((name) => isLater(name) === wanted).sort());
        const code = source
          .replace('__FILES__', list(false))
          .replace('__LATER__', list(true))
          .replace('__VERSION__', hash.digest('hex').slice(0, 16));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [serviceWorker()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Browsers that support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
  },
});
