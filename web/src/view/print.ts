// Print with choices: title, entries, candidates, solutions, and several puzzles on a page.

import type { App } from '../app.ts';
import { ratingText } from '../controllers/rating.ts';
import type { GenerateRequest, Grid } from '../engine/api.ts';
import { Game } from '../model/game.ts';
import { picture } from '../model/picture.ts';
import type { Overlay } from '../model/picture.ts';
import { createGame, layoutName, puzzleRequest } from '../model/puzzle.ts';
import { Selection } from '../model/selection.ts';
import { DEFAULTS } from '../model/settings.ts';
import { Board } from './board.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';
import { button, checkbox, field, h, selectBox } from './dom.ts';

/** A puzzle on the sheet. */
interface Item {
  readonly game: Game;
  readonly name: string;
  readonly rating: string;
  readonly solution: readonly number[] | null;
}

const COUNTS = ['1', '2', '4', '6'] as const;

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
  const isOn = (label: HTMLLabelElement) => label.querySelector('input')!.checked;
  const dialog = openDialog(
    t('menu.print'),
    h(
      'div',
      { class: 'form' },
      size <= 9 && !app.play.isSetting && field(t('print.count'), count, t('print.count.help')),
      h('fieldset', {}, title, entries, candidates, solution),
      h('p', { class: 'help' }, t('print.pdf')),
      h(
        'div',
        { class: 'actions end' },
        button({
          text: t('menu.print'),
          class: 'main',
          'data-print': '',
          click: async () => {
            dialog.close();
            const all = await items(app, Number(count.value), isOn(entries));
            if (all)
              print(all, {
                title: isOn(title),
                candidates: isOn(candidates),
                solution: isOn(solution),
              });
          },
        }),
      ),
    ),
  );
}

/** Returns the puzzle of the page, and new ones of its level. */
async function items(app: App, count: number, withEntries: boolean): Promise<Item[] | null> {
  const { play, grid } = app;
  const clues = Array.from(play.game.field('clue'));
  const own = withEntries ? play.game : new Game(play.layout, clues);
  const first: Item = {
    game: own,
    name: app.title,
    rating: app.rating.text,
    solution: app.solution ?? (await solve(app)),
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
  const answer = await app.api.solve(puzzleRequest(app.puzzle)).catch(() => null);
  return answer?.status === 'unique' ? answer.solutions[0] : null;
}

interface Choices {
  readonly title: boolean;
  readonly candidates: boolean;
  readonly solution: boolean;
}

/** Prints puzzles, and then their solutions on a page of their own. */
function print(all: readonly Item[], { title, candidates, solution }: Choices): void {
  const figure = ({ game, name, rating }: Item, number: number, overlay: Overlay | null) => {
    const board = new Board(
      game.layout,
      { press: () => {}, drag: () => {}, double: () => {}, focus: () => {} },
      name,
    );
    const settings = { ...DEFAULTS, repeats: false, peers: false, sameDigit: false };
    const selection = new Selection(game.layout);
    board.render(picture({ game, selection, settings, overlay, solution: null }));
    const { decorations } = game.layout;
    const drawn =
      decorations.length > 0
        ? import('./decorations.ts').then(({ drawRules }) => board.addRules(drawRules(game.layout)))
        : Promise.resolve();
    const caption = [all.length > 1 ? `${number + 1}.` : '', name, rating].filter(Boolean);
    return {
      drawn,
      element: h(
        'figure',
        {},
        (title || all.length > 1) && h('figcaption', {}, caption.join(' ')),
        board.element,
      ),
    };
  };
  const puzzles = all.map((item, n) =>
    figure(item, n, candidates ? { candidates: item.game.candidates(DEFAULTS) } : null),
  );
  const solved = solution
    ? all.flatMap((item, n) => (item.solution ? [figure(item, n, { digits: item.solution })] : []))
    : [];
  const page = (figures: typeof puzzles, name: string) =>
    h('section', { class: `sheet-page ${name}` }, ...figures.map(({ element }) => element));
  const sheet = h(
    'div',
    { class: 'print-sheet', 'aria-hidden': 'true' },
    page(puzzles, `of-${puzzles.length}`),
    solved.length > 0 && page(solved, 'solutions'),
  );
  void Promise.all([...puzzles, ...solved].map(({ drawn }) => drawn)).then(() => {
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
  });
}
