// Paths of SVG as operators of PDF. All curves of PDF are cubic.

type Point = readonly [x: number, y: number];

/** Formats a number of a PDF file. */
export const n = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Number of arguments of each command. */
const COUNTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, T: 2, A: 7, Z: 0 };

/** Returns the operators of a path. Its arcs are those of circles. */
export function pathOperators(d: string): string {
  const writer = new PathWriter();
  for (const [, command, rest] of d.matchAll(/([mlhvcqtaz])([^mlhvcqtaz]*)/gi)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi) ?? []).map(Number);
    const kind = command.toUpperCase();
    const count = COUNTS[kind];
    if (count === 0) writer.close();
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      // Further points after a move are lines.
      const now = kind === 'M' && at > 0 ? 'L' : kind;
      writer.add(now, numbers.slice(at, at + count), command !== kind);
    }
  }
  return writer.parts.join(' ');
}

class PathWriter {
  readonly parts: string[] = [];
  private at: Point = [0, 0];
  private start: Point = [0, 0];
  /** The control point of a quadratic curve that ends here. */
  private control: Point | null = null;

  close(): void {
    this.parts.push('h');
    this.at = this.start;
    this.control = null;
  }

  /** Adds a command with its arguments. */
  add(kind: string, numbers: readonly number[], isRelative: boolean): void {
    const from = this.at;
    const [baseX, baseY] = isRelative ? from : [0, 0];
    const point = (first: number): Point => [numbers[first] + baseX, numbers[first + 1] + baseY];
    const { control } = this;
    this.control = null;
    switch (kind) {
      case 'M':
        this.start = point(0);
        return this.to(this.start, 'm');
      case 'L':
        return this.to(point(0), 'l');
      case 'H':
        return this.to([numbers[0] + baseX, from[1]], 'l');
      case 'V':
        return this.to([from[0], numbers[0] + baseY], 'l');
      case 'C':
        return this.curve(point(0), point(2), point(4));
      case 'Q':
        return this.quadratic(point(0), point(2));
      case 'T':
        return this.quadratic(
          control ? [2 * from[0] - control[0], 2 * from[1] - control[1]] : from,
          point(0),
        );
      case 'A':
        return this.arc(numbers[0], numbers[3] === 1, numbers[4] === 1, point(5));
    }
  }

  private to(end: Point, operator: string): void {
    this.at = end;
    this.parts.push(`${n(end[0])} ${n(end[1])} ${operator}`);
  }

  private curve(one: Point, two: Point, end: Point): void {
    this.at = end;
    this.parts.push(`${[...one, ...two, ...end].map(n).join(' ')} c`);
  }

  private quadratic(control: Point, end: Point): void {
    const toward = ([x, y]: Point): Point => [
      x + (2 / 3) * (control[0] - x),
      y + (2 / 3) * (control[1] - y),
    ];
    this.curve(toward(this.at), toward(end), end);
    this.control = control;
  }

  /** Adds the arc of a circle, as curves of at most a quarter each. */
  private arc(least: number, isLarge: boolean, isClockwise: boolean, end: Point): void {
    const [x, y] = this.at;
    const half: Point = [(x - end[0]) / 2, (y - end[1]) / 2];
    const square = half[0] ** 2 + half[1] ** 2;
    const radius = Math.max(least, Math.sqrt(square));
    const side = Math.sqrt(Math.max(0, radius ** 2 - square) / (square || 1));
    const sign = isLarge === isClockwise ? -side : side;
    const [cx, cy] = [sign * half[1] + x - half[0], -sign * half[0] + y - half[1]];
    const first = Math.atan2(y - cy, x - cx);
    let turn = Math.atan2(end[1] - cy, end[0] - cx) - first;
    if (isClockwise && turn <= 0) turn += 2 * Math.PI;
    if (!isClockwise && turn >= 0) turn -= 2 * Math.PI;
    const count = Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-6);
    const reach = (4 / 3) * Math.tan(turn / count / 4);
    for (let part = 0; part < count; part++) {
      const [a, b] = [part, part + 1].map((at) => first + (turn * at) / count);
      const on = (angle: number, away: number): Point => [
        cx + radius * (Math.cos(angle) - away * Math.sin(angle)),
        cy + radius * (Math.sin(angle) + away * Math.cos(angle)),
      ];
      this.curve(on(a, reach), on(b, -reach), on(b, 0));
    }
  }
}
