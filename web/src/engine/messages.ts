// The messages between the page and a worker.

/** The first message to a worker: its module. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
}

/** A request to a worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly method: string;
  readonly request: string;
}

/** A response of a worker, or a problem, as JSON. */
export interface WorkerResponse {
  readonly id: number;
  readonly ok: boolean;
  readonly json: string;
}
