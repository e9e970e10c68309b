// Solves many lines of 81 characters, in a worker for each core. Each worker has the full module
// and gets one block of lines after the other. See `bindings/ndoku-wasm/src/lines.rs`.

import { t } from '../i18n.ts';
import { EngineError } from './engine.ts';
import type { WorkerRequest, WorkerResponse, WorkerStart } from './messages.ts';

/** Number of lines in a block: enough for the lanes of the engine, and few enough for progress. */
const BLOCK = 4096;
/** Workers need about 20 MB each. */
const MAX_WORKERS = 8;

/** A block of lines and its answer, one line for each. */
export interface Answered {
  /** The first line of the block, from 0. */
  readonly first: number;
  readonly lines: readonly string[];
  /** For each line: `=` and the only solution, `+` for several, `-` for none, `?` for no puzzle. */
  readonly answers: readonly string[];
}

/** Runs one worker until no block is left. */
function work(
  module: WebAssembly.Module,
  next: () => { first: number; lines: readonly string[] } | null,
  done: (block: Answered) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'ndoku-lines',
  });
  return new Promise<void>((resolve, reject) => {
    // What the module says is of no use to a player.
    const fail = () => reject(new EngineError({ detail: t('engine.failed') }));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    let block = next();
    const send = () => {
      if (!block) return resolve();
      const message: WorkerRequest = { id: 0, method: 'lines', request: block.lines.join('\n') };
      worker.postMessage(message);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      if (!data.ok || !block) return fail();
      done({ ...block, answers: data.json.split('\n', block.lines.length) });
      block = next();
      send();
    });
    worker.addEventListener('error', fail);
    const start: WorkerStart = { module };
    worker.postMessage(start);
    send();
  }).finally(() => worker.terminate());
}

/**
 * Solves all lines. `done` gets each block when it is answered, in any order. Rejects with an
 * `EngineError`, or with the reason of an aborted `signal`.
 */
export async function solveLines(
  module: WebAssembly.Module,
  lines: readonly string[],
  done: (block: Answered) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  let at = 0;
  const next = () => {
    if (at >= lines.length) return null;
    const first = at;
    at += BLOCK;
    return { first, lines: lines.slice(first, at) };
  };
  const count = Math.min(
    MAX_WORKERS,
    navigator.hardwareConcurrency || 1,
    Math.ceil(lines.length / BLOCK),
  );
  await Promise.all(Array.from({ length: count }, () => work(module, next, done, signal)));
}
