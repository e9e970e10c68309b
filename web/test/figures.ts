// Prints the size and speed of the built page: `npm run figures`. Fails if the first load is too
// large. Times depend on the machine, so they have no limit.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Grid, PathResponse } from '../src/engine/api.ts';
import { callModule, instantiate } from '../src/engine/module.ts';
import { digitsOf } from '../src/model/bits.ts';
import { DEFAULTS } from '../src/model/settings.ts';
import { createGame, listPositions } from '../src/model/puzzle.ts';
import { launch, open, serve } from './browser/setup.ts';

/** Maximum size of the first load in KiB, compressed with Brotli. */
const MAX_FIRST_LOAD_KIB = 245;

const DIST = join(import.meta.dirname, '../../dist');
const all = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter(
  (entry) => entry.isFile() && !entry.name.endsWith('.br'),
);
/** Returns `true` for files after the first load: full engine, dialogs, service worker, icons. */
const isLater = (name: string) => /^full.*\.wasm$|^dialogs.*\.js$|^sw\.js$|\.png$/.test(name);
const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7);
let [first, firstZipped] = [0, 0];
console.log('file                                  KiB    gzip  brotli');
for (const { parentPath, name } of all) {
  const bytes = readFileSync(join(parentPath, name));
  const zipped = gzipSync(bytes, { level: 9 }).length;
  const small = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  if (!isLater(name)) [first, firstZipped] = [first + small, firstZipped + zipped];
  console.log(
    `${name.padEnd(34)}${kib(bytes.length)} ${kib(zipped)} ${kib(small)}${isLater(name) ? '  later' : ''}`,
  );
}
console.log(
  `first load: ${(first / 1024).toFixed(1)} KiB by brotli, ${(firstZipped / 1024).toFixed(1)} KiB by gzip; at most ${MAX_FIRST_LOAD_KIB}`,
);

// Puzzles that `ndoku generate` made, one per level from hard on, and `puzzles/everest.txt`.
const PUZZLES: Record<string, string> = {
  hard: '.8.......9...8..3...6..1.5.4...3.7....16.59....7.9...2.9.8..6...5..4...9.......2.',
  expert: '.6..8.2..4....6..91..47....72........16...52........36....98..39..3....1..8.1..4.',
  everest: readFileSync(join(DIST, '../../puzzles/everest.txt'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n'),
};

/** The full engine. */
const full = await instantiate(
  await WebAssembly.compile(readFileSync(join(DIST, '../src/wasm/full.wasm'))),
);
/** Returns all states of the solution path. The slowest hint is not the first one. */
function listStates(puzzle: string): object[] {
  const grid = JSON.parse(callModule(full, 'read', JSON.stringify({ text: puzzle })).json)
    .puzzles[0] as Grid;
  const { steps } = JSON.parse(
    callModule(full, 'path', JSON.stringify({ puzzle })).json,
  ) as PathResponse;
  const game = createGame(grid);
  const cells = grid.clues.map((_, cell) => cell);
  const all = listPositions(
    game.layout,
    cells.map((cell) => game.digit(cell)),
    game.candidates(DEFAULTS),
    steps,
  );
  return all.map(({ digits, candidates }) => ({
    digits,
    candidates: cells.map((cell) => digitsOf(candidates![cell])),
  }));
}
const states = Object.fromEntries(
  Object.entries(PUZZLES).map(([level, puzzle]) => [level, listStates(puzzle)]),
);

const { url, server } = await serve();
const browser = await launch();
const page = await open(browser, url);
const find = (pattern: RegExp) =>
  `${url}assets/${all.find(({ name }) => pattern.test(name))!.name}`;
const measured = await page.evaluate(
  async ({ worker, modules, puzzles, states: of }) => {
    const results: [what: string, first: number, median: number][] = [];
    for (const [name, address] of modules) {
      const began = performance.now();
      const module = await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
      results.push([`${name}: fetched and compiled`, performance.now() - began, NaN]);
      const runner = new Worker(worker, { type: 'module' });
      runner.postMessage({ module });
      let id = 0;
      const ask = (method: string, request: object) =>
        new Promise<{ ms: number; answer: string; ok: boolean }>((done) => {
          const since = performance.now();
          runner.onmessage = ({ data }) =>
            done({ ms: performance.now() - since, answer: data.json, ok: data.ok });
          runner.postMessage({ id: id++, method, request: JSON.stringify(request) });
        });
      await ask('formats', {});
      for (const [level, puzzle] of Object.entries(puzzles)) {
        for (const method of ['read', 'solve', 'hint', 'path', 'rate']) {
          const times: number[] = [];
          const runs = method === 'path' || method === 'rate' ? 3 : 15;
          for (let n = 0; n < runs; n++) {
            const { ms, ok, answer } = await ask(
              method,
              method === 'read' ? { text: puzzle } : { puzzle },
            );
            if (ok) times.push(ms);
            else if (!answer.includes('unknown-method'))
              results.push([`${method} ${level}: ${answer}`, ms, ms]);
          }
          if (times.length > 0)
            results.push([
              `${name}: ${method}, ${level}`,
              times[0],
              times.sort((a, b) => a - b)[Math.floor(times.length / 2)],
            ]);
        }
        if (name !== 'full') continue;
        let longest = 0;
        for (const state of of[level])
          longest = Math.max(longest, (await ask('hint', { puzzle, state })).ms);
        results.push([`${name}: longest hint of ${of[level].length}, ${level}`, longest, NaN]);
      }
      runner.terminate();
    }
    return results;
  },
  {
    worker: find(/^worker.*\.js$/),
    modules: [
      ['core', find(/^core.*\.wasm$/)],
      ['full', find(/^full.*\.wasm$/)],
    ],
    puzzles: PUZZLES,
    states,
  },
);
console.log('\nin a worker, there and back                first   median (ms)');
for (const [what, once, median] of measured)
  console.log(
    `${what.padEnd(38)}${once.toFixed(1).padStart(9)}${Number.isNaN(median) ? '' : median.toFixed(1).padStart(9)}`,
  );
await browser.close();
server.closeAllConnections();
server.close();
if (first > MAX_FIRST_LOAD_KIB * 1024) {
  console.error(`the first load is larger than ${MAX_FIRST_LOAD_KIB} KiB`);
  process.exitCode = 1;
}
