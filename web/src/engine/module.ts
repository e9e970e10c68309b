// The module's interface: a few plain functions, see `bindings/ndoku-wasm`.

export interface Exports {
  readonly memory: WebAssembly.Memory;
  /** Reserves bytes for the next call, and returns their address. */
  alloc(length: number): number;
  /** Handles the name of the method and the request in the reserved bytes. Returns 1 for a response and 0 for a problem. */
  call(name: number, request: number): number;
  /** Where the text of the last answer stands, and how long it is. */
  answer(): number;
  answer_length(): number;
}

/** Starts a module; it asks for nothing. */
export function instantiate(module: WebAssembly.Module): Promise<Exports> {
  return WebAssembly.instantiate(module, {}).then(
    (instance) => instance.exports as unknown as Exports,
  );
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Asks a question: JSON of an answer, or of a problem. */
export function ask(
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
