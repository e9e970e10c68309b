// The signs of the pen: lines through the centers of cells, borders, crosses and dots.

import { PEN, spotOf } from '../model/sketch.ts';
import type { Drawing } from '../model/sketch.ts';
import { s } from './dom.ts';

/** Half the width of a cell in the drawing. */
const HALF = 50;

/** Creates the signs of the pen: borders, then lines, then crosses and dots. */
export function penElements(size: number, drawing: Drawing): SVGElement[] {
  const paths = { border: '', line: '', cross: '', dot: '' };
  for (const [key, signs] of drawing) {
    const spot = spotOf(size, key);
    const [x, y] = [spot.x * HALF, spot.y * HALF];
    const isUpright = spot.x % 2 === 1;
    // Lines lead from center to center, and borders across them.
    const across = `M${x - HALF} ${y}H${x + HALF}`;
    const upright = `M${x} ${y - HALF}V${y + HALF}`;
    if (signs & PEN.line) paths.line += isUpright ? upright : across;
    if (signs & PEN.border) paths.border += isUpright ? across : upright;
    if (signs & PEN.down) paths.line += `M${x - HALF} ${y - HALF}l100 100`;
    if (signs & PEN.up) paths.line += `M${x - HALF} ${y + HALF}l100 -100`;
    const isCenter = isUpright && spot.y % 2 === 1;
    const r = isCenter ? 26 : 11;
    if (signs & PEN.cross)
      paths.cross += `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    const dot = isCenter ? 16 : 10;
    if (signs & PEN.dot)
      paths.dot += `M${x - dot} ${y}a${dot} ${dot} 0 1 0 ${2 * dot} 0a${dot} ${dot} 0 1 0 ${-2 * dot} 0z`;
  }
  return Object.entries(paths)
    .filter(([, d]) => d !== '')
    .flatMap(([kind, d]) => [
      s('path', { class: `pen-halo pen-${kind}`, d }),
      s('path', { class: `pen pen-${kind}`, d }),
    ]);
}
