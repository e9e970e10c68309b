// The two engines, without a page: the interface of the module, and problems of a server.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Api } from '../../src/engine/api.ts';
import { EngineError } from '../../src/engine/engine.ts';
import { HttpEngine } from '../../src/engine/http.ts';
import { callModule, instantiate } from '../../src/engine/module.ts';
import { WasmEngine } from '../../src/engine/wasm.ts';
import { plainGrid } from '../../src/model/puzzle.ts';

const MODULES = join(import.meta.dirname, '../../../src/wasm');

/** A classic puzzle. */
const CLASSIC = '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';

test(
  'a classic puzzle is the same with and without the engine',
  { skip: existsSync(join(MODULES, 'core.wasm')) ? false : 'not built' },
  async () => {
    const module = await WebAssembly.compile(readFileSync(join(MODULES, 'core.wasm')));
    const engine = await instantiate(module);
    for (const text of [CLASSIC, CLASSIC.replaceAll('.', '0'), '1'.repeat(81), '.'.repeat(81)]) {
      const { json } = callModule(engine, 'read', JSON.stringify({ text }));
      const { text: _, ...grid } = JSON.parse(json).puzzles[0];
      const { text: __, ...plain } = plainGrid(text, {})!;
      assert.deepEqual(plain, grid);
    }
    assert.equal(plainGrid(CLASSIC.slice(1), {}), null);
    assert.equal(plainGrid(CLASSIC, { diagonals: ['main'] }), null);
    assert.equal(plainGrid(`A${CLASSIC.slice(1)}`, {}), null);
  },
);

/** A puzzle in a format that the small module only detects. */
const CSV = 'puzzle,title\n1.....2..3.....4,small\n';

for (const name of ['core', 'full']) {
  const file = join(MODULES, `${name}.wasm`);
  test(
    `${name}.wasm answers through its four functions`,
    { skip: existsSync(file) ? false : 'not built' },
    async () => {
      const module = await WebAssembly.compile(readFileSync(file));
      assert.deepEqual(WebAssembly.Module.imports(module), [], 'it needs no imports');
      const engine = await instantiate(module);
      const read = callModule(engine, 'read', JSON.stringify({ text: '1.....2..3.....4' }));
      assert.ok(read.ok);
      assert.equal(JSON.parse(read.json).puzzles[0].size, 4);
      const csv = callModule(engine, 'read', JSON.stringify({ text: CSV }));
      assert.ok(csv.ok);
      const { puzzles, errors } = JSON.parse(csv.json);
      if (name === 'full') assert.deepEqual([puzzles[0].size, errors], [4, []]);
      else assert.deepEqual([puzzles, errors[0].type], [[], 'urn:ndoku:not-implemented']);
      const written = callModule(
        engine,
        'convert',
        JSON.stringify({ puzzle: '1.....2..3.....4', to: 'csv' }),
      );
      assert.equal(written.ok, name === 'full');
      if (!written.ok) assert.equal(JSON.parse(written.json).type, 'urn:ndoku:not-implemented');
      const wrong = callModule(engine, 'read', '{');
      assert.equal(wrong.ok, false);
      assert.equal(JSON.parse(wrong.json).status, 400);
      const large = callModule(
        engine,
        'read',
        JSON.stringify({ text: '1.....2..3.....4\n'.repeat(20_000), limit: 3 }),
      );
      assert.ok(large.ok, 'the memory grows');
      assert.equal(JSON.parse(large.json).more, true);
      assert.equal(
        callModule(engine, 'solve', JSON.stringify({ puzzle: '1.....2..3.....4' })).ok,
        name === 'full',
      );
    },
  );
}

test('a server answers, reports problems, is slow, and is gone', async () => {
  const server = createServer((request, answer) => {
    if (request.url === '/v1/slow') return;
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      if (request.url === '/v1/rules')
        answer
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"rules":[{"id":"windoku","summary":""}]}');
      else if (request.url === '/v1/broken') answer.writeHead(502).end('<html>');
      else if (request.url === '/v1/other') answer.writeHead(200).end('<html>');
      else
        answer
          .writeHead(422, { 'content-type': 'application/problem+json' })
          .end(JSON.stringify({ title: 'T', detail: body, hint: 'H', line: 2, column: 3 }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const engine = new HttpEngine(
    new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`),
  );
  const api = new Api(engine);
  assert.deepEqual(await api.rules(), [{ id: 'windoku', summary: '' }]);
  await assert.rejects(api.check({ puzzle: 'x' }), (error: EngineError) => {
    assert.deepEqual(
      [error.message, error.hint, error.line, error.column],
      ['{"puzzle":"x"}', 'H', 2, 3],
    );
    return error instanceof EngineError;
  });
  await assert.rejects(engine.call('broken', {}), EngineError);
  await assert.rejects(engine.call('other', {}), EngineError);
  const stop = new AbortController();
  const slow = engine.call('slow', {}, stop.signal);
  setTimeout(() => stop.abort(new Error('enough')), 20);
  await assert.rejects(slow, /enough/);
  server.closeAllConnections();
  server.close();
  await assert.rejects(engine.call('rules', {}), EngineError);
});

test('a module that could not be loaded is asked for again', async () => {
  const { fetch } = globalThis;
  const asked: string[] = [];
  globalThis.fetch = async (address) => {
    asked.push(String(address));
    throw new TypeError('no connection');
  };
  try {
    const engine = new WasmEngine(new URL('http://page/core'), new URL('http://page/full'));
    for (const method of ['read', 'read', 'solve', 'solve'])
      await assert.rejects(engine.call(method, {}), EngineError);
  } finally {
    globalThis.fetch = fetch;
  }
  assert.deepEqual(
    asked.map((address) => address.slice(-4)),
    ['core', 'core', 'full', 'full'],
  );
});
