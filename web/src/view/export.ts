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
function inLight<Result>(run: () => Result): Result {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = 'light';
  try {
    return run();
  } finally {
    if (isTheme(before)) dataset.theme = before;
  }
}

/** Returns the drawing of the grid as a picture of its own. */
export function gridSvg(): SVGElement {
  return inLight(() => {
    const drawing = document.querySelector<SVGElement>('#grid .drawing')!;
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
        if (value && value !== DEFAULTS[name])
          target.setAttribute(name, value.replaceAll('"', "'"));
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
  });
}

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
  paint(context, drawing);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

const numberOf = (element: Element, name: string, otherwise = 0): number => {
  const value = parseFloat(element.getAttribute(name) ?? '');
  return Number.isNaN(value) ? otherwise : value;
};

/** Returns the outline of a shape. */
function pathOf(element: Element): Path2D | null {
  const n = (name: string) => numberOf(element, name);
  const path = new Path2D();
  switch (element.tagName) {
    case 'path':
      return new Path2D(element.getAttribute('d') ?? '');
    case 'rect':
      path.roundRect(n('x'), n('y'), n('width'), n('height'), n('rx'));
      return path;
    case 'circle':
      path.arc(n('cx'), n('cy'), n('r'), 0, 2 * Math.PI);
      return path;
    case 'line':
      path.moveTo(n('x1'), n('y1'));
      path.lineTo(n('x2'), n('y2'));
      return path;
    case 'polygon':
      return new Path2D(`M${(element.getAttribute('points') ?? '').replaceAll(' ', 'L')}Z`);
    default:
      return null;
  }
}

function paint(context: CanvasRenderingContext2D, element: Element): void {
  if (['defs', 'clipPath', 'pattern'].includes(element.tagName)) return;
  if (element.getAttribute('display') === 'none') return;
  context.save();
  for (const [, name, values] of (element.getAttribute('transform') ?? '').matchAll(
    /(\w+)\(([^)]*)\)/g,
  )) {
    const [a = 0, b = 0] = values.split(/[ ,]+/).map(Number);
    if (name === 'translate') context.translate(a, b);
    if (name === 'scale') context.scale(a, b || a);
    if (name === 'rotate') context.rotate((a * Math.PI) / 180);
  }
  context.globalAlpha *= numberOf(element, 'opacity', 1);
  const fill = element.getAttribute('fill') ?? 'none';
  const stroke = element.getAttribute('stroke') ?? 'none';
  context.lineWidth = numberOf(element, 'stroke-width', 1);
  context.lineCap = (element.getAttribute('stroke-linecap') ?? 'butt') as CanvasLineCap;
  context.lineJoin = (element.getAttribute('stroke-linejoin') ?? 'miter') as CanvasLineJoin;
  const dashes = (element.getAttribute('stroke-dasharray') ?? '').match(/[\d.]+/g);
  context.setLineDash(dashes ? dashes.map(Number) : []);
  const path = pathOf(element);
  const isPainted = (paint: string) => paint !== 'none' && !paint.startsWith('url');
  if (element.tagName === 'text') {
    const weight = element.getAttribute('font-weight') ?? '400';
    context.font = `${weight} ${numberOf(element, 'font-size', 16)}px Figtree, sans-serif`;
    const anchor = element.getAttribute('text-anchor');
    context.textAlign = anchor === 'middle' ? 'center' : 'left';
    const [x, y] = [numberOf(element, 'x'), numberOf(element, 'y')];
    if (isPainted(stroke)) {
      context.strokeStyle = stroke;
      context.strokeText(element.textContent ?? '', x, y);
    }
    context.fillStyle = fill;
    if (isPainted(fill)) context.fillText(element.textContent ?? '', x, y);
  } else if (path) {
    if (isPainted(fill)) {
      context.fillStyle = fill;
      context.fill(path);
    }
    if (isPainted(stroke)) {
      context.strokeStyle = stroke;
      context.stroke(path);
    }
  }
  if (element.tagName !== 'text') for (const child of element.children) paint(context, child);
  context.restore();
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
