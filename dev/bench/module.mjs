// Measures the WebAssembly module of the page in one worker, text included: classic puzzles in
// batches, or exact counts. Needs the built page (`cargo xtask web`).
//
//   node dev/bench/module.mjs [--browser CHROMIUM] lines|count web/src/wasm/full.wasm FILE…
//
// Node compiles the module by default. With `--browser`, the program CHROMIUM does it, in a worker
// of a page: newer versions of V8 make faster code. The native engines beside it, without text:
//
//   ndoku-bench simd --isa sse2 FILE…
//   ndoku-bench counts --isa sse2 FILE…

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The page sends blocks of this many lines; see web/src/engine/lines.ts. */
const BLOCK = 4096;

/**
 * Calls a method of the module with each request, in several rounds. Returns the answers, and the
 * milliseconds of each request in each round. It uses nothing outside itself, so that a worker can
 * run its text.
 */
async function callAll({ module, method, requests, rounds }) {
  const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
  const engine = (await WebAssembly.instantiate(bytes)).instance.exports;
  const encoder = new TextEncoder();
  const name = encoder.encode(method);
  const encoded = requests.map((request) => encoder.encode(request));
  const call = (request) => {
    const length = name.length + request.length;
    const address = engine.alloc(length);
    const input = new Uint8Array(engine.memory.buffer, address, length);
    input.set(name);
    input.set(request, name.length);
    const hasAnswer = engine.call(name.length, request.length) === 1;
    const output = new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_length());
    if (!hasAnswer) throw new Error(new TextDecoder().decode(output));
    return output;
  };
  const answers = encoded.map((request) => new TextDecoder().decode(call(request)));
  const times = Array.from({ length: rounds }, () =>
    encoded.map((request) => {
      const start = performance.now();
      call(request);
      return performance.now() - start;
    }),
  );
  return { answers, times };
}

/**
 * Opens a page of a browser. Returns a function that runs `callAll` in a worker of the page, and one
 * that closes the browser.
 */
async function openPage(executablePath) {
  const web = createRequire(new URL('../../web/package.json', import.meta.url));
  const { chromium } = web('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const source = `${callAll}
    const fail = (error) => postMessage({ error: String(error) });
    onmessage = ({ data }) => callAll(data).then(postMessage, fail);`;
  const runInWorker = ({ source, input }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      worker.onmessage = ({ data }) => {
        worker.terminate();
        if (data.error) reject(new Error(data.error));
        else resolve(data);
      };
      worker.postMessage(input);
    });
  return {
    callAll: (input) => page.evaluate(runInWorker, { source, input }),
    end: () => browser.close(),
  };
}

/** Returns the sum of numbers. */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** For each method, its requests for lines, and a text about the answers and times. */
const METHODS = {
  lines: {
    rounds: 10,
    requests: (lines) =>
      Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, block) =>
        lines.slice(block * BLOCK, (block + 1) * BLOCK).join('\n'),
      ),
    report(lines, answers, times) {
      const unique = answers.join('').split('=').length - 1;
      // The best round counts, because the machine has other work.
      const best = Math.min(...times.map(sum));
      return `${unique} unique, ${Math.round((lines.length / best) * 1000)} per second`;
    },
  },
  count: {
    rounds: 3,
    requests: (lines) => lines.map((puzzle) => JSON.stringify({ puzzle })),
    report(lines, answers, times) {
      const exact = answers.filter((answer) => JSON.parse(answer).exact).length;
      const best = lines.map((_, line) => Math.min(...times.map((round) => round[line])));
      const mean = sum(best) / lines.length;
      return `${exact} exact, mean ${mean.toFixed(1)} ms, longest ${Math.max(...best).toFixed(1)} ms`;
    },
  },
};

const options = process.argv.slice(2);
const chromium = options[0] === '--browser' ? options.splice(0, 2)[1] : undefined;
const [method, path, ...files] = options;
if (files.length === 0 || !Object.hasOwn(METHODS, method)) {
  console.error('usage: node dev/bench/module.mjs [--browser CHROMIUM] lines|count MODULE FILE…');
  process.exit(2);
}
const { rounds, requests, report } = METHODS[method];
const module = readFileSync(path).toString('base64');
const runner = chromium === undefined ? { callAll, end() {} } : await openPage(chromium);
for (const file of files) {
  const content = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString();
  const lines = text.match(/^[0-9.]{81}/gm) ?? [];
  const input = { module, method, requests: requests(lines), rounds };
  const { answers, times } = await runner.callAll(input);
  console.log(`${basename(file)}: ${lines.length} puzzles, ${report(lines, answers, times)}`);
}
await runner.end();
