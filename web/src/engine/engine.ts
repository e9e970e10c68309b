// The engine as the page sees it: one method that takes and gives JSON. There are two of them, WebAssembly in a worker and a server; the page does not know which it has.

export interface Engine {
  /** Asks. The promise is refused with an `EngineError`, or with the reason of `signal` once that is aborted. */
  call(method: string, request: object, signal?: AbortSignal): Promise<unknown>;
}

/** What the engine did not like, with the place where it is known; as RFC 9457 writes it. */
export class EngineError extends Error {
  readonly hint: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(problem: {
    title?: string;
    detail?: string;
    hint?: string;
    line?: number;
    column?: number;
  }) {
    super(problem.detail ?? problem.title ?? 'unknown problem');
    this.name = 'EngineError';
    this.hint = problem.hint;
    this.line = problem.line;
    this.column = problem.column;
  }
}
