// The parts of a TrueType font that a PDF file needs: glyphs of characters, their widths, and the
// size of the letters.

/** A font. Lengths are in thousandths of the font size. */
export class Font {
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly box: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  private readonly view: DataView;
  private readonly tables = new Map<string, number>();
  private readonly glyphs = new Map<number, number>();
  private readonly unit: number;
  private readonly metrics: number;

  /** Throws a `RangeError` if the file ends too early. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = view;
    for (let n = 0; n < view.getUint16(4); n++) {
      const at = 12 + 16 * n;
      const name = String.fromCharCode(...bytes.subarray(at, at + 4));
      this.tables.set(name, view.getUint32(at + 8));
    }
    const head = this.table('head');
    this.unit = 1000 / view.getUint16(head + 18);
    this.box = [36, 38, 40, 42].map((at) => this.scaled(view.getInt16(head + at)));
    const hhea = this.table('hhea');
    this.ascent = this.scaled(view.getInt16(hhea + 4));
    this.descent = this.scaled(view.getInt16(hhea + 6));
    this.metrics = view.getUint16(hhea + 34);
    this.readCharacters();
  }

  /** Returns the glyph of a character, or 0 if the font lacks it. */
  glyph(character: string): number {
    return this.glyphs.get(character.codePointAt(0)!) ?? 0;
  }

  /** Returns the glyphs of a text, or null if the font lacks one of them. */
  glyphsOf(text: string): number[] | null {
    const all = [...text].map((character) => this.glyph(character));
    return all.includes(0) ? null : all;
  }

  /** Returns the width of a glyph. */
  width(glyph: number): number {
    const at = this.table('hmtx') + 4 * Math.min(glyph, this.metrics - 1);
    return this.scaled(this.view.getUint16(at));
  }

  private scaled(length: number): number {
    return Math.round(length * this.unit);
  }

  private table(name: string): number {
    const at = this.tables.get(name);
    if (at === undefined) throw new RangeError(`the font has no table ${name}`);
    return at;
  }

  /** Reads the table of characters in the format 4, which all fonts for browsers have. */
  private readCharacters(): void {
    const { view } = this;
    const cmap = this.table('cmap');
    for (let n = 0; n < view.getUint16(cmap + 2); n++) {
      const at = cmap + view.getUint32(cmap + 4 + 8 * n + 4);
      if (view.getUint16(at) !== 4) continue;
      const twice = view.getUint16(at + 6);
      for (let segment = 0; segment < twice; segment += 2)
        this.readSegment(at + 14, twice, segment);
      return;
    }
  }

  private readSegment(ends: number, twice: number, segment: number): void {
    const { view } = this;
    const starts = ends + twice + 2;
    const [end, start] = [view.getUint16(ends + segment), view.getUint16(starts + segment)];
    const shift = view.getUint16(starts + twice + segment);
    const place = starts + 2 * twice + segment;
    const offset = view.getUint16(place);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const found = offset === 0 ? code : view.getUint16(place + offset + 2 * (code - start));
      const glyph = found === 0 ? 0 : (found + shift) & 0xffff;
      if (glyph !== 0) this.glyphs.set(code, glyph);
    }
  }
}
