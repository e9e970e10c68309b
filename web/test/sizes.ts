// Prints the size of the built page: `npm run sizes`. Fails if the first load is too large.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launch, open, serve } from './browser/setup.ts';

/** Maximum size of the first load in KB, compressed with Brotli, font included. */
const MAX_FIRST_LOAD_KB = 280;
/** Maximum size of the reader of photographs in KB, compressed with Brotli. */
const MAX_PHOTO_KB = 400;

const DIST = join(import.meta.dirname, '../../dist');
const all = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter(
  (entry) => entry.isFile() && !entry.name.endsWith('.br'),
);
const firstFiles = await requestedFirst();
/** Returns `true` for files after the first load. The full engine follows when the page is ready. */
const isLater = (name: string) => name.startsWith('full') || !firstFiles.has(name);
const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7);
let [first, firstZipped, reader] = [0, 0, 0];
console.log('file                                  KiB    gzip  brotli');
for (const { parentPath, name } of all) {
  const bytes = readFileSync(join(parentPath, name));
  const zipped = gzipSync(bytes, { level: 9 }).length;
  const small = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  if (/^photo.*\.wasm$/.test(name)) reader = small;
  if (!isLater(name)) [first, firstZipped] = [first + small, firstZipped + zipped];
  console.log(
    `${name.padEnd(34)}${kib(bytes.length)} ${kib(zipped)} ${kib(small)}${isLater(name) ? '  later' : ''}`,
  );
}
console.log(
  `first load: ${(first / 1000).toFixed(1)} KB by brotli, ${(firstZipped / 1000).toFixed(1)} KB by gzip; at most ${MAX_FIRST_LOAD_KB}`,
);

if (first > MAX_FIRST_LOAD_KB * 1000) {
  console.error(`the first load is larger than ${MAX_FIRST_LOAD_KB} KB`);
  process.exitCode = 1;
}
if (reader > MAX_PHOTO_KB * 1000) {
  console.error(`the reader of photographs is larger than ${MAX_PHOTO_KB} KB`);
  process.exitCode = 1;
}

/** Opens the page, and returns the names of the files that it requests until it is ready. */
async function requestedFirst(): Promise<Set<string>> {
  const { url: address, server: files, requests } = await serve();
  const visitor = await launch();
  const visited = await open(visitor, address);
  const names = new Set(requests.map((path) => path.split('/').pop() || 'index.html'));
  await visited.context().close();
  await visitor.close();
  files.closeAllConnections();
  files.close();
  return names;
}
