// The engine as WebAssembly in workers. To cancel a request, the page terminates the worker. The
// next request starts another one.
//
// There are two modules. `core` reads, writes and checks puzzles, which is enough to show and play
// them. It only detects formats of other programs. `full` has all methods and formats. The page
// fetches it in the background after the first puzzle. Each module has its own worker, so that a
// long search does not delay short requests.

import { t } from '../i18n.ts';
import { EngineError } from './engine.ts';
import type { Engine } from './engine.ts';
import type { WorkerRequest, WorkerResponse, WorkerStart } from './messages.ts';

/** The methods of the small module. All are fast. */
const CORE = new Set(['read', 'check', 'convert', 'formats', 'rules']);

/** The type of a problem of the small module that the full one does not have. */
const NOT_IMPLEMENTED = 'urn:ndoku:not-implemented';

/** Returns whether a response reports a puzzle in a format that the small module cannot read. */
function isIncomplete(response: unknown): boolean {
  const { errors = [] } = response as { errors?: { type: string }[] };
  return errors.some((problem) => problem.type === NOT_IMPLEMENTED);
}

interface Pending {
  resolve(response: unknown): void;
  reject(reason: unknown): void;
}

/** A worker with one of the modules. */
class ModuleWorker {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, Pending>();
  readonly module: Promise<WebAssembly.Module>;
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
      const cancel = () => {
        reject(signal?.reason);
        this.pending.delete(id);
        // Other requests to this worker are rejected, too.
        this.terminate(new DOMException('canceled', 'AbortError'));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const removeListener = () => signal?.removeEventListener('abort', cancel);
      this.pending.set(id, {
        resolve: (response) => (removeListener(), resolve(response)),
        reject: (reason) => (removeListener(), reject(reason)),
      });
      const message: WorkerRequest = { id, method, request: JSON.stringify(request) };
      worker.postMessage(message);
    });
  }

  /** Starts the worker before the first request. */
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
    const start: WorkerStart = { module };
    worker.postMessage(start);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      const pending = this.pending.get(data.id);
      this.pending.delete(data.id);
      const body = JSON.parse(data.json);
      // What the module says is of no use to a player.
      if (body.fatal) body.detail = t('engine.failed');
      if (data.ok) pending?.resolve(body);
      else pending?.reject(new EngineError(body));
      if (body.fatal) this.terminate(new EngineError(body));
    });
    worker.addEventListener('error', () =>
      this.terminate(new EngineError({ detail: t('engine.start'), hint: t('engine.reload') })),
    );
    return worker;
  }

  terminate(reason: unknown): void {
    this.worker?.terminate();
    this.worker = null;
    for (const pending of this.pending.values()) pending.reject(reason);
    this.pending.clear();
  }
}

export class WasmEngine implements Engine {
  private core: ModuleWorker | null = null;
  private full: ModuleWorker | null = null;
  private readonly coreUrl: URL;
  private readonly fullUrl: URL;

  constructor(core: URL, full: URL) {
    this.coreUrl = core;
    this.fullUrl = full;
    this.startCore();
  }

  async call(method: string, request: object, signal?: AbortSignal): Promise<unknown> {
    if (CORE.has(method)) {
      try {
        const response = await this.startCore().call(method, request, signal);
        if (!isIncomplete(response)) return response;
      } catch (error) {
        if (!(error instanceof EngineError && error.type === NOT_IMPLEMENTED)) throw error;
      }
    }
    return this.startFull().call(method, request, signal);
  }

  /** Has a worker of its own, because an abort terminates the worker with all its requests. */
  async callAside(method: string, request: object, signal: AbortSignal): Promise<unknown> {
    const worker = new ModuleWorker(this.startFull().module);
    try {
      return await worker.call(method, request, signal);
    } finally {
      worker.terminate(signal.reason);
    }
  }

  fullModule(): Promise<WebAssembly.Module> {
    return this.startFull().module;
  }

  /** Starts to fetch the small module, unless it was started before. */
  private startCore(): ModuleWorker {
    if (!this.core) {
      const module = compile(this.coreUrl);
      // Without a connection, the next request tries again.
      module.catch(() => (this.core = null));
      this.core = new ModuleWorker(module);
    }
    return this.core;
  }

  /** Starts to fetch the full module, unless it was started before. */
  startFull(): ModuleWorker {
    if (!this.full) {
      const module = compile(this.fullUrl);
      // Without a connection, the next request tries again.
      module.catch(() => (this.full = null));
      this.full = new ModuleWorker(module);
      this.full.prepare();
    }
    return this.full;
  }
}

/** Fetches and compiles a module. */
export async function compile(url: URL): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new EngineError({ detail: t('engine.load'), hint: t('engine.connection') });
  }
  if (!response.ok) throw new EngineError({ detail: t('engine.load'), hint: t('engine.reload') });
  // `compileStreaming` would fail if a server does not know the media type of WebAssembly.
  return WebAssembly.compile(await response.arrayBuffer());
}
