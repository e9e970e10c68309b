// The reader of photographs as WebAssembly in a worker of its own. The module loads with the first
// reader. Nothing leaves the device.

import { t } from '../i18n.ts';
import type { Outline, PhotoAnswer } from '../model/photo.ts';
import { EngineError } from './engine.ts';
import type { PhotoRequest, PhotoResponse, PhotoStart } from './photo-messages.ts';
import { compile } from './wasm.ts';
import address from '../wasm/photo.wasm?url';

/** A puzzle that was read, and the picture of its grid without perspective. */
export interface PhotoReading {
  readonly answer: PhotoAnswer;
  readonly rectified: ImageData;
}

/** The reader found no puzzle. The code says why, see `PHOTO_PROBLEMS`. */
export class UnreadableError extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

interface Pending {
  resolve(response: PhotoResponse): void;
  reject(reason: unknown): void;
}

let loaded: Promise<WebAssembly.Module> | null = null;

/** Loads the module once. Without a connection, the next call tries again. */
function load(): Promise<WebAssembly.Module> {
  if (!loaded) {
    const url = new URL(address, document.baseURI);
    loaded = compile(url);
    loaded.then(
      () => storeForOffline(url),
      () => (loaded = null),
    );
  }
  return loaded;
}

/** Fetches the module once more if the service worker came later, so that it stores it. */
function storeForOffline(url: URL): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => void fetch(url).catch(() => {}),
    { once: true },
  );
}

const failed = (): EngineError => new EngineError({ detail: t('engine.failed') });

export class PhotoReader {
  /** Null if the module could not be loaded. The next request tries again. */
  private worker: Promise<Worker> | null = null;
  private readonly pending = new Map<number, Pending>();
  private next = 0;
  private isClosed = false;

  constructor() {
    void this.prepare();
  }

  /** Returns the worker. Without one, loads the module and starts it. */
  private prepare(): Promise<Worker> {
    if (!this.worker) {
      this.worker = load().then((module) => this.start(module));
      // The request that waits for it reports the error.
      this.worker.catch(() => (this.worker = null));
    }
    return this.worker;
  }

  /** Finds the outline of the grid in a picture, or null. */
  async find(picture: ImageData): Promise<Outline | null> {
    const { ok, json } = await this.call('find_grid', picture);
    return ok ? JSON.parse(json) : null;
  }

  /** Reads the puzzle in a picture. Rejects with an `UnreadableError` if there is none. */
  async read(picture: ImageData): Promise<PhotoReading> {
    const { ok, json, rectified } = await this.call('read_photo', picture);
    const answer = JSON.parse(json);
    if (!ok || !rectified) throw new UnreadableError(answer.code, answer.detail);
    const { side } = (answer as PhotoAnswer).rectified;
    return { answer, rectified: new ImageData(new Uint8ClampedArray(rectified), side, side) };
  }

  /** Ends the worker, and what it still does. */
  close(): void {
    this.isClosed = true;
    void this.worker?.then(
      (worker) => worker.terminate(),
      () => {},
    );
    this.rejectAll(new DOMException('canceled', 'AbortError'));
  }

  private async call(
    method: PhotoRequest['method'],
    { width, height, data }: ImageData,
  ): Promise<PhotoResponse> {
    // The worker may end before and after it is ready.
    const worker = this.isClosed ? null : await this.prepare();
    if (!worker || this.isClosed) throw new DOMException('canceled', 'AbortError');
    const id = this.next++;
    const pixels = data.buffer as ArrayBuffer;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      const message: PhotoRequest = { id, method, width, height, pixels };
      worker.postMessage(message, [pixels]);
    });
  }

  private start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), {
      type: 'module',
      name: 'ndoku-photo',
    });
    const start: PhotoStart = { module };
    worker.postMessage(start);
    worker.addEventListener('message', ({ data }: MessageEvent<PhotoResponse>) => {
      const pending = this.pending.get(data.id);
      this.pending.delete(data.id);
      if (data.ok || !data.json.includes('"failed"')) return pending?.resolve(data);
      // The module trapped. The next picture gets another worker.
      pending?.reject(failed());
      this.restart(worker);
    });
    worker.addEventListener('error', () => {
      this.rejectAll(failed());
      this.restart(worker);
    });
    return worker;
  }

  private restart(worker: Worker): void {
    worker.terminate();
    this.rejectAll(new DOMException('canceled', 'AbortError'));
    this.worker = null;
    void this.prepare();
  }

  private rejectAll(reason: unknown): void {
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }
}
