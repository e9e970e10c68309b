// The engine as WebAssembly in workers. Nothing but ending a worker can stop a computation in it: that is what cancelling does; the next question starts another one.
//
// There are two modules. `core` reads, writes and checks: all that it takes to show a puzzle and to play it. `full` can everything, and is fetched in the background as soon
// as the first puzzle is there. Each has a worker of its own, so that a long search does not hold up what is quick.

import { EngineError } from './engine.ts';
import type { Engine } from './engine.ts';
import type { Question, Reply, Start } from './messages.ts';

/** What the small module can do; none of it lasts. */
const CORE = new Set(['read', 'check', 'convert', 'formats', 'rules']);

interface Pending {
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
}

/** A worker with one of the modules. */
class Runner {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly module: Promise<WebAssembly.Module>;
  private next = 0;

  constructor(module: Promise<WebAssembly.Module>) {
    this.module = module;
  }

  async call(method: string, request: object, signal?: AbortSignal): Promise<unknown> {
    const module = await this.module;
    signal?.throwIfAborted();
    const worker = (this.worker ??= this.start(module));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        reject(signal?.reason);
        this.pending.delete(id);
        // Others that wait for the same worker are asked again.
        this.end(new DOMException('cancelled', 'AbortError'));
      };
      signal?.addEventListener('abort', stop, { once: true });
      const settled = () => signal?.removeEventListener('abort', stop);
      this.pending.set(id, {
        resolve: (answer) => (settled(), resolve(answer)),
        reject: (reason) => (settled(), reject(reason)),
      });
      const question: Question = { id, method, request: JSON.stringify(request) };
      worker.postMessage(question);
    });
  }

  /** Starts the worker before it is asked. */
  prepare(): void {
    this.module.then(
      (module) => (this.worker ??= this.start(module)),
      () => {},
    );
  }

  private start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: 'ndoku',
    });
    const start: Start = { module };
    worker.postMessage(start);
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const pending = this.pending.get(data.id);
      this.pending.delete(data.id);
      const body = JSON.parse(data.json);
      if (data.ok) pending?.resolve(body);
      else pending?.reject(new EngineError(body));
      if (body.fatal) this.end(new EngineError(body));
    });
    worker.addEventListener('error', (event) =>
      this.end(new EngineError({ detail: event.message || 'the worker could not be started' })),
    );
    return worker;
  }

  private end(reason: unknown): void {
    this.worker?.terminate();
    this.worker = null;
    for (const pending of this.pending.values()) pending.reject(reason);
    this.pending.clear();
  }
}

export class WasmEngine implements Engine {
  private readonly core: Runner;
  private full: Runner | null = null;
  private readonly fullAt: URL;

  constructor(core: URL, full: URL) {
    this.core = new Runner(compile(core));
    this.fullAt = full;
  }

  call(method: string, request: object, signal?: AbortSignal): Promise<unknown> {
    return (CORE.has(method) ? this.core : this.startFull()).call(method, request, signal);
  }

  /** Fetches the full module, if that has not begun. */
  startFull(): Runner {
    if (!this.full) {
      const module = compile(this.fullAt);
      // Without a connection it is tried again when it is wanted.
      module.catch(() => (this.full = null));
      this.full = new Runner(module);
      this.full.prepare();
    }
    return this.full;
  }
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch {
    throw new EngineError({
      detail: 'the engine cannot be fetched',
      hint: 'is there a connection?',
    });
  }
  if (!answer.ok)
    throw new EngineError({
      detail: `the engine cannot be fetched: ${answer.status} ${answer.statusText}`,
    });
  // A server that does not know the type of the file would make `compileStreaming` refuse it.
  return WebAssembly.compile(await answer.arrayBuffer());
}
