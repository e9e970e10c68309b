// The worker: runs one WebAssembly module, and answers one question after the other.

/// <reference lib="webworker" />
import type { Question, Reply, Start } from './messages.ts';
import { ask, instantiate } from './module.ts';
import type { Exports } from './module.ts';

/** Made by ndoku. */
const PRACTICE =
  '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';

let ready: Promise<Exports> | null = null;

/** Solves a puzzle for nobody. A browser compiles the functions of a module when they are called for the first time, which takes far longer than solving. */
function practise(engine: Exports): void {
  try {
    ask(engine, 'solve', JSON.stringify({ puzzle: PRACTICE }));
  } catch {
    // A question that somebody asks will tell what is wrong.
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<Start | Question>) => {
  if ('module' in data) {
    ready = instantiate(data.module);
    // Who has asked already is answered first.
    ready.then(
      (engine) => setTimeout(practise, 0, engine),
      () => {},
    );
    return;
  }
  let reply: Reply;
  try {
    if (!ready) throw new Error('the engine was not started');
    reply = { id: data.id, ...ask(await ready, data.method, data.request) };
  } catch (error) {
    // A trap: the page gives up this worker and starts another one.
    reply = {
      id: data.id,
      ok: false,
      json: JSON.stringify({ detail: `the engine failed: ${String(error)}`, fatal: true }),
    };
  }
  self.postMessage(reply);
});
