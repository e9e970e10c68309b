// The picture of a rule that is being made. The engine reads the rule alone, in an empty grid.

import type { App } from '../app.ts';
import { withRules } from '../controllers/rule-changes.ts';
import type { Decoration, Grid } from '../engine/api.ts';
import { formatClues } from '../model/puzzle.ts';
import type { Draft } from './decorations.ts';

export class RuleDraft {
  /** What the grid shows, or undefined for nothing. */
  shown: Draft | undefined;
  private readonly app: App;
  private readonly redraw: () => void;
  /** The rule that was asked for last. */
  private wanted = '';

  constructor(app: App, redraw: () => void) {
    this.app = app;
    this.redraw = redraw;
  }

  /** Shows a rule, or nothing for an empty text. A rule that the engine refuses has no picture. */
  show(rule: string, isUnnumbered: boolean, hasRoom: boolean): void {
    const wanted = `${rule} ${isUnnumbered} ${hasRoom}`;
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    const take = (all: readonly Decoration[]) => {
      if (wanted !== this.wanted) return;
      const blank = (one: Decoration) => ({ ...one, text: one.kind === 'outside' ? '?' : '' });
      const decorations = isUnnumbered ? all.map(blank) : all;
      const isNothing = decorations.length === 0 && !hasRoom;
      if (isNothing && !this.shown) return;
      this.shown = isNothing ? undefined : { decorations, hasRoom };
      this.redraw();
    };
    if (!rule) return take([]);
    void this.read(rule).then(take, () => take([]));
  }

  private async read(rule: string): Promise<readonly Decoration[]> {
    const { grid, api } = this.app;
    const empty = formatClues(new Array(grid.size * grid.size).fill(0), grid.symbols);
    const { puzzles } = await api.read(empty, withRules(grid, [rule]));
    return puzzles[0] ? [...(puzzles[0].decorations ?? []), ...houses(puzzles[0])] : [];
  }
}

/** Returns pictures of the further houses, which the grid itself draws once they belong to it. */
function houses({ houses: all, size }: Grid): Decoration[] {
  const extra = new Set(all.flatMap(({ kind, cells }) => (kind === 'extra' ? cells : [])));
  const isPart = extra.size > 0 && extra.size < size * size;
  const lines = all.filter(({ kind }) => kind === 'diagonal');
  return [
    ...lines.map(({ cells }): Decoration => ({ kind: 'line', rule: 'line', cells, text: '' })),
    ...(isPart ? [{ kind: 'cells', rule: 'house', cells: [...extra], text: '' } as const] : []),
  ];
}
