// Starts the page: chooses the engine and opens the puzzle of the address, the latest game, or a
// first puzzle.

import { App } from './app.ts';
import { Api } from './engine/api.ts';
import type { Grid } from './engine/api.ts';
import type { Engine } from './engine/engine.ts';
import { HttpEngine } from './engine/http.ts';
import { WasmEngine } from './engine/wasm.ts';
import core from './wasm/core.wasm?url';
import full from './wasm/full.wasm?url';
import { language, t } from './i18n.ts';
import { LARGEST } from './model/layout.ts';
import { fromFragment } from './model/share.ts';
import type { Shared } from './model/share.ts';
import { games } from './store.ts';
import { Page } from './view/page.ts';
import './style/themes.css';
import './style/page.css';
import './style/grid.css';
import './style/windows.css';
import './style/narrow.css';
import './style/print.css';

/** What a newcomer sees; made by ndoku. */
const FIRST = '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';

/** `?engine=http` asks the server that the page comes from; the policy of the page allows no other. */
function chooseEngine(): Engine {
  if (new URLSearchParams(location.search).get('engine') === 'http')
    return new HttpEngine(new URL('v1/', document.baseURI));
  return new WasmEngine(new URL(core, document.baseURI), new URL(full, document.baseURI));
}

/** Without a service worker, the page works while there is a connection. */
function keepOffline(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
}

async function start(): Promise<void> {
  document.documentElement.lang = language;
  const engine = chooseEngine();
  const api = new Api(engine);
  const root = document.querySelector<HTMLElement>('#page')!;
  const wanted = fromFragment(location.hash);
  const [, last] = games()[0] ?? [];
  const candidates: Shared[] = [];
  if (wanted) candidates.push(wanted);
  if (last && !wanted)
    candidates.push({ puzzle: last.text, layout: last.layout, state: last.state });
  candidates.push({ puzzle: FIRST, layout: {}, state: null });
  let trouble: unknown = null;
  for (const { puzzle, layout, state } of candidates) {
    let grid: Grid | undefined;
    try {
      const { puzzles, errors } = await api.read(puzzle, layout, 1);
      grid = puzzles[0];
      trouble ??= errors[0] ? new Error(errors[0].detail) : null;
    } catch (error) {
      trouble ??= error;
    }
    if (grid && grid.size > LARGEST) trouble ??= new Error(t('open.large', { size: LARGEST }));
    if (!grid || grid.size > LARGEST) continue;
    const first = grid;
    const page = new Page(root, (listener) => new App(api, first, listener));
    await page.app.open(first, { state, quiet: true });
    if (trouble) page.app.failed(trouble);
    window.addEventListener('hashchange', () => {
      const next = fromFragment(location.hash);
      if (next)
        page.app
          .openText(next.puzzle, next.layout, next.state)
          .catch((error) => page.app.failed(error));
    });
    document.documentElement.dataset.ready = '';
    // The rest comes when the page is there: first the whole engine, then what it takes to work offline.
    if (engine instanceof WasmEngine) setTimeout(() => engine.startFull(), 300);
    setTimeout(keepOffline, 2000);
    return;
  }
  throw trouble;
}

start().catch((error: unknown) => {
  const root = document.querySelector('#page')!;
  root.textContent = t('say.failed', {
    why: error instanceof Error ? error.message : String(error),
  });
});
