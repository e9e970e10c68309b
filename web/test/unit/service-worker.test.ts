// The service worker: what it stores with a version, what it stores later, and what a new version
// takes over.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SOURCE = readFileSync(join(import.meta.dirname, '../../../src/sw.js'), 'utf8');
const ADDRESS = 'https://example.org/app/';

/** The caches of a browser: the stored addresses by the name of their cache. */
type Stored = Map<string, Set<string>>;

interface Event {
  readonly request?: { url: string; method: string };
  waitUntil?(task: Promise<unknown>): void;
  respondWith?(task: Promise<unknown>): void;
}

/** Runs a version of the worker. Returns the function that sends it an event. */
function start(version: string, files: string[], later: string[], stored: Stored) {
  const fetched: string[] = [];
  const handlers = new Map<string, (event: Event) => void>();
  const urlOf = (wanted: string | { url: string }) =>
    new URL(typeof wanted === 'string' ? wanted : wanted.url, ADDRESS).href;
  const open = async (name: string) => {
    if (!stored.has(name)) stored.set(name, new Set());
    const cache = stored.get(name)!;
    return {
      addAll: async (all: { url: string }[]) => all.forEach((one) => cache.add(urlOf(one))),
      keys: async () => [...cache].map((url) => ({ url })),
      match: async (wanted: string | { url: string }) =>
        cache.has(urlOf(wanted)) ? 'stored' : undefined,
      put: async (one: { url: string }) => void cache.add(urlOf(one)),
    };
  };
  runInNewContext(
    SOURCE.replace('__FILES__', JSON.stringify(files))
      .replace('__LATER__', JSON.stringify(later))
      .replace('__VERSION__', version),
    {
      URL,
      Request: class {
        readonly url: string;
        constructor(file: string) {
          this.url = urlOf(file);
        }
      },
      self: {
        addEventListener: (name: string, run: (event: Event) => void) => handlers.set(name, run),
        location: new URL('sw.js', ADDRESS),
        clients: { claim: async () => {} },
      },
      caches: {
        open,
        keys: async () => [...stored.keys()],
        delete: async (name: string) => stored.delete(name),
      },
      fetch: async ({ url }: { url: string }) => {
        fetched.push(url);
        return { ok: true, clone: () => 'copy' };
      },
    },
  );
  const send = async (name: string, request?: Event['request']): Promise<unknown> => {
    let task: Promise<unknown> | undefined;
    const take = (given: Promise<unknown>) => (task = given);
    handlers.get(name)!({ request, waitUntil: take, respondWith: take });
    return task;
  };
  const get = (path: string) => send('fetch', { url: urlOf(path), method: 'GET' });
  return { send, get, fetched };
}

const addresses = (...paths: string[]) => paths.map((path) => ADDRESS + path);
const LATER = 'assets/photo-AB-_cd12.wasm';
const NEXT = 'assets/photo-Zyxw9876.wasm';

test('the reader of photographs is stored when it is first used', async () => {
  const stored: Stored = new Map();
  const one = start('1', ['./', 'a.js'], [LATER], stored);
  await one.send('install');
  await one.send('activate');
  assert.deepEqual([...stored.get('ndoku-1')!], addresses('', 'a.js'));
  assert.equal(await one.get('a.js'), 'stored');
  await one.get(LATER);
  assert.deepEqual(one.fetched, addresses(LATER));
  assert.equal(await one.get(LATER), 'stored');
  await one.get('v1/solve');
  assert.ok(
    !stored.get('ndoku-1')!.has(`${ADDRESS}v1/solve`),
    'answers of a server are not stored',
  );
});

test('a new version brings the reader to those who have used it', async () => {
  for (const isUsed of [false, true]) {
    const stored: Stored = new Map();
    const one = start('1', ['./', 'a.js'], [LATER], stored);
    await one.send('install');
    if (isUsed) await one.get(LATER);
    const two = start('2', ['./', 'b.js'], [NEXT], stored);
    await two.send('install');
    assert.equal(stored.get('ndoku-2')!.has(ADDRESS + NEXT), isUsed);
    await two.send('activate');
    assert.deepEqual([...stored.keys()], ['ndoku-2']);
    assert.equal(await two.get('./'), 'stored');
  }
});
