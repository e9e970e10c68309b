// The module's interface: a few plain functions, see `bindings/ndoku-wasm`.

export interface Exports {
  readonly memory: WebAssembly.Memory;
  /** Room for so many bytes, which the next call takes over. */
  room(length: number): number;
  /** Answers: the name of the method and its request stand one behind the other in the room. Whether it is an answer (1) or a problem (0). */
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
  const room = engine.room(name.length + body.length);
  const bytes = new Uint8Array(engine.memory.buffer, room, name.length + body.length);
  bytes.set(name);
  bytes.set(body, name.length);
  const ok = engine.call(name.length, body.length) === 1;
  const json = decoder.decode(
    new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_length()),
  );
  return { ok, json };
}
