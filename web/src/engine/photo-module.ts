// The interface of the module that reads photographs, see `bindings/ndoku-photo-wasm`.

import type { PhotoRequest, PhotoResponse } from './photo-messages.ts';

export interface PhotoExports {
  readonly memory: WebAssembly.Memory;
  /** Reserves bytes for the pixels of the next picture, and returns their address. */
  alloc(length: number): number;
  /** Finds the outline of a grid. Returns 1 for an answer and 0 for a problem. */
  find_grid(width: number, height: number): number;
  /** Reads the puzzle. Returns 1 for an answer and 0 for a problem. */
  read_photo(width: number, height: number): number;
  /** Returns the address of the last answer. */
  answer(): number;
  /** Returns the length of the last answer in bytes. */
  answer_length(): number;
  /** Returns the address of the picture of the grid. */
  rectified(): number;
  /** Returns its length in bytes; 0 after a problem. */
  rectified_length(): number;
}

/** Instantiates the module, which needs no imports. */
export function instantiatePhoto(module: WebAssembly.Module): Promise<PhotoExports> {
  return WebAssembly.instantiate(module, {}).then(
    (instance) => instance.exports as unknown as PhotoExports,
  );
}

/** Hands a picture to the module. Returns the answer or the problem. */
export function callPhoto(
  reader: PhotoExports,
  { method, width, height, pixels }: Omit<PhotoRequest, 'id'>,
): Omit<PhotoResponse, 'id'> {
  const address = reader.alloc(pixels.byteLength);
  new Uint8Array(reader.memory.buffer, address).set(new Uint8Array(pixels));
  const ok = reader[method](width, height) === 1;
  const { buffer } = reader.memory;
  const json = new TextDecoder().decode(
    new Uint8Array(buffer, reader.answer(), reader.answer_length()),
  );
  const from = reader.rectified();
  const length = reader.rectified_length();
  return { ok, json, rectified: length > 0 ? buffer.slice(from, from + length) : null };
}
