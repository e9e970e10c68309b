// Measures how many classic puzzles per second the WebAssembly module of the page solves in one
// worker, text included. Needs the built page (`cargo xtask web`) and files of the benchmark.
//
//   node dev/bench/lines.mjs web/src/wasm/full.wasm FILE…
//
// `ndoku-bench simd --isa sse2 FILE…` measures the native engine with as many lanes, without text.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The page sends blocks of this length; see web/src/engine/lines.ts. */
const BLOCK = 4096;
/** The best of these rounds counts, because the machine has other work. */
const ROUNDS = 10;

const [module, ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node dev/bench/lines.mjs MODULE FILE…');
  process.exit(2);
}
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const engine = instance.exports;
const encoder = new TextEncoder();
const name = encoder.encode('lines');

/** Solves a block, and returns the answer as bytes of the module. */
function solve(block) {
  const length = name.length + block.length;
  const address = engine.alloc(length);
  const bytes = new Uint8Array(engine.memory.buffer, address, length);
  bytes.set(name);
  bytes.set(block, name.length);
  if (engine.call(name.length, block.length) !== 1) throw new Error('the module has no `lines`');
  return new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_length());
}

for (const file of files) {
  const content = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString();
  const lines = text.match(/^[0-9.]{81}/gm) ?? [];
  const blocks = [];
  for (let at = 0; at < lines.length; at += BLOCK)
    blocks.push(encoder.encode(lines.slice(at, at + BLOCK).join('\n')));
  const unique = blocks.reduce(
    (count, block) => count + solve(block).filter((byte) => byte === '='.charCodeAt(0)).length,
    0,
  );
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    blocks.forEach(solve);
    best = Math.min(best, performance.now() - start);
  }
  const speed = Math.round((lines.length / best) * 1000);
  console.log(`${basename(file)}: ${lines.length} puzzles, ${unique} unique, ${speed} per second`);
}
