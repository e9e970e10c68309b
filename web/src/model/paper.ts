// Sizes of paper, and the places of puzzles on a page. Lengths are in points, 1/72 inch.

export const PAPERS = {
  a4: [595.28, 841.89],
  letter: [612, 792],
  a5: [419.53, 595.28],
} as const;

export type PaperName = keyof typeof PAPERS;

/** The margin of a page, the gap between puzzles, and the largest width of a puzzle. */
const MARGIN = 42.5;
const GAP = 22;
const MAX_SIDE = 460;

/** The place of a square drawing: its upper left corner and its width. */
export interface Slot {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export interface SlotOptions {
  /** The height of the title above each puzzle. */
  readonly title: number;
  /** The height of the heading of the page. */
  readonly heading: number;
  /** Number of columns, or null for those that give the largest drawings. */
  readonly across: number | null;
}

/** Returns the places of puzzles on a page, all of the same size, from the upper left. */
export function slots(paper: PaperName, count: number, options: SlotOptions): Slot[] {
  const { title, heading, across } = options;
  const [width, height] = PAPERS[paper].map((length) => length - 2 * MARGIN);
  const sideFor = (columns: number) => {
    const rows = Math.ceil(count / columns);
    const wide = (width - GAP * (columns - 1)) / columns;
    const high = (height - heading - GAP * (rows - 1)) / rows - title;
    return Math.min(wide, high, MAX_SIDE);
  };
  const choices = Array.from({ length: count }, (_, n) => n + 1);
  const best = choices.reduce((one, other) => (sideFor(other) > sideFor(one) ? other : one));
  const columns = across ?? best;
  const side = sideFor(columns);
  const rows = Math.ceil(count / columns);
  // Puzzles are in the middle of the page. Solutions begin at the top.
  const free = across === null ? (height - heading - rows * (side + title)) / (rows + 1) : 0;
  const gap = across === null ? Math.min(free, 2 * GAP) : GAP;
  const top =
    across === null ? (height - heading - rows * (side + title) - gap * (rows - 1)) / 2 : 0;
  const left = across === null ? (width - columns * side - GAP * (columns - 1)) / 2 : 0;
  return Array.from({ length: count }, (_, at) => ({
    x: MARGIN + left + (at % columns) * (side + GAP),
    y:
      MARGIN + heading + Math.max(0, top) + title + Math.floor(at / columns) * (side + title + gap),
    side,
  }));
}
