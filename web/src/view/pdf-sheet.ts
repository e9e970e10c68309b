// The sheet of the print window as a PDF file. The drawings are those of the page, as lines and
// letters. It loads with the fonts when a file is asked for.

import bold from '../../../crates/ndoku-render/font/Figtree-Bold.ttf?url';
import regular from '../../../crates/ndoku-render/font/Figtree-Regular.ttf?url';
import { language } from '../i18n.ts';
import { Font } from '../model/font.ts';
import { PAPERS, slots } from '../model/paper.ts';
import type { PaperName, Slot } from '../model/paper.ts';
import { PdfFile, shortened, textWidth } from '../model/pdf.ts';
import type { GrayImage, PdfPage, PdfStroke, Rgb } from '../model/pdf.ts';
import { t } from './dialog-texts.ts';
import { h } from './dom.ts';
import { inLight, paint, svgOf } from './export.ts';
import type { Fill, Label, StrokeStyle, Surface } from './export.ts';
import type { Figure, Sheet } from './print.ts';

/** The heaviest weight of a text that is set in the regular font. */
const MAX_REGULAR = 550;
const INK: Rgb = [0, 0, 0];
const GRAY: Rgb = [0.35, 0.35, 0.35];
const PUZZLE_TITLE = 12;
const SOLUTION_TITLE = 8;
/** Pixels per point of a title in a script that the fonts lack. */
const SHARPNESS = 5;

interface Fonts {
  readonly regular: Font;
  readonly bold: Font;
}

let loaded: Promise<Fonts> | null = null;

/** Loads the fonts once. */
function loadFonts(): Promise<Fonts> {
  const load = async (url: string) => {
    const response = await fetch(new URL(url, document.baseURI));
    if (!response.ok) throw new Error(t('engine.file'));
    return new Font(new Uint8Array(await response.arrayBuffer()));
  };
  loaded ??= Promise.all([load(regular), load(bold)]).then(([one, other]) => ({
    regular: one,
    bold: other,
  }));
  // Without a connection, the next file tries again.
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** Returns a sheet as a PDF file. */
export async function sheetPdf(
  { puzzles, solutions }: Sheet,
  paper: PaperName,
  title: string,
): Promise<Blob> {
  const fonts = await loadFonts();
  await Promise.all([...puzzles, ...solutions].map(({ drawn }) => drawn));
  // Only the style of elements on the page is known. The style sheet hides this one.
  const host = h('div', { class: 'print-sheet', 'aria-hidden': 'true' });
  host.append(...[...puzzles, ...solutions].map(({ element }) => element));
  document.body.append(host);
  const file = new PdfFile(title, language);
  try {
    inLight(() => {
      addPages(file, fonts, paper, puzzles, PUZZLE_TITLE);
      addPages(file, fonts, paper, solutions, SOLUTION_TITLE, t('print.solutions'));
    });
  } finally {
    host.remove();
  }
  return new Blob([await file.bytes()], { type: 'application/pdf' });
}

function addPages(
  file: PdfFile,
  fonts: Fonts,
  name: PaperName,
  figures: readonly Figure[],
  size: number,
  heading = '',
): void {
  const [width, height] = PAPERS[name];
  if (figures.length === 0) return;
  const hasTitle = figures.some(({ title, number }) => title !== '' || number !== '');
  const places = slots(name, figures.length, {
    title: hasTitle ? 1.7 * size : 0,
    heading: heading ? 34 : 0,
    across: heading ? 3 : null,
  });
  const page = file.page(width, height);
  const { regular: plain, bold: strong } = fonts;
  if (heading) {
    const place = { ...places[0], y: places[0].y - 34 - 1.7 * size, side: width - 2 * places[0].x };
    line(page, strong, heading, place, 16);
  }
  figures.forEach((figure, at) => {
    const place = places[at];
    const { number, title, rating } = figure;
    const gap = 0.6 * size;
    // A long title leaves room for the rating.
    const side = place.side - (rating ? gap + widthOf(plain, rating, size) : 0);
    const name = [number, title].filter(Boolean).join(' ');
    const start = line(page, strong, name, { ...place, side }, size);
    if (rating) line(page, plain, rating, { ...place, x: start + gap }, size, GRAY);
    drawFigure(page, fonts, figure, place);
  });
}

/** Writes a title above a place, not wider than it. Returns its end. */
function line(
  page: PdfPage,
  font: Font,
  title: string,
  { x, y, side }: Slot,
  size: number,
  color = INK,
): number {
  if (!title) return x;
  const content = shortened(title, side, (part) => widthOf(font, part, size));
  const base = y - 0.6 * size;
  if (page.text({ content, x, y: base, size, font }, color))
    return x + widthOf(font, content, size);
  const { image, above } = rasterized(content, size * SHARPNESS);
  const [wide, high] = [image.width / SHARPNESS, image.height / SHARPNESS];
  page.image(image, x, base - above / SHARPNESS, wide, high);
  return x + wide;
}

const systemFont = (size: number): string => `600 ${size}px Figtree, sans-serif`;

/** Returns the width of a text, in a font of the file or in those of the system. */
function widthOf(font: Font, content: string, size: number): number {
  return textWidth(font, content, size) ?? systemWidth(content, size * SHARPNESS) / SHARPNESS;
}

let measure: CanvasRenderingContext2D | null = null;

/** Returns the width of a text in the fonts of the system, in whole pixels. */
function systemWidth(content: string, size: number): number {
  measure ??= document.createElement('canvas').getContext('2d')!;
  measure.font = systemFont(size);
  return Math.max(1, Math.ceil(measure.measureText(content).width));
}

/** Draws a text that the fonts lack with the fonts of the system. */
function rasterized(content: string, size: number): { image: GrayImage; above: number } {
  const canvas = document.createElement('canvas');
  const above = Math.ceil(1.1 * size);
  canvas.width = systemWidth(content, size);
  canvas.height = Math.ceil(1.5 * size);
  const { width, height } = canvas;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.font = systemFont(size);
  context.fillText(content, 0, above);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => data[4 * at]);
  return { image: { width, height, pixels }, above };
}

function drawFigure(page: PdfPage, fonts: Fonts, { element }: Figure, place: Slot): void {
  const drawing = svgOf(element.querySelector<SVGElement>('.drawing')!);
  const [left, top, width] = drawing.getAttribute('viewBox')!.split(' ').map(Number);
  const scale = place.side / width;
  const matrix = [scale, 0, 0, scale, place.x - left * scale, place.y - top * scale];
  page.within(matrix, () => paint(pageSurface(page, fonts), drawing));
}

/** Returns a page as the surface of a drawing. */
function pageSurface(page: PdfPage, fonts: Fonts): Surface {
  const strokeOf = ({ color, ...form }: StrokeStyle): PdfStroke => ({
    ...form,
    color: rgbOf(color),
  });
  const write = (label: Label, fill: Fill | null, style: StrokeStyle | null) => {
    const { content, x, y, size, weight, isCentered } = label;
    const font = weight > MAX_REGULAR ? fonts.bold : fonts.regular;
    const width = textWidth(font, content, size) ?? 0;
    const text = { content, x: isCentered ? x - width / 2 : x, y, size, font };
    if (style) page.text(text, strokeOf(style));
    if (fill) page.text(text, rgbOf(fill.color), fill.alpha);
  };
  return {
    within: (matrix, run) => page.within(matrix, run),
    fill: (d, { color, alpha }) => page.fill(d, rgbOf(color), alpha),
    stroke: (d, style) => page.stroke(d, strokeOf(style)),
    text: write,
  };
}

/** Returns the parts of a computed color. */
function rgbOf(color: string): Rgb {
  const numbers = (color.match(/-?[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = color.startsWith('rgb')
    ? numbers.map((part) => part / 255)
    : numbers;
  return [red, green, blue];
}
