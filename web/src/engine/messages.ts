// What the page and its worker say to each other.

/** The module that a worker is to run, and under which name it is asked for. */
export interface Start {
  readonly module: WebAssembly.Module;
}

export interface Question {
  readonly id: number;
  readonly method: string;
  readonly request: string;
}

/** JSON of an answer, or of a problem. */
export interface Reply {
  readonly id: number;
  readonly ok: boolean;
  readonly json: string;
}
