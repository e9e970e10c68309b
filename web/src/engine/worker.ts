// The worker: runs one WebAssembly module, and handles one request after the other.

/// <reference lib="webworker" />
import type { WorkerRequest, WorkerResponse, WorkerStart } from './messages.ts';
import { callModule, instantiate } from './module.ts';
import type { Exports } from './module.ts';

/** A puzzle that ndoku generated. */
const WARMUP_PUZZLE =
  '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';

let ready: Promise<Exports> | null = null;

/**
 * Solves a puzzle and drops the solution. The browser compiles the functions of a module on their
 * first call, which takes far longer than solving.
 */
function warmUp(engine: Exports): void {
  try {
    callModule(engine, 'solve', JSON.stringify({ puzzle: WARMUP_PUZZLE }));
  } catch {
    // The next request reports the error.
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<WorkerStart | WorkerRequest>) => {
  if ('module' in data) {
    ready = instantiate(data.module);
    // Waiting requests come first.
    ready.then(
      (engine) => setTimeout(warmUp, 0, engine),
      () => {},
    );
    return;
  }
  let response: WorkerResponse;
  try {
    if (!ready) throw new Error('the engine was not started');
    response = { id: data.id, ...callModule(await ready, data.method, data.request) };
  } catch (error) {
    // The module trapped. The page terminates this worker and starts another one.
    response = {
      id: data.id,
      ok: false,
      json: JSON.stringify({ detail: String(error), fatal: true }),
    };
  }
  self.postMessage(response);
});
