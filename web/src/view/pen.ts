// The signs of the pen: lines through the centers of cells, borders, crosses and dots.

import { PEN, penColor, spotOf } from '../model/sketch.ts';
import type { Drawing, PenKind, Spot } from '../model/sketch.ts';
import { s } from './dom.ts';

/** Half the width of a cell in the drawing. */
const HALF = 50;

/** The kinds in the order in which they are drawn. */
const KINDS: readonly PenKind[] = ['border', 'line', 'cross', 'dot'];

/** Creates the signs of the pen: borders, then lines, then crosses and dots, each by color. */
export function penElements(size: number, drawing: Drawing): SVGElement[] {
  const paths = new Map<string, string>();
  for (const [key, value] of drawing) {
    for (const [name, sign] of Object.entries(PEN)) {
      if (!(value & sign)) continue;
      const kind = name === 'down' || name === 'up' ? 'line' : (name as PenKind);
      const of = `${kind} ${penColor(value, sign)}`;
      paths.set(of, (paths.get(of) ?? '') + pathOf(spotOf(size, key), sign));
    }
  }
  const rank = (name: string) => KINDS.indexOf(name.split(' ')[0] as PenKind);
  return [...paths]
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, d]) => {
      const [kind, color] = name.split(' ');
      return [
        s('path', { class: `pen-halo pen-${kind}`, d }),
        s('path', { class: `pen pen-${kind} pen-color-${color}`, d }),
      ];
    });
}

/** Returns the path of a sign at a spot. */
function pathOf(spot: Spot, sign: number): string {
  const [x, y] = [spot.x * HALF, spot.y * HALF];
  const isUpright = spot.x % 2 === 1;
  // Lines lead from center to center, and borders across them.
  const across = `M${x - HALF} ${y}H${x + HALF}`;
  const upright = `M${x} ${y - HALF}V${y + HALF}`;
  const isCenter = isUpright && spot.y % 2 === 1;
  const r = isCenter ? 26 : 11;
  const dot = isCenter ? 16 : 10;
  switch (sign) {
    case PEN.line:
      return isUpright ? upright : across;
    case PEN.border:
      return isUpright ? across : upright;
    case PEN.down:
      return `M${x - HALF} ${y - HALF}l100 100`;
    case PEN.up:
      return `M${x - HALF} ${y + HALF}l100 -100`;
    case PEN.cross:
      return `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    default:
      return `M${x - dot} ${y}a${dot} ${dot} 0 1 0 ${2 * dot} 0a${dot} ${dot} 0 1 0 ${-2 * dot} 0z`;
  }
}
