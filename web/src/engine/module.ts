// The interface of a WebAssembly module, see `bindings/ndoku-wasm`.

export interface Exports {
  readonly memory: WebAssembly.Memory;
  /** Reserves bytes for the next call, and returns their address. */
  alloc(length: number): number;
  /**
   * Handles the name of the method and the request in the reserved bytes. Returns 1 for a response
   * and 0 for a problem.
   */
  call(name: number, request: number): number;
  /** Returns the address of the last answer. */
  answer(): number;
  /** Returns the length of the last answer in bytes. */
  answer_length(): number;
}

/** Instantiates a module, which needs no imports. */
export function instantiate(module: WebAssembly.Module): Promise<Exports> {
  return WebAssembly.instantiate(module, {}).then(
    (instance) => instance.exports as unknown as Exports,
  );
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Calls a method. Returns the response or the problem as JSON. */
export function callModule(
  engine: Exports,
  method: string,
  request: string,
): { ok: boolean; json: string } {
  const name = encoder.encode(method);
  const body = encoder.encode(request);
  const address = engine.alloc(name.length + body.length);
  const bytes = new Uint8Array(engine.memory.buffer, address, name.length + body.length);
  bytes.set(name);
  bytes.set(body, name.length);
  const ok = engine.call(name.length, body.length) === 1;
  const json = decoder.decode(
    new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_length()),
  );
  return { ok, json };
}
