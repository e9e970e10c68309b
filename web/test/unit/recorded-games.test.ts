// Recorded games: actions, and the state after each. The crate `ndoku-game` plays the same games,
// see `crates/ndoku-game/testdata/README.md`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { House } from '../../src/engine/api.ts';
import type { App } from '../../src/app.ts';
import { PlayController } from '../../src/controllers/play.ts';
import { digitsOf } from '../../src/model/bits.ts';
import { Game, PLAYER_FIELDS } from '../../src/model/game.ts';
import type { Mode } from '../../src/model/game.ts';
import { digitOf } from '../../src/model/keys.ts';
import { Layout, plainLayout } from '../../src/model/layout.ts';
import type { Direction } from '../../src/model/selection.ts';
import { DEFAULTS } from '../../src/model/settings.ts';

const GAMES = join(import.meta.dirname, '../../../../crates/ndoku-game/testdata/games');

interface RecordedGame {
  readonly box?: string;
  readonly regions?: string;
  readonly diagonals?: readonly string[];
  readonly clues: readonly string[];
  readonly start?: Readonly<Record<string, number>>;
  readonly candidates?: boolean;
  readonly steps: readonly { readonly action: string; readonly state: object }[];
}

function createLayout({ box, regions, diagonals = [], clues }: RecordedGame): Layout {
  const size = clues.length;
  const [width, height] = box ? box.split('x').map(Number) : [size, 1];
  const plain = plainLayout(size, width, height);
  const cells = [...plain.cells];
  const house = (
    name: string,
    kind: House['kind'],
    isInside: (cell: number) => boolean,
  ): House => ({
    name,
    kind,
    cells: cells.filter(isInside),
  });
  const [down, up] = ['main', 'anti'].map((name) => diagonals.includes(name));
  const row = (cell: number) => plain.row(cell);
  return new Layout({
    ...plain,
    symbols: Array.from({ length: size }, (_, n) => String(n + 1)),
    houses: [
      ...plain.houses,
      ...[...new Set(regions ?? '')].map((name) =>
        house(name, 'box', (cell) => regions?.[cell] === name),
      ),
      ...(down ? [house('main', 'diagonal', (cell) => row(cell) === plain.column(cell))] : []),
      ...(up
        ? [house('anti', 'diagonal', (cell) => row(cell) + plain.column(cell) === size - 1)]
        : []),
    ],
    down,
    up,
  });
}

/** A game with the parts of the app that the controller needs. */
class Player {
  readonly play: PlayController;
  private readonly settings = { ...DEFAULTS, timer: false };
  private readonly layout: Layout;
  private now = 0;
  private hasSelection = false;
  private readonly recorded: RecordedGame;

  constructor(recorded: RecordedGame) {
    this.recorded = recorded;
    this.layout = createLayout(recorded);
    const clues = recorded.clues.flatMap((row) => row.split(' ')).map((text) => Number(text) || 0);
    const digit = this.layout.cells.map((cell) => recorded.start?.[this.layout.name(cell)] ?? 0);
    const ignore = () => {};
    const app = {
      settings: this.settings,
      now: () => this.now,
      changed: ignore,
      announce: ignore,
      endReminders: ignore,
      announceQuietly: ignore,
      reportError: ignore,
      hasOverlay: false,
      hint: { shown: null, count: 0 },
      path: { shown: null },
      analysis: { overlay: null },
      storage: { saveSoon: ignore },
      practice: { check: ignore },
      solution: null,
      grid: { layout: {}, size: this.layout.size },
      api: { check: () => Promise.resolve({ status: 'conflict' }) },
    };
    this.play = new PlayController(app as unknown as App, new Game(this.layout, clues, { digit }));
  }

  act(action: string): void {
    const { play, layout } = this;
    const [name, ...words] = action.split(' ');
    const cell = (text: string) => layout.cells.findIndex((one) => layout.name(one) === text);
    switch (name) {
      case 'select':
        words.forEach((one, n) => play.press(cell(one), n > 0, false));
        break;
      case 'toggle':
        play.press(cell(words[0]), true, true);
        break;
      case 'select-equal':
        play.press(cell(words[0]), false, false);
        play.selectEqual(cell(words[0]), false);
        break;
      case 'move':
      case 'extend':
        play.run({
          type: 'move',
          direction: words[0] as Direction,
          extend: name === 'extend',
        });
        break;
      case 'mode':
        play.setMode(words[0] as Mode);
        break;
      case 'enter':
        play.enter(Number(words[0]), play.currentMode);
        break;
      case 'type':
        this.now = Number(words[2]);
        if (words[0] === '0') play.run({ type: 'zero' });
        else play.run({ type: 'enter', digit: digitOf(layout, words[0]), mode: null });
        break;
      case 'switch': {
        const { autoRemove, autoCandidates } = this.settings;
        if (words[0] === 'auto-removal') this.settings.autoRemove = !autoRemove;
        else this.settings.autoCandidates = !autoCandidates;
        break;
      }
      case 'restart':
        play.restart();
        break;
      case 'mark-candidates':
        // The command is for the selected cells if there are several.
        play.edited(play.game.markCandidates(layout.cells));
        break;
      case 'select-all':
      case 'invert-selection':
      case 'dismiss':
      case 'next-mode':
      case 'clear':
      case 'undo':
      case 'redo':
        play.run({ type: name });
        break;
      default:
        play.enter(Number(words[0]), name as Mode);
    }
    if (name === 'select' || name === 'select-equal') this.hasSelection = true;
    if (name === 'undo' || name === 'redo') this.hasSelection = false;
  }

  /** Returns the state in the form of the files. */
  state(): object {
    const { layout } = this;
    const { game, selection } = this.play;
    const names = (cells: Iterable<number>) =>
      [...cells].sort((a, b) => a - b).map((cell) => layout.name(cell));
    const entries = (cell: number) =>
      PLAYER_FIELDS.flatMap((field) => {
        const value = game.get(field, cell);
        if (value === 0) return [];
        const name = field === 'color' ? 'colors' : field;
        return [[name, field === 'digit' ? value : digitsOf(value)] as const];
      });
    const cells = layout.cells.map((cell) => [layout.name(cell), entries(cell)] as const);
    const repeated = names(game.repeats());
    const candidates = game.candidates(this.settings);
    const blank = layout.cells.filter((cell) => game.isBlank(cell));
    return {
      cells: Object.fromEntries(
        cells
          .filter(([, entry]) => entry.length > 0)
          .map(([name, entry]) => [name, Object.fromEntries(entry)]),
      ),
      moves: [game.undoCount, game.redoCount],
      ...(repeated.length > 0 ? { repeated } : {}),
      ...(this.hasSelection
        ? { selected: names(selection.list()), cursor: layout.name(selection.cursor) }
        : {}),
      ...(this.recorded.candidates
        ? {
            candidates: Object.fromEntries(
              blank.map((cell) => [layout.name(cell), digitsOf(candidates[cell])]),
            ),
          }
        : {}),
    };
  }
}

const files = readdirSync(GAMES);

test('there are games', () => assert.ok(files.length >= 12));

for (const file of files) {
  test(`the recorded game ${file}`, () => {
    const recorded = JSON.parse(readFileSync(join(GAMES, file), 'utf8')) as RecordedGame;
    const player = new Player(recorded);
    recorded.steps.forEach(({ action, state }, n) => {
      player.act(action);
      assert.deepEqual(player.state(), state, `step ${n + 1}: ${action}`);
    });
  });
}
