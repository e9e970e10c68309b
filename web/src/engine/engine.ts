// The interface of an engine. There are two: WebAssembly in a worker, and a server.

import { t } from '../i18n.ts';
import type { Problem } from './api.ts';

export interface Engine {
  /** Calls a method. Rejects with an `EngineError`, or with the reason of an aborted `signal`. */
  call(method: string, request: object, signal?: AbortSignal): Promise<unknown>;
  /** The same beside all other requests, which an abort does not cancel. */
  callAside?(method: string, request: object, signal: AbortSignal): Promise<unknown>;
  /** Returns the module with all methods, for further workers. A server has none. */
  fullModule?(): Promise<WebAssembly.Module>;
}

/** A problem of a request, as in RFC 9457. */
export class EngineError extends Error {
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly hint: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? t('engine.unknown'));
    this.name = 'EngineError';
    this.type = problem.type;
    this.title = problem.title;
    this.hint = problem.hint ?? undefined;
    this.line = problem.line ?? undefined;
    this.column = problem.column ?? undefined;
  }
}
