// What the reader found in a photograph, the corrections of the player, and whether a camera is
// held steadily. `bindings/ndoku-photo-wasm` has the other side.

/** A place in a picture, in pixels from its top left. */
export type Place = readonly [x: number, y: number];

/** The corners of a grid in a picture, clockwise. */
export type Corners = readonly [Place, Place, Place, Place];

/** The outline of a grid in a frame of the camera. */
export interface Outline {
  readonly corners: Corners;
  /** Number of cells in a row. */
  readonly size: number;
  /** The share of its lines that are there, from 0 to 1. */
  readonly score: number;
}

/** What a doubtful cell may hold instead. */
export interface Alternative {
  /** The digit, or 0 for none. */
  readonly digit: number;
  readonly probability: number;
}

/** The reading of a cell. */
export interface CellReport {
  readonly kind: 'empty' | 'printed' | 'other';
  readonly digit?: number;
  readonly probability: number;
  /** The likeliest first. Missing if the cell is not doubtful. */
  readonly alternatives?: readonly Alternative[];
}

/** The number of solutions of a puzzle. */
export type SolutionCount = 'unique' | 'multiple' | 'none';

/** The answer of the reader for a picture. */
export interface PhotoAnswer {
  /** A digit or `.` for each cell. In a jigsaw, a letter for the region of each cell follows. */
  readonly puzzle: string;
  readonly solutions: SolutionCount;
  readonly report: {
    /** Number of cells in a row. */
    readonly size: number;
    /** One solution, no rival, and no doubtful cell. */
    readonly is_certain: boolean;
    readonly certainty: number;
    /** The names of the doubtful cells, such as `r1c2`. */
    readonly doubtful: readonly string[];
    readonly corners: Corners;
    readonly cells: readonly CellReport[];
  };
  /** The picture of the grid without its perspective: its side in pixels, its margin in cells. */
  readonly rectified: { readonly side: number; readonly margin: number };
}

/** The reasons of the reader for not reading a picture. */
export const PHOTO_PROBLEMS = [
  'too_small',
  'too_dark',
  'no_grid',
  'cut_off',
  'no_digits',
  'few_digits',
  'not_unique',
  'too_many_cells',
  'grids_too_small',
  'no_puzzle',
] as const;

export type PhotoProblem = (typeof PHOTO_PROBLEMS)[number];

/** Returns the size of a picture that is reduced until no side is longer than `longest`. */
export function reduced(
  width: number,
  height: number,
  longest: number,
): { width: number; height: number } {
  const factor = Math.min(1, longest / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
}

/**
 * Returns the function that maps points of a grid to places in the picture. The grid has the size 1
 * and these corners. The map is the one of a perspective.
 */
export function perspective([a, b, c, d]: Corners): (x: number, y: number) => Place {
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [ux, uy, vx, vy] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const area = ux * vy - uy * vx;
  const g = area === 0 ? 0 : (sx * vy - sy * vx) / area;
  const h = area === 0 ? 0 : (ux * sy - uy * sx) / area;
  return (x, y) => {
    const w = 1 + g * x + h * y;
    const at = (n: 0 | 1) =>
      (a[n] + (b[n] - a[n] + g * b[n]) * x + (d[n] - a[n] + h * d[n]) * y) / w;
    return [at(0), at(1)];
  };
}

/**
 * Returns the border of a grid as a path of SVG. With nine cells in a row, it has the lines of the
 * boxes, too.
 */
export function outlinePath({ corners, size }: Pick<Outline, 'corners' | 'size'>): string {
  const place = perspective(corners);
  const point = (x: number, y: number) =>
    place(x, y)
      .map((value) => value.toFixed(1))
      .join(' ');
  const border = `M${corners.map((corner) => corner.map((value) => value.toFixed(1)).join(' ')).join('L')}Z`;
  const lines = (size === 9 ? [1 / 3, 2 / 3] : []).map(
    (at) => `M${point(at, 0)}L${point(at, 1)}M${point(0, at)}L${point(1, at)}`,
  );
  return border + lines.join('');
}

/** Number of frames with the corners at the same place after which a camera is steady. */
const STEADY_FRAMES = 4;
/** Maximum distance between corners at the same place, as a share of the side of the grid. */
const STEADY_DISTANCE = 0.015;

/** Watches the corners of a grid in the frames of a camera. */
export class Steadiness {
  private frames: Corners[] = [];

  /** Takes the corners in the next frame, or null. Returns whether the camera is steady. */
  add(corners: Corners | null): boolean {
    if (!corners) {
      this.frames = [];
      return false;
    }
    const limit = STEADY_DISTANCE * meanSide(corners);
    const isNear = (other: Corners) => distance(other, corners) <= limit;
    this.frames = [...this.frames, corners].slice(-STEADY_FRAMES);
    return this.frames.length === STEADY_FRAMES && this.frames.every(isNear);
  }

  reset(): void {
    this.frames = [];
  }
}

const meanSide = (corners: Corners): number =>
  corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4];
    return sum + Math.hypot(nextX - x, nextY - y) / 4;
  }, 0);

/**
 * Returns the largest distance between the corners of two grids. The first corner is the one nearest
 * to the top left, so that it may be another one in the next frame.
 */
function distance(one: Corners, other: Corners): number {
  const turned = [0, 1, 2, 3].map((turn) =>
    one.map(([x, y], at) => {
      const [otherX, otherY] = other[(at + turn) % 4];
      return Math.hypot(otherX - x, otherY - y);
    }),
  );
  return Math.min(...turned.map((distances) => Math.max(...distances)));
}

/** The puzzle of a photograph while the player checks it. */
export class PhotoPuzzle {
  /** The digits of all cells, or 0. */
  readonly digits: number[];
  /** Cells that the reader calls doubtful. */
  readonly doubtful: readonly number[];
  private readonly read: readonly number[];
  private readonly cells: readonly CellReport[];
  /** The letters of the regions, or nothing. */
  private readonly regions: string;
  /** Cells whose digit the player chose. */
  private readonly chosen = new Set<number>();

  constructor({ puzzle, report }: Pick<PhotoAnswer, 'puzzle' | 'report'>) {
    const count = report.cells.length;
    this.read = Array.from(puzzle.slice(0, count), (symbol) => Number(symbol) || 0);
    this.regions = puzzle.slice(count);
    this.digits = [...this.read];
    this.cells = report.cells;
    this.doubtful = report.cells.flatMap(({ alternatives = [] }, cell) =>
      alternatives.length > 0 ? [cell] : [],
    );
  }

  /** Sets the digit of a cell, or 0. The cell is not doubtful anymore, also with the same digit. */
  set(cell: number, digit: number): void {
    this.digits[cell] = digit;
    this.chosen.add(cell);
  }

  /** The doubtful cells whose digit the player has not chosen. */
  get open(): number[] {
    return this.doubtful.filter((cell) => !this.chosen.has(cell));
  }

  /** Returns the next open cell after a cell, from the start again after the last one, or null. */
  next(cell: number): number | null {
    const { open } = this;
    return open.find((other) => other > cell) ?? open[0] ?? null;
  }

  /** The digits as the reader saw them, where the player has not changed them. */
  get clues(): number[] {
    return this.digits.map((digit, cell) => (digit === this.read[cell] ? digit : 0));
  }

  /** The digits that the player changed. */
  get corrected(): number[] {
    return this.digits.map((digit, cell) => (digit === this.read[cell] ? 0 : digit));
  }

  /** Returns what a doubtful cell may hold, the reading first. Empty for other cells. */
  choices(cell: number): Alternative[] {
    const { probability, alternatives = [] } = this.cells[cell];
    if (alternatives.length === 0) return [];
    return [{ digit: this.read[cell], probability }, ...alternatives];
  }

  /** Returns whether a cell holds something that is not printed, such as handwriting. */
  isWritten(cell: number): boolean {
    return this.cells[cell].kind === 'other';
  }

  /** The puzzle as a line that the engine reads. */
  get text(): string {
    return this.digits.map((digit) => digit || '.').join('') + this.regions;
  }
}
