// The worker: runs one WebAssembly module, and answers one question after the other.

/// <reference lib="webworker" />
import type { Question, Reply, Start } from './messages.ts';
import { ask, instantiate } from './module.ts';
import type { Exports } from './module.ts';

let ready: Promise<Exports> | null = null;

self.addEventListener('message', async ({ data }: MessageEvent<Start | Question>) => {
  if ('module' in data) {
    ready = instantiate(data.module);
    return;
  }
  let reply: Reply;
  try {
    if (!ready) throw new Error('the engine was not started');
    reply = { id: data.id, ...ask(await ready, data.method, data.request) };
  } catch (error) {
    // A trap: the page gives up this worker and starts another one.
    reply = { id: data.id, ok: false, json: JSON.stringify({ detail: `the engine failed: ${String(error)}`, fatal: true }) };
  }
  self.postMessage(reply);
});
