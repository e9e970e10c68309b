// What can be asked about a puzzle: is it unique, how many solutions, which, true candidates, how hard. What comes of it is listed, and shown in the grid.

import type { App } from './app.ts';
import type { Api, Ask } from './engine/api.ts';
import { t } from './i18n.ts';
import type { TextKey } from './i18n.ts';
import { setOf } from './model/bits.ts';
import { askOf } from './model/puzzle.ts';

/** Something that was found out, with what can be done about it. */
export interface Finding {
  readonly text: string;
  readonly actions?: readonly { readonly text: string; run(): void }[];
}

const STATUS: Record<string, TextKey> = {
  unique: 'analyse.is.unique',
  multiple: 'analyse.is.several',
  several: 'analyse.is.several',
  none: 'analyse.is.none',
};

const statusText = (status: string): string => t(STATUS[status] ?? 'analyse.is.stopped');

/** Digits of a large number in threes. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');

export class Analysis {
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** The same for every question: ask about the clues as they stand, and tell what came of it, unless another puzzle has been opened since. */
  private async ask<Answer>(what: TextKey, ask: (api: Api, puzzle: Ask, signal: AbortSignal) => Promise<Answer>, tell: (answer: Answer) => Finding): Promise<void> {
    const { app } = this;
    const { game } = app;
    try {
      const puzzle = askOf(await app.current());
      const answer = await app.work(t(what), (signal) => ask(app.api, puzzle, signal));
      if (answer && game === app.game) app.find(tell(answer));
    } catch (error) {
      app.failed(error);
    }
  }

  isUnique(): Promise<void> {
    return this.ask('analyse.unique', (api, puzzle, signal) => api.solve(puzzle, signal), ({ status }) => ({ text: statusText(status) }));
  }

  count(): Promise<void> {
    return this.ask(
      'analyse.count',
      (api, puzzle, signal) => api.count(puzzle, signal),
      ({ count, exact }) => ({ text: t(exact ? 'analyse.counted' : 'analyse.counted.least', { count: grouped(count) }) }),
    );
  }

  rate(): Promise<void> {
    return this.ask(
      'analyse.rate',
      (api, puzzle, signal) => api.rate(puzzle, signal),
      (rated) => {
        if (rated.status !== 'rated') return { text: statusText(rated.status) };
        const shown = (rating: number | null): string => rating?.toFixed(1) ?? '-';
        const numbers = { er: shown(rated.er), ep: shown(rated.ep), ed: shown(rated.ed) };
        const parts = [t('analyse.rated', { rating: numbers.er, level: rated.level ?? '' })];
        if (rated.hardest) parts.push(t('analyse.rated.hardest', { technique: rated.hardest }));
        parts.push(t('analyse.rated.more', numbers));
        return { text: parts.join(' ') };
      },
    );
  }

  showSolution(): Promise<void> {
    const { app } = this;
    return this.ask(
      'analyse.solve',
      (api, puzzle, signal) => api.solve(puzzle, signal),
      ({ status, solutions }) => {
        if (solutions.length === 0) return { text: statusText(status) };
        const [digits, other] = solutions;
        const cells = other ? digits.flatMap((digit, cell) => (digit === other[cell] ? [] : [cell])) : [];
        app.show({ digits, cells, replaces: true });
        return {
          text: t(other ? 'analyse.first' : 'analyse.shown'),
          actions: [
            { text: t('analyse.hide'), run: () => app.putAway() },
            { text: t('analyse.fill'), run: () => app.fillIn(digits) },
          ],
        };
      },
    );
  }

  trueCandidates(): Promise<void> {
    const { app } = this;
    return this.ask(
      'analyse.candidates',
      (api, puzzle, signal) => api.candidates(puzzle, signal),
      ({ status, candidates }) => {
        if (status !== 'found') return { text: statusText(status) };
        const sets = candidates.map((digits) => setOf(digits));
        const open = candidates.filter((_, cell) => !app.game.isClue(cell));
        app.show({ candidates: sets.map((set, cell) => (app.game.isClue(cell) ? 0 : set)), replaces: true });
        const count = open.reduce((sum, digits) => sum + digits.length, 0);
        return {
          text: t('analyse.true.shown', { count, cells: open.length }),
          actions: [
            { text: t('analyse.hide'), run: () => app.putAway() },
            { text: t('analyse.true.use'), run: () => app.leaveOnly(sets) },
          ],
        };
      },
    );
  }
}
