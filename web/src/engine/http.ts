// The engine of a server: `POST v1/METHOD`. Problems are `application/problem+json`. To cancel a
// request, the page closes the connection.

import { t } from '../i18n.ts';
import { EngineError } from './engine.ts';
import type { Engine } from './engine.ts';

export class HttpEngine implements Engine {
  private readonly base: URL;

  /** `base` is the address of the methods, such as `http://127.0.0.1:8080/v1/`. */
  constructor(base: URL) {
    this.base = base;
  }

  async call(method: string, request: object, signal?: AbortSignal): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(new URL(method, this.base), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(request),
        signal,
      });
    } catch {
      if (signal?.aborted) throw signal.reason;
      throw new EngineError({ detail: t('engine.server'), hint: t('engine.connection') });
    }
    const body: object | null = await response.json().catch(() => null);
    signal?.throwIfAborted();
    if (!response.ok || !body) throw new EngineError(body ?? { detail: t('engine.server') });
    return body;
  }
}
