// The text of a chosen, pasted or dropped file.

/** Maximum size of a file, in bytes. The command `ndoku` reads larger ones. */
const MAX_FILE_BYTES = 4 << 20;

/** Reads a file. Its first bytes show the encoding. */
export async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES).arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
