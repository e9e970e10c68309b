// The grid as a picture, SVG or PNG, and QR codes. The SVG has all colors and widths in its
// attributes, so that every program shows it as the page does.

import { qrCode } from '../model/qr.ts';
import { s } from './dom.ts';

/** The properties that the style sheets set on shapes. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'paint-order',
];
const TEXT_PROPERTIES = ['font-weight', 'text-anchor', 'font-style'];

/** The values that need no attribute. */
const DEFAULTS: Record<string, string> = {
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-opacity': '1',
  opacity: '1',
  'paint-order': 'normal',
  'font-style': 'normal',
};

/** The parts of the drawing that belong to the screen: selection, washes, begun links. */
const SCREEN_ONLY =
  '.selection, .selection-halo, .focused, .peer, .same, .fits, .unfit, .node-ring, .node-halo';

const isTheme = (theme: string | undefined): theme is string => theme !== undefined;

/** Runs with light colors, as on paper. */
export function inLight<Result>(run: () => Result): Result {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = 'light';
  try {
    return run();
  } finally {
    if (isTheme(before)) dataset.theme = before;
  }
}

/** Returns a drawing of the page with its colors and widths as attributes. */
export function svgOf(drawing: SVGElement): SVGElement {
  const copy = drawing.cloneNode(true) as SVGElement;
  const originals = [...drawing.querySelectorAll<SVGElement>('*')];
  const copies = [...copy.querySelectorAll<SVGElement>('*')];
  originals.forEach((original, at) => {
    const style = getComputedStyle(original);
    const target = copies[at];
    const names = original.tagName === 'text' ? [...PROPERTIES, ...TEXT_PROPERTIES] : PROPERTIES;
    if (['g', 'defs', 'clipPath', 'pattern', 'svg'].includes(original.tagName)) return;
    for (const name of names) {
      const value = style.getPropertyValue(name);
      if (value && value !== DEFAULTS[name]) target.setAttribute(name, value.replaceAll('"', "'"));
    }
    if (style.display === 'none') target.setAttribute('display', 'none');
  });
  for (const target of copies) target.removeAttribute('class');
  originals.forEach((original, at) => {
    if (original.matches(SCREEN_ONLY)) copies[at].remove();
  });
  for (const target of copies)
    if (target.tagName === 'g' && !target.hasChildNodes()) target.remove();
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('font-family', "Figtree, 'Helvetica Neue', Arial, sans-serif");
  copy.setAttribute('width', '900');
  copy.setAttribute('height', '900');
  return copy;
}

/** Returns the drawing of the grid as a picture of its own. */
export const gridSvg = (): SVGElement =>
  inLight(() => svgOf(document.querySelector<SVGElement>('#grid .drawing')!));

/** Returns the text of an SVG file. */
export const svgText = (): string => `${new XMLSerializer().serializeToString(gridSvg())}\n`;

/** Draws an exported SVG on a canvas, in the font of the page. */
export async function gridPng(size: number): Promise<Blob | null> {
  await document.fonts.ready;
  const drawing = gridSvg();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size, size);
  const [x, y, width] = drawing.getAttribute('viewBox')!.split(' ').map(Number);
  context.scale(size / width, size / width);
  context.translate(-x, -y);
  paint(canvasSurface(context), drawing);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

const numberOf = (element: Element, name: string, otherwise = 0): number => {
  const value = parseFloat(element.getAttribute(name) ?? '');
  return Number.isNaN(value) ? otherwise : value;
};

/** The color and form of a line. */
export interface StrokeStyle {
  readonly color: string;
  readonly alpha: number;
  readonly width: number;
  readonly cap: CanvasLineCap;
  readonly join: CanvasLineJoin;
  readonly dashes: readonly number[];
}

/** A text, and the place of its start or middle. */
export interface Label {
  readonly content: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly isCentered: boolean;
}

/** A color and its opacity. */
export interface Fill {
  readonly color: string;
  readonly alpha: number;
}

/** Something that a drawing can be painted on. */
export interface Surface {
  /** Paints with moved, turned or larger coordinates. */
  within(matrix: readonly number[], paint: () => void): void;
  fill(d: string, fill: Fill): void;
  stroke(d: string, style: StrokeStyle): void;
  text(label: Label, fill: Fill | null, style: StrokeStyle | null): void;
}

/** Returns the surface of a canvas. */
function canvasSurface(context: CanvasRenderingContext2D): Surface {
  const withStroke = (style: StrokeStyle, run: () => void) => {
    context.globalAlpha = style.alpha;
    context.strokeStyle = style.color;
    context.lineWidth = style.width;
    context.lineCap = style.cap;
    context.lineJoin = style.join;
    context.setLineDash([...style.dashes]);
    run();
  };
  const withFill = (fill: Fill, run: () => void) => {
    context.globalAlpha = fill.alpha;
    context.fillStyle = fill.color;
    run();
  };
  return {
    within(matrix, run) {
      context.save();
      context.transform(...(matrix as [number, number, number, number, number, number]));
      run();
      context.restore();
    },
    fill: (d, fill) => withFill(fill, () => context.fill(new Path2D(d))),
    stroke: (d, style) => withStroke(style, () => context.stroke(new Path2D(d))),
    text({ content, x, y, size, weight, isCentered }, fill, style) {
      context.font = `${weight} ${size}px Figtree, sans-serif`;
      context.textAlign = isCentered ? 'center' : 'left';
      if (style) withStroke(style, () => context.strokeText(content, x, y));
      if (fill) withFill(fill, () => context.fillText(content, x, y));
    },
  };
}

/** Returns the outline of a shape as the text of a path. */
function pathOf(element: Element): string | null {
  const of = (name: string) => numberOf(element, name);
  switch (element.tagName) {
    case 'path':
      return element.getAttribute('d');
    case 'rect': {
      const [x, y, width, height] = [of('x'), of('y'), of('width'), of('height')];
      const r = Math.min(of('rx'), width / 2, height / 2);
      if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
      const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      const [across, down] = [width - 2 * r, height - 2 * r];
      return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}Z`;
    }
    case 'circle': {
      const r = of('r');
      const half = (dx: number) => `a${r} ${r} 0 0 1 ${dx} 0`;
      return `M${of('cx') - r} ${of('cy')}${half(2 * r)}${half(-2 * r)}Z`;
    }
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'polygon':
      return `M${(element.getAttribute('points') ?? '').trim().replace(/\s+/g, 'L')}Z`;
    default:
      return null;
  }
}

/** Returns the matrix of a `transform` attribute, or null without one. */
function matrixOf(element: Element): readonly number[] | null {
  const text = element.getAttribute('transform');
  if (!text) return null;
  let matrix = new DOMMatrix();
  for (const [, name, values] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0] = values.split(/[ ,]+/).map(Number);
    if (name === 'translate') matrix = matrix.translate(a, b);
    if (name === 'scale') matrix = matrix.scale(a, b || a);
    if (name === 'rotate') matrix = matrix.rotate(a);
  }
  return [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f];
}

const isPainted = (paint: string | null): paint is string =>
  paint !== null && paint !== 'none' && !paint.startsWith('url');

function strokeStyleOf(element: Element, alpha: number): StrokeStyle | null {
  const color = element.getAttribute('stroke');
  if (!isPainted(color)) return null;
  const dashes = (element.getAttribute('stroke-dasharray') ?? '').match(/[\d.]+/g) ?? [];
  return {
    color,
    alpha: alpha * numberOf(element, 'stroke-opacity', 1),
    width: numberOf(element, 'stroke-width', 1),
    cap: (element.getAttribute('stroke-linecap') ?? 'butt') as CanvasLineCap,
    join: (element.getAttribute('stroke-linejoin') ?? 'miter') as CanvasLineJoin,
    dashes: dashes.map(Number),
  };
}

function fillOf(element: Element, alpha: number): Fill | null {
  const color = element.getAttribute('fill');
  return isPainted(color) ? { color, alpha: alpha * numberOf(element, 'fill-opacity', 1) } : null;
}

/** Paints a drawing whose colors and widths are attributes. */
export function paint(surface: Surface, element: Element, above = 1): void {
  if (['defs', 'clipPath', 'pattern'].includes(element.tagName)) return;
  if (element.getAttribute('display') === 'none') return;
  const matrix = matrixOf(element);
  if (matrix) surface.within(matrix, () => paintHere(surface, element, above));
  else paintHere(surface, element, above);
}

function paintHere(surface: Surface, element: Element, above: number): void {
  const alpha = above * numberOf(element, 'opacity', 1);
  const [fill, style] = [fillOf(element, alpha), strokeStyleOf(element, alpha)];
  if (element.tagName === 'text') {
    const label: Label = {
      content: element.textContent ?? '',
      x: numberOf(element, 'x'),
      y: numberOf(element, 'y'),
      size: numberOf(element, 'font-size', 16),
      weight: numberOf(element, 'font-weight', 400),
      isCentered: element.getAttribute('text-anchor') === 'middle',
    };
    return surface.text(label, fill, style);
  }
  const d = pathOf(element);
  if (d !== null && fill) surface.fill(d, fill);
  if (d !== null && style) surface.stroke(d, style);
  for (const child of element.children) paint(surface, child, alpha);
}

/** Draws the QR code of a text, with its quiet zone. Returns null for a text that is too long. */
export function qrDrawing(text: string, label: string): SVGElement | null {
  const rows = qrCode(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const d = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : [])))
    .join('');
  return s(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label },
    s('rect', { class: 'qr-paper', width: size, height: size }),
    s('path', { class: 'qr-dark', d, 'shape-rendering': 'crispEdges' }),
  );
}
