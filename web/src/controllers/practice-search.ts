// The search for a position in which a technique is the next step. A generated puzzle comes first; if
// none of some puzzles needs the technique, a transformed example of the handbook takes its place.

import type { App } from '../app.ts';
import type { GenerateRequest, Grid, Step } from '../engine/api.ts';
import { digitsOf } from '../model/bits.ts';
import { candidatesOf, readPosition, transformed } from '../model/handbook.ts';
import type { HandbookPage, Position } from '../model/handbook.ts';
import { plainLayout } from '../model/layout.ts';
import { createGame, formatClues, listPositions } from '../model/puzzle.ts';

/** Maximum time for the search in generated puzzles, in milliseconds. */
const SEARCH_TIME = 6000;
/** Number of puzzles of one request. */
const BATCH = 4;
/** Number of transformed examples that are tried. */
const ATTEMPTS = 6;

interface Found {
  readonly grid: Grid;
  readonly entered: readonly number[];
  readonly removed: readonly number[];
  readonly step: Step;
}

/** Returns a position for a technique, from a generated puzzle if possible. */
export async function findPosition(
  app: App,
  page: HandbookPage,
  signal: AbortSignal,
): Promise<Found> {
  const hasRules = page.examples[0].rules !== undefined;
  const generated = hasRules ? null : await findGenerated(app, page, signal);
  return generated ?? (await findExample(app, page, signal));
}

async function findGenerated(
  app: App,
  page: HandbookPage,
  signal: AbortSignal,
): Promise<Found | null> {
  const { api, now } = app;
  const end = now() + SEARCH_TIME;
  let seed = crypto.getRandomValues(new Uint32Array(1))[0];
  while (now() < end) {
    const request = {
      layout: { size: 9 },
      level: page.level as GenerateRequest['level'],
      profile: 'ndoku' as const,
      seed: seed++,
      number: BATCH,
      tries: 60,
    };
    const { puzzles } = await api.generate(request, signal);
    for (const { puzzle: grid } of puzzles) {
      const puzzle = formatClues(grid.clues, grid.symbols);
      const { steps } = await api.path({ puzzle, layout: grid.layout }, signal);
      const at = steps.findIndex(({ technique }) => technique === page.id);
      if (at >= 0) return positionAt(grid, steps, at);
      if (now() > end) break;
    }
  }
  return null;
}

async function findExample(app: App, page: HandbookPage, signal: AbortSignal): Promise<Found> {
  const { api } = app;
  const [example] = page.examples;
  const original = readPosition(example);
  const layout = plainLayout(9, 3, 3);
  for (let n = 0; n < ATTEMPTS && !example.rules; n++) {
    const position = transformed(original, Math.random);
    const digits = position.clues.map((clue, cell) => clue || position.entered[cell]);
    const candidates = candidatesOf(layout, position).map(digitsOf);
    const request = { puzzle: { clues: position.clues }, state: { digits, candidates } };
    const { step } = await api.hint(request, signal);
    if (step?.technique === page.id) return readFound(app, position, [], step);
  }
  return readFound(app, original, example.rules ?? [], example.step);
}

async function readFound(
  app: App,
  position: Position,
  rules: readonly string[],
  step: Step,
): Promise<Found> {
  const text = formatClues(position.clues, [...'123456789']);
  const { puzzles } = await app.api.read(text, rules.length ? { rules } : {}, 1);
  return { grid: puzzles[0], entered: position.entered, removed: position.removed, step };
}

/** Returns the position before a step of a path. */
function positionAt(grid: Grid, steps: readonly Step[], at: number): Found {
  const game = createGame(grid);
  const { layout } = game;
  const digits = layout.cells.map((cell) => game.digit(cell));
  const options = { autoCandidates: true, autoRemove: false };
  const all = listPositions(layout, digits, game.candidates(options), steps);
  const { digits: shown, candidates } = all[at];
  const entered = layout.cells.map((cell) => (game.isClue(cell) ? 0 : (shown?.[cell] ?? 0)));
  game.restore({ digit: entered });
  const removed = layout.cells.map((cell) =>
    game.isBlank(cell) ? game.possible(cell) & ~(candidates?.[cell] ?? 0) : 0,
  );
  return { grid, entered, removed, step: steps[at] };
}
