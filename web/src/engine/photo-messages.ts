// The messages between the page and the worker that reads photographs.

/** The first message to the worker: its module. */
export interface PhotoStart {
  readonly module: WebAssembly.Module;
}

/** A picture to look at: the outline of its grid, or its puzzle. */
export interface PhotoRequest {
  readonly id: number;
  readonly method: 'find_grid' | 'read_photo';
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: ArrayBuffer;
}

/** An answer or a problem as JSON, and the picture of the grid if a puzzle was read. */
export interface PhotoResponse {
  readonly id: number;
  readonly ok: boolean;
  readonly json: string;
  readonly rectified: ArrayBuffer | null;
}
