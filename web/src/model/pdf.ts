// Writes PDF files with shapes, texts and gray pictures. A file has its own fonts, and its texts
// can be searched and copied.
//
//   PdfFile ── page() ──▶ PdfPage ── fill, stroke, text, image
//      └────── bytes() ─▶ objects, table of objects
//
// The origin of a page is its upper left corner, as on the screen. A point is 1/72 inch.

import type { Font } from './font.ts';
import { n, pathOperators } from './pdf-path.ts';

/** A color: red, green, blue, from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The properties of a line. */
export interface PdfStroke {
  readonly color: Rgb;
  readonly width: number;
  readonly dashes?: readonly number[];
  readonly cap?: 'butt' | 'round' | 'square';
  readonly join?: string;
  readonly alpha?: number;
}

/** A text and its place. `x` is its start. */
export interface PdfText {
  readonly content: string;
  readonly x: number;
  /** The line on which the letters stand. */
  readonly y: number;
  readonly size: number;
  readonly font: Font;
}

/** A picture of gray pixels, row by row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** Returns the width of a text, or null if the font lacks a character. */
export function textWidth(font: Font, content: string, size: number): number | null {
  const glyphs = font.glyphsOf(content);
  return glyphs && (glyphs.reduce((sum, glyph) => sum + font.width(glyph), 0) * size) / 1000;
}

/** Returns a text, or its longest start with “…” that is not wider than `room`. */
export function shortened(text: string, room: number, widthOf: (part: string) => number): string {
  if (widthOf(text) <= room) return text;
  const characters = [...text];
  const startOf = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`;
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(startOf(middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return startOf(fits);
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');

/** A page of a file. */
export class PdfPage {
  readonly width: number;
  readonly height: number;
  private readonly file: PdfFile;
  private readonly parts: string[] = [];

  constructor(file: PdfFile, width: number, height: number) {
    this.file = file;
    this.width = width;
    this.height = height;
    this.parts.push(`1 0 0 -1 0 ${n(height)} cm`);
  }

  /** The drawing, as operators. */
  get content(): string {
    return this.parts.join('\n');
  }

  /** Draws inside with other coordinates: (x, y) becomes (a·x + c·y + e, b·x + d·y + f). */
  within(matrix: readonly number[], draw: () => void): void {
    this.parts.push('q', `${matrix.map(n).join(' ')} cm`);
    draw();
    this.parts.push('Q');
  }

  fill(d: string, color: Rgb, alpha = 1): void {
    this.parts.push(`${this.file.alpha(alpha)} ${color.map(n).join(' ')} rg ${pathOperators(d)} f`);
  }

  stroke(d: string, style: PdfStroke): void {
    this.parts.push(`${this.strokeState(style)} ${pathOperators(d)} S`);
  }

  /** Writes a text. Returns `false` if the font lacks a character. */
  text({ content, x, y, size, font }: PdfText, paint: Rgb | PdfStroke, alpha = 1): boolean {
    const glyphs = font.glyphsOf(content);
    if (!glyphs) return false;
    const name = this.file.font(font, content, glyphs);
    const isStroke = 'width' in paint;
    const style = isStroke
      ? `${this.strokeState(paint)} 1 Tr`
      : `${this.file.alpha(alpha)} ${paint.map(n).join(' ')} rg 0 Tr`;
    const shown = glyphs.map(hex).join('');
    this.parts.push(
      `${style} BT /${name} ${n(size)} Tf 1 0 0 -1 ${n(x)} ${n(y)} Tm <${shown}> Tj ET`,
    );
    return true;
  }

  /** Draws a picture with its upper left corner at a point. */
  image(image: GrayImage, x: number, y: number, width: number, height: number): void {
    const name = this.file.image(image);
    this.parts.push(`q ${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm /${name} Do Q`);
  }

  private strokeState({
    color,
    width,
    dashes = [],
    cap = 'butt',
    join,
    alpha = 1,
  }: PdfStroke): string {
    const ends = `${['butt', 'round', 'square'].indexOf(cap)} J ${join === 'round' ? 1 : 0} j`;
    const line = `${n(width)} w ${ends} [${dashes.map(n).join(' ')}] 0 d`;
    return `${this.file.alpha(alpha)} ${color.map(n).join(' ')} RG ${line}`;
  }
}

interface UsedFont {
  readonly name: string;
  readonly font: Font;
  /** The characters of glyphs. */
  readonly used: Map<number, string>;
}

/** A PDF file. */
export class PdfFile {
  private readonly title: string;
  private readonly language: string;
  private readonly pages: PdfPage[] = [];
  private readonly fonts: UsedFont[] = [];
  private readonly alphas: number[] = [];
  private readonly images: GrayImage[] = [];
  private readonly objects: Uint8Array[] = [];

  constructor(title: string, language: string) {
    this.title = title;
    this.language = language;
  }

  /** Adds a page. The size is in points. */
  page(width: number, height: number): PdfPage {
    const page = new PdfPage(this, width, height);
    this.pages.push(page);
    return page;
  }

  /** Returns the name of a font, and keeps the characters that are used. */
  font(font: Font, content: string, glyphs: readonly number[]): string {
    let found = this.fonts.find((one) => one.font === font);
    if (!found) {
      found = { name: `F${this.fonts.length + 1}`, font, used: new Map() };
      this.fonts.push(found);
    }
    for (const [at, character] of [...content].entries()) found.used.set(glyphs[at], character);
    return found.name;
  }

  /** Returns the operator that sets the opacity. */
  alpha(value: number): string {
    const rounded = Math.round(value * 100) / 100;
    if (!this.alphas.includes(rounded)) this.alphas.push(rounded);
    return `/A${this.alphas.indexOf(rounded) + 1} gs`;
  }

  /** Returns the name of a picture. */
  image(image: GrayImage): string {
    return `I${this.images.push(image)}`;
  }

  /** Writes the file. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.objects.length = 0;
    // The catalog and the list of pages refer to later objects.
    const [catalog, tree] = [this.reserve(), this.reserve()];
    const resources = this.add(await this.resources());
    const kids: number[] = [];
    for (const page of this.pages) {
      const content = await this.stream(latin1(page.content));
      kids.push(
        this.add(
          `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${n(page.width)} ${n(page.height)}]` +
            `/Resources ${resources} 0 R/Contents ${content} 0 R>>`,
        ),
      );
    }
    const refs = kids.map((kid) => `${kid} 0 R`).join(' ');
    this.set(tree, `<</Type/Pages/Kids[${refs}]/Count ${kids.length}>>`);
    this.set(
      catalog,
      `<</Type/Catalog/Pages ${tree} 0 R/Lang${literal(this.language)}` +
        '/ViewerPreferences<</DisplayDocTitle true>>>>',
    );
    const info = this.add(`<</Title${literal(this.title)}/Producer${literal('ndoku')}>>`);
    return this.written(catalog, info);
  }

  private async resources(): Promise<string> {
    const fonts: string[] = [];
    for (const font of this.fonts) fonts.push(`/${font.name} ${await this.writeFont(font)} 0 R`);
    const images: string[] = [];
    for (const [at, { width, height, pixels }] of this.images.entries()) {
      const head =
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
        '/ColorSpace/DeviceGray/BitsPerComponent 8';
      images.push(`/I${at + 1} ${await this.stream(pixels, head)} 0 R`);
    }
    const alphas = this.alphas.map((value, at) => `/A${at + 1}<</ca ${value}/CA ${value}>>`);
    const part = (name: string, all: string[]) => `/${name}<<${all.join('')}>>`;
    return `<<${part('Font', fonts)}${part('XObject', images)}${part('ExtGState', alphas)}>>`;
  }

  private async writeFont({ name, font, used }: UsedFont): Promise<number> {
    const file = await this.stream(font.bytes, `/Length1 ${font.bytes.length}`);
    const base = `/BaseFont/Figtree+${name}`;
    const descriptor = this.add(
      `<</Type/FontDescriptor/FontName/Figtree+${name}/Flags 4/FontBBox[${font.box.join(' ')}]` +
        `/ItalicAngle 0/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight 700/StemV 80` +
        `/FontFile2 ${file} 0 R>>`,
    );
    const glyphs = [...used.keys()].sort((a, b) => a - b);
    const widths = glyphs.map((glyph) => `${glyph}[${font.width(glyph)}]`).join('');
    const descendant = this.add(
      `<</Type/Font/Subtype/CIDFontType2${base}/CIDToGIDMap/Identity/W[${widths}]` +
        '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
        `/FontDescriptor ${descriptor} 0 R>>`,
    );
    const unicode = await this.stream(latin1(characterMap(used)));
    return this.add(
      `<</Type/Font/Subtype/Type0${base}/Encoding/Identity-H` +
        `/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    );
  }

  private reserve(): number {
    return this.objects.push(new Uint8Array());
  }

  private set(id: number, content: string): void {
    this.objects[id - 1] = latin1(content);
  }

  private add(content: string): number {
    const id = this.reserve();
    this.set(id, content);
    return id;
  }

  /** Adds compressed bytes. */
  private async stream(bytes: Uint8Array<ArrayBuffer>, head = ''): Promise<number> {
    const packed = await deflate(bytes);
    const start = `<<${head}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    return this.objects.push(joined([latin1(start), packed, latin1('\nendstream')]));
  }

  /** Writes all objects, and the table of their places. */
  private written(catalog: number, info: number): Uint8Array<ArrayBuffer> {
    // The bytes of the second line show programs that the file is binary.
    const parts: Uint8Array[] = [latin1('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n')];
    let length = parts[0].length;
    const table = this.objects.map((object, at) => {
      const place = `${String(length).padStart(10, '0')} 00000 n \n`;
      const part = joined([latin1(`${at + 1} 0 obj\n`), object, latin1('\nendobj\n')]);
      length += part.length;
      parts.push(part);
      return place;
    });
    const size = this.objects.length + 1;
    parts.push(
      latin1(
        `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}` +
          `trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R>>\n` +
          `startxref\n${length}\n%%EOF\n`,
      ),
    );
    return joined(parts);
  }
}

/** Returns the table from glyphs to characters, for search and copy. */
function characterMap(used: ReadonlyMap<number, string>): string {
  const rows = [...used].map(([glyph, character]) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return `<${hex(glyph)}><${units.map(hex).join('')}>`;
  });
  const blocks: string[] = [];
  // A block has at most 100 entries.
  for (let at = 0; at < rows.length; at += 100) {
    const some = rows.slice(at, at + 100);
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def',
    '/CMapName/Adobe-Identity-UCS def/CMapType 2 def',
    '1 begincodespacerange\n<0000><ffff>\nendcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict/CMap defineresource pop end end',
  ].join('\n');
}

/** Returns a text of the document, in UTF-16. */
function literal(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at)));
  return `<feff${units.join('')}>`;
}

const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
