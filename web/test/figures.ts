// Prints the speed of the built page: `npm run figures`. Times depend on the machine, so they have no
// limit.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grid, PathResponse } from '../src/engine/api.ts';
import { callModule, instantiate } from '../src/engine/module.ts';
import { digitsOf } from '../src/model/bits.ts';
import { DEFAULTS } from '../src/model/settings.ts';
import { createGame, listPositions } from '../src/model/puzzle.ts';
import { openTab } from './browser/actions.ts';
import { NEWSPAPER } from './browser/photos.ts';
import { EXTREME } from './browser/puzzles.ts';
import { launch, open, serve } from './browser/setup.ts';

const DIST = join(import.meta.dirname, '../../dist');

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
const built = readdirSync(join(DIST, 'assets')).filter((name) => !name.endsWith('.br'));
const find = (pattern: RegExp) => `${url}assets/${built.find((name) => pattern.test(name))!}`;
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

/** A slow connection with the delay of mobile networks, and a processor that is four times slower. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWDOWN = 4;

/** Returns the time from the request of the page to the frame with the first digit, in milliseconds. */
async function timeToFirstDigit(address: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const visited = await context.newPage();
  const session = await context.newCDPSession(visited);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await visited.addInitScript(() => {
    let isWaiting = false;
    const timer = setInterval(() => {
      const cells = document.querySelectorAll<HTMLElement>('#grid [role=gridcell]');
      const cell = [...cells].find((one) => /empty/.test(one.getAttribute('aria-label') ?? ''));
      if (!cell || isWaiting) return;
      isWaiting = true;
      cell.focus();
      cell.dispatchEvent(
        new KeyboardEvent('keydown', { key: '1', code: 'Digit1', bubbles: true, cancelable: true }),
      );
      requestAnimationFrame(() =>
        setTimeout(() => {
          isWaiting = false;
          if (/empty/.test(cell.getAttribute('aria-label') ?? '')) return;
          document.documentElement.dataset.digit = String(performance.now());
          clearInterval(timer);
        }),
      );
    }, 10);
  });
  await visited.goto(address, { waitUntil: 'commit' });
  const found = await visited.waitForSelector('html[data-digit]', { state: 'attached' });
  const time = Number(await found.getAttribute('data-digit'));
  await context.close();
  return time;
}

const photo = await timeOfPhoto();
console.log(
  `\na photograph of ${photo.size}, from its pixels to the puzzle          first   median (ms)`,
);
console.log(
  `${'in a worker, there and back'.padEnd(56)}${photo.first.toFixed(0)} ${photo.median.toFixed(0)}`,
);

/** Returns the time in which a worker reads a photograph of 1600×1200 pixels, in milliseconds. */
async function timeOfPhoto(): Promise<{ size: string; first: number; median: number }> {
  const visited = await open(browser, url);
  const measured = await visited.evaluate(
    async ({ worker, module: of, picture }) => {
      const module = await WebAssembly.compile(await (await fetch(of)).arrayBuffer());
      const runner = new Worker(worker, { type: 'module' });
      runner.postMessage({ module });
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(1600, 1200);
      canvas.getContext('2d')!.drawImage(bitmap, 0, 0, 1600, 1200);
      const times: number[] = [];
      for (let n = 0; n < 7; n++) {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, 1600, 1200);
        const request = { id: n, method: 'read_photo', width: 1600, height: 1200 };
        const since = performance.now();
        const ok = await new Promise((done) => {
          runner.onmessage = (event) => done(event.data.ok);
          runner.postMessage({ ...request, pixels: data.buffer }, [data.buffer]);
        });
        if (!ok) throw new Error('the photograph is not read');
        times.push(performance.now() - since);
      }
      runner.terminate();
      return times;
    },
    {
      worker: find(/^photo-worker.*\.js$/),
      module: find(/^photo.*\.wasm$/),
      picture: readFileSync(NEWSPAPER).toString('base64'),
    },
  );
  await visited.context().close();
  const sorted = [...measured].sort((a, b) => a - b);
  return { size: '1600×1200', first: measured[0], median: sorted[3] };
}

const JIGSAW = '111223141223441223544333545666555666';
console.log('\n1.6 Mbit/s, 150 ms, 4 times slower, without cache   median (ms)');
for (const [name, address] of [
  ['first visit', url],
  ['link to a classic puzzle', `${url}#p=${PUZZLES.hard}`],
  ['link to a jigsaw', `${url}#regions=${JIGSAW}&p=........13.....15..2....3.42........`],
]) {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) times.push(await timeToFirstDigit(address));
  const median = times.sort((a, b) => a - b)[1];
  console.log(`${`from the request to the first digit, ${name}`.padEnd(56)}${median.toFixed(0)}`);
}

/** Returns the time from the press of the button to the frame with the path, in milliseconds. */
async function timeOfPath(): Promise<{ steps: number; time: number }> {
  const visited = await open(browser, `${url}#p=${EXTREME}`);
  await visited.locator('.nm .tag:not([hidden])').waitFor();
  await openTab(visited, 'Path');
  const time = await visited.evaluate(async () => {
    const since = performance.now();
    document.querySelector<HTMLElement>('[data-key=find]')!.click();
    do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    while (!document.querySelector('.steps li'));
    return performance.now() - since;
  });
  const steps = await visited.locator('.steps li').count();
  await visited.context().close();
  return { steps, time };
}

const { steps, time } = await timeOfPath();
console.log(`\na path of ${steps} steps, from the button to the list: ${time.toFixed(0)} ms`);

/** A 25×25 grid without clues. */
const TWENTY_FIVE = Array.from({ length: 25 }, () => Array(25).fill('.').join(' ')).join('\n');
console.log('\nkeys, from the event to the frame after it           median  slowest (ms)');
for (const [name, address] of [
  ['9×9', `${url}#p=${PUZZLES.hard}`],
  ['9×9 with candidates', `${url}#p=${PUZZLES.expert}`],
  ['25×25', `${url}#symbols=dec&p=${encodeURIComponent(TWENTY_FIVE)}`],
]) {
  const keyed = await open(browser, address, {}, (fresh) =>
    fresh.addInitScript((auto) => {
      localStorage.setItem('ndoku.settings', JSON.stringify({ autoCandidates: auto }));
    }, name.includes('candidates')),
  );
  await keyed.waitForTimeout(1500);
  await keyed.locator('#grid [role=gridcell]').first().click({ force: true });
  const times = await keyed.evaluate(async () => {
    const measured: number[] = [];
    const keys = ['ArrowRight', '1', 'ArrowDown', '2', 'Backspace', 'x', '3', 'z', 'ArrowLeft'];
    for (let n = 0; n < 90; n++) {
      const key = keys[n % keys.length];
      const since = performance.now();
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      // The frame draws in a callback; the next task comes after style and layout.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      measured.push(performance.now() - since);
      await new Promise((done) => setTimeout(done, 20));
    }
    return measured.sort((a, b) => a - b);
  });
  const work = await keyed.evaluate(async () => {
    // Without the wait for the screen: the work of an event and its frame.
    const measured: number[] = [];
    for (let n = 0; n < 60; n++) {
      const key = ['ArrowRight', '4', 'Backspace'][n % 3];
      let frame: FrameRequestCallback | null = null;
      const original = window.requestAnimationFrame;
      window.requestAnimationFrame = (run) => ((frame = run), 1);
      const since = performance.now();
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      (frame as FrameRequestCallback | null)?.(since);
      document.body.getBoundingClientRect();
      measured.push(performance.now() - since);
      window.requestAnimationFrame = original;
      await new Promise((done) => setTimeout(done, 5));
    }
    return measured.sort((a, b) => a - b);
  });
  const shown = (list: number[]) =>
    `${list[Math.floor(list.length / 2)].toFixed(1).padStart(9)}${list[list.length - 1].toFixed(1).padStart(9)}`;
  console.log(`${`${name}, with the wait for the screen`.padEnd(46)}${shown(times)}`);
  console.log(`${`${name}, work of event and frame`.padEnd(46)}${shown(work)}`);
  await keyed.context().close();
}
await browser.close();
server.closeAllConnections();
server.close();
