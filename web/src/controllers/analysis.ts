// Analysis of the puzzle: uniqueness, number of solutions, solution, true candidates, difficulty.
// The results are listed, and some are shown in the grid.

import type { App } from '../app.ts';
import type { Api, PuzzleRequest } from '../engine/api.ts';
import { decimal, language, t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import { setOf } from '../model/bits.ts';
import type { Overlay } from '../model/picture.ts';
import { puzzleRequest } from '../model/puzzle.ts';
import { ratingText } from './rating.ts';

/** Number of results in the list. */
const MAX_FINDINGS = 8;

/** A result, with actions that use it. */
export interface Finding {
  readonly text: string;
  readonly actions?: readonly { readonly text: string; run(): void }[];
}

const STATUS: Record<string, TextKey> = {
  unique: 'analyze.is.unique',
  multiple: 'analyze.is.multiple',
  none: 'analyze.is.none',
};

const solveStatusText = (status: string): string => t(STATUS[status] ?? 'analyze.is.stopped');

/** Groups the digits of a large number in threes. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');

const number = (rating?: number | null): string =>
  rating === null || rating === undefined ? '-' : decimal(rating);

/** Returns the name of a technique in the language of the page. Ratings name it in English. */
async function nameOf(technique: string): Promise<string> {
  if (language === 'en') return technique;
  return (await import('../engine/handbook-files.ts')).techniqueName(technique);
}

export class Analysis {
  /** The latest results, newest first. */
  findings: Finding[] = [];
  /** The part of a result in the grid. */
  overlay: Overlay | null = null;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Analyzes the clues, and reports the result unless the game is hidden or they have changed. */
  private async ask<Answer>(
    what: TextKey,
    ask: (api: Api, puzzle: PuzzleRequest, signal: AbortSignal) => Promise<Answer>,
    describe: (answer: Answer) => Finding | Promise<Finding>,
  ): Promise<void> {
    const { app } = this;
    const isSame = app.play.watchPuzzle();
    const isCurrent = () => isSame() && !app.play.isHidden;
    try {
      const puzzle = puzzleRequest(await app.current());
      if (!isCurrent()) return;
      const answer = await app.jobs.run(t(what), (signal) => ask(app.api, puzzle, signal));
      if (!answer || !isCurrent()) return;
      const finding = await describe(answer);
      if (isCurrent()) this.report(finding);
    } catch (error) {
      app.reportError(error);
    }
  }

  private report(finding: Finding): void {
    this.findings = [finding, ...this.findings].slice(0, MAX_FINDINGS);
    this.app.announceQuietly(finding.text);
    this.app.changed();
  }

  /** Shows a result in the grid, instead of any other overlay. */
  private show(overlay: Overlay): void {
    this.app.hideOverlays();
    this.overlay = overlay;
  }

  isUnique(): Promise<void> {
    return this.ask(
      'analyze.unique',
      (api, puzzle, signal) => api.solve(puzzle, signal),
      ({ status }) => ({ text: solveStatusText(status) }),
    );
  }

  count(): Promise<void> {
    return this.ask(
      'analyze.count',
      (api, puzzle, signal) => api.count(puzzle, signal),
      ({ count, exact }) => ({
        text: t(exact ? 'analyze.counted' : 'analyze.counted.least', { count: grouped(count) }),
      }),
    );
  }

  rate(): Promise<void> {
    return this.ask(
      'analyze.rate',
      (api, puzzle, signal) => api.rate({ ...puzzle, profile: 'ndoku' }, signal),
      async (rated) => {
        if (rated.status !== 'rated') return { text: solveStatusText(rated.status) };
        const level = t(`level.${rated.level}` as TextKey);
        const parts = [t('analyze.rated', { rating: number(rated.er), level })];
        const technique = rated.hardest && (await nameOf(rated.hardest));
        if (technique) parts.push(t('analyze.rated.hardest', { technique }));
        parts.push(t('analyze.rated.more', { ep: number(rated.ep), ed: number(rated.ed) }));
        const isClassic = this.app.grid.size === 9 && !this.app.grid.layout.rules?.length;
        const run = () => void this.rateAsExplainer();
        const actions = isClassic ? [{ text: t('analyze.rated.explainer'), run }] : [];
        return { text: parts.join(' '), actions };
      },
    );
  }

  /** Rates on the scale of collectors, which the page uses nowhere else. */
  private rateAsExplainer(): Promise<void> {
    return this.ask(
      'analyze.rate',
      (api, puzzle, signal) => api.rate({ ...puzzle, profile: 'se121' }, signal),
      ({ status, er, ep, ed }) => ({
        text:
          status === 'rated'
            ? t('analyze.rated.other', { er: number(er), ep: number(ep), ed: number(ed) })
            : solveStatusText(status),
      }),
    );
  }

  /** Says in the title line how many solutions a created puzzle has, and its rating. */
  async testSet(): Promise<void> {
    const { app } = this;
    const isCurrent = app.play.watchPuzzle();
    try {
      const puzzle = puzzleRequest(await app.current());
      if (!isCurrent()) return;
      const answer = await app.jobs.run(t('analyze.unique'), (signal) =>
        app.api.solve(puzzle, signal),
      );
      if (!answer || !isCurrent()) return;
      if (answer.status !== 'unique') {
        const isKnown = answer.status === 'multiple' || answer.status === 'none';
        app.verdict.show(isKnown ? answer.status : 'unknown');
        return app.announce(solveStatusText(answer.status), 'bad');
      }
      const rated =
        app.grid.size <= 9
          ? await app.jobs.run(t('analyze.rate'), (signal) =>
              app.api.rate({ ...puzzle, profile: 'ndoku' }, signal),
            )
          : null;
      if (!isCurrent()) return;
      const rating = rated?.level ? ratingText(rated.level, rated.er ?? null) : '';
      app.verdict.show('unique', rating);
      const values = { status: solveStatusText('unique'), rating: rating && `${rating}.` };
      app.announce(t('set.status', values).trim(), 'good');
    } catch (error) {
      app.reportError(error);
    }
  }

  showSolution(): Promise<void> {
    const { app } = this;
    return this.ask(
      'analyze.solve',
      (api, puzzle, signal) => api.solve(puzzle, signal),
      ({ status, solutions }) => {
        if (solutions.length === 0) return { text: solveStatusText(status) };
        const [digits, other] = solutions;
        const cells = other
          ? digits.flatMap((digit, cell) => (digit === other[cell] ? [] : [cell]))
          : [];
        this.show({ digits, cells, replaces: true });
        return {
          text: t(other ? 'analyze.first' : 'analyze.shown'),
          actions: [
            { text: t('analyze.hide'), run: () => app.close() },
            { text: t('analyze.fill'), run: () => app.play.enterSolution(digits) },
          ],
        };
      },
    );
  }

  trueCandidates(): Promise<void> {
    const { app } = this;
    return this.ask(
      'analyze.candidates',
      (api, puzzle, signal) => api.candidates(puzzle, signal),
      ({ status, candidates }) => {
        if (status !== 'found') return { text: solveStatusText(status) };
        const sets = candidates.map((digits) => setOf(digits));
        const open = candidates.filter((_, cell) => !app.play.game.isClue(cell));
        this.show({
          candidates: sets.map((set, cell) => (app.play.game.isClue(cell) ? 0 : set)),
          replaces: true,
        });
        const count = open.reduce((sum, digits) => sum + digits.length, 0);
        return {
          text: t('analyze.true.shown', { count, cells: open.length }),
          actions: [
            { text: t('analyze.hide'), run: () => app.close() },
            { text: t('analyze.true.use'), run: () => app.play.restrictCandidates(sets) },
          ],
        };
      },
    );
  }
}
