// The text of a chosen, pasted or dropped file.

import { EngineError } from '../engine/engine.ts';
import { t } from '../i18n.ts';

/** Maximum size of a file, in MB: a list of a million puzzles. The command `ndoku` reads larger ones. */
const MAX_FILE_MB = 100;
/** Number of first bytes that show whether a file is text. */
const SAMPLE = 4096;
/** Share of characters above which a file is no text. Accents of an old encoding are fewer. */
const MAX_STRANGE = 0.2;

/**
 * Reads a file. Its first bytes show the encoding. Throws an `EngineError` for a file that is too
 * large or no text.
 */
export async function readText(file: File): Promise<string> {
  if (file.size > MAX_FILE_MB * 1e6)
    throw new EngineError({ detail: t('read.large', { size: MAX_FILE_MB }) });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const decode = (part: Uint8Array) => new TextDecoder(encoding).decode(part);
  const sample = decode(bytes.subarray(0, SAMPLE));
  const strange = sample.match(/[\0-\b\uFFFD]/g)?.length ?? 0;
  if (strange > MAX_STRANGE * sample.length) throw new EngineError({ detail: t('read.binary') });
  return decode(bytes);
}
