// The text of a file that was chosen, pasted or dropped.

/** The largest file that is read: whoever has more puzzles uses the command. */
const LARGEST_FILE = 4 << 20;

/** The text of a file, in the encoding that its first bytes show. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, LARGEST_FILE).arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
