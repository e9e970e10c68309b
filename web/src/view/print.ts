// Print and PDF files with choices: title, entries, candidates, solutions, paper, and several
// puzzles on a page.

import type { App } from '../app.ts';
import { ratingText } from '../controllers/rating.ts';
import type { GenerateRequest, Grid } from '../engine/api.ts';
import { Game } from '../model/game.ts';
import { picture } from '../model/picture.ts';
import type { PaperName } from '../model/paper.ts';
import type { Overlay } from '../model/picture.ts';
import { createGame, layoutName, puzzleRequest } from '../model/puzzle.ts';
import { Selection } from '../model/selection.ts';
import { DEFAULTS } from '../model/settings.ts';
import { Board } from './board.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';
import { button, checkbox, field, h, selectBox } from './dom.ts';
import { saveFile } from './save.ts';

/** A puzzle on the sheet. */
interface Item {
  readonly game: Game;
  readonly name: string;
  readonly rating: string;
  readonly solution: readonly number[] | null;
}

/** A drawing of a sheet, and the parts of its title. */
export interface Figure {
  readonly element: HTMLElement;
  /** Ends when the rules of a variant are drawn. */
  readonly drawn: Promise<void>;
  readonly number: string;
  readonly title: string;
  readonly rating: string;
}

/** The puzzles of a page, and the solutions of the next one. */
export interface Sheet {
  readonly puzzles: readonly Figure[];
  readonly solutions: readonly Figure[];
}

const COUNTS = ['1', '2', '4', '6'] as const;
const PAPER_NAMES: readonly (readonly [PaperName, string])[] = [
  ['a4', 'A4'],
  ['letter', 'Letter'],
  ['a5', 'A5'],
];

/** Returns the paper of the region of the browser. */
const usualPaper = (): PaperName =>
  /-(?:US|CA|MX|PH|CL|CO|VE)$/i.test(navigator.language) ? 'letter' : 'a4';

export function openPrint(app: App): void {
  const { size } = app.grid;
  const title = checkbox(t('print.title.show'), true);
  const entries = checkbox(t('print.entries'), true);
  const candidates = checkbox(t('print.candidates'), false);
  const solution = checkbox(t('print.solution'), false);
  const count = selectBox(
    COUNTS.map((n) => [n, n === '1' ? t('print.one') : t('print.several', { n })] as const),
    '1',
  );
  const paper = selectBox(PAPER_NAMES, usualPaper());
  const isOn = (label: HTMLLabelElement) => label.querySelector('input')!.checked;
  const withSheet = async (run: (sheet: Sheet) => unknown) => {
    dialog.close();
    const choices = {
      title: isOn(title),
      candidates: isOn(candidates),
      solution: isOn(solution),
    };
    const all = await items(app, Number(count.value), isOn(entries), choices.solution);
    if (all) await run(createSheet(all, choices));
  };
  const act = (text: string, data: string, main: string, run: (sheet: Sheet) => unknown) =>
    button({
      text,
      class: main,
      [data]: '',
      click: () => app.attempt(withSheet(run)),
    });
  const dialog = openDialog(
    t('menu.print'),
    h(
      'div',
      { class: 'form' },
      size <= 9 && !app.play.isCreating && field(t('print.count'), count, t('print.count.help')),
      h('fieldset', {}, title, entries, candidates, solution),
      field(t('print.paper'), paper, t('print.paper.help')),
      h(
        'div',
        { class: 'actions end' },
        act(t('print.file'), 'data-pdf', '', (sheet) =>
          savePdf(app, sheet, paper.value as PaperName),
        ),
        act(t('menu.print'), 'data-print', 'main', print),
      ),
    ),
  );
}

/** Saves a sheet as a PDF file. */
async function savePdf(app: App, sheet: Sheet, paper: PaperName): Promise<void> {
  const { sheetPdf } = await import('./pdf-sheet.ts');
  saveFile(await sheetPdf(sheet, paper, app.title), 'sudoku.pdf');
  app.announce(t('print.saved'), 'good');
}

/** Saves the puzzle of the page as a PDF file. */
export async function savePuzzlePdf(app: App): Promise<void> {
  const all = await items(app, 1, true, false);
  const choices = { title: true, candidates: false, solution: false };
  if (all) await savePdf(app, createSheet(all, choices), usualPaper());
}

/** Returns the puzzle of the page, and new ones of its level. The solution is that of its clues. */
async function items(
  app: App,
  count: number,
  withEntries: boolean,
  withSolution: boolean,
): Promise<Item[] | null> {
  const { play, grid } = app;
  const clues = Array.from(play.game.field('clue'));
  const own = withEntries ? play.game : new Game(play.layout, clues);
  const first: Item = {
    game: own,
    name: app.title,
    rating: app.rating.text,
    solution: withSolution ? (app.solution ?? (await solve(app))) : null,
  };
  if (count === 1) return [first];
  const level = app.rating.shown?.level;
  const answer = await app.jobs.run(t('new.working'), (signal) =>
    app.api.generate(
      {
        layout: grid.layout.rules?.length
          ? { size: grid.size }
          : { ...grid.layout, size: grid.size },
        seed: crypto.getRandomValues(new Uint32Array(1))[0],
        number: count - 1,
        symmetry: 'rotational',
        ...(level ? { level: level as GenerateRequest['level'], profile: 'ndoku' } : {}),
      },
      signal,
    ),
  );
  if (!answer) return null;
  return [
    first,
    ...answer.puzzles.map(({ puzzle, solution, level: made, rating }) => ({
      game: createGame(puzzle as Grid),
      name: layoutName(puzzle as Grid),
      rating: made ? ratingText(made, rating ?? null) : '',
      solution,
    })),
  ];
}

async function solve(app: App): Promise<readonly number[] | null> {
  const answer = await app
    .current()
    .then((puzzle) => app.api.solve(puzzleRequest(puzzle)))
    .catch(() => null);
  return answer?.status === 'unique' ? answer.solutions[0] : null;
}

interface Choices {
  readonly title: boolean;
  readonly candidates: boolean;
  readonly solution: boolean;
}

/** Draws the puzzles and solutions of a sheet. */
function createSheet(all: readonly Item[], { title, candidates, solution }: Choices): Sheet {
  const figure = ({ game, name, rating }: Item, at: number, overlay: Overlay | null): Figure => {
    const { board, drawn } = draw(game, name, overlay);
    const shown = {
      number: all.length > 1 ? `${at + 1}.` : '',
      title: title ? name : '',
      rating: title ? rating : '',
    };
    const caption = Object.values(shown).filter(Boolean).join(' ');
    const element = h('figure', {}, caption && h('figcaption', {}, caption), board.element);
    return { ...shown, drawn, element };
  };
  return {
    puzzles: all.map((item, n) =>
      figure(item, n, candidates ? { candidates: item.game.candidates(DEFAULTS) } : null),
    ),
    solutions: solution
      ? all.flatMap((item, n) =>
          item.solution ? [figure(item, n, { digits: item.solution })] : [],
        )
      : [],
  };
}

/** Draws a game without anything of the screen. */
function draw(game: Game, name: string, overlay: Overlay | null) {
  const board = new Board(
    game.layout,
    { press: () => {}, drag: () => {}, double: () => {}, focus: () => {} },
    name,
  );
  const settings = { ...DEFAULTS, repeats: false, peers: false, sameDigit: false };
  const selection = new Selection(game.layout);
  board.render(picture({ game, selection, settings, overlay, solution: null }));
  const drawn =
    game.layout.decorations.length > 0
      ? import('./decorations.ts').then(({ drawRules }) => board.showRules(drawRules(game.layout)))
      : Promise.resolve();
  return { board, drawn };
}

/** Prints puzzles, and then their solutions on a page of their own. */
async function print({ puzzles, solutions }: Sheet): Promise<void> {
  const page = (figures: readonly Figure[], name: string) =>
    h('section', { class: `sheet-page ${name}` }, ...figures.map(({ element }) => element));
  const sheet = h(
    'div',
    { class: 'print-sheet', 'aria-hidden': 'true' },
    page(puzzles, `of-${puzzles.length}`),
    solutions.length > 0 && page(solutions, 'solutions'),
  );
  await Promise.all([...puzzles, ...solutions].map(({ drawn }) => drawn));
  document.body.append(sheet);
  document.body.classList.add('has-sheet');
  window.addEventListener(
    'afterprint',
    () => {
      sheet.remove();
      document.body.classList.remove('has-sheet');
    },
    { once: true },
  );
  window.print();
}
