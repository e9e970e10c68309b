// The states of the page for screenshots and for the check of accessibility, and the sizes of the
// screenshots.

import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Result, StoredGame } from '../../src/store.ts';
import { formatLibrary } from '../../src/model/library.ts';
import { keyOf, pack } from '../../src/model/share.ts';
import { EASY, EASY_SOLVED, EXTREME, JIGSAW_6, MAIN, SIXTEEN, VARIANT_6 } from './puzzles.ts';
import { agree, menu, openTab, reveal } from './actions.ts';
import { candidate, drag, dragCells } from './pointer.ts';
import {
  changeReadings,
  choosePicture,
  DOUBTS,
  drawPuzzle,
  NEWSPAPER,
  photoView,
  showCamera,
} from './photos.ts';
import { paste, press, nextFrame } from './setup.ts';

export interface State {
  readonly name: string;
  /** The fragment of the address. */
  readonly fragment: string;
  readonly settings?: object;
  /** The content of the browser's storage, by name. */
  readonly storage?: Record<string, unknown>;
  readonly options?: BrowserContextOptions;
  /** The actions before the page loads. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** The actions before the screenshot. */
  readonly run?: (page: Page) => Promise<unknown>;
  /** The title shows no rating. */
  readonly isUnrated?: boolean;
  /** It has one screenshot, in the light theme of the first size. */
  readonly isSingle?: boolean;
}

export type Theme = 'light' | 'dark';
export const THEMES: readonly Theme[] = ['light', 'dark'];

/** A size of the window. */
export interface View {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isTouch: boolean;
}

export const VIEWS: readonly View[] = [
  { name: 'desktop', width: 1440, height: 900, isTouch: false },
  { name: 'tablet', width: 1024, height: 768, isTouch: true },
  { name: 'phone', width: 390, height: 844, isTouch: true },
  { name: 'landscape', width: 844, height: 390, isTouch: true },
];

const p = (puzzle: string, more = '') => `p=${encodeURIComponent(puzzle)}${more}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Enters digits, marks, colors and a repeated digit, and selects several cells. */
async function notes(page: Page): Promise<void> {
  const keys = async (row: number, column: number, ...pressed: string[]) => {
    await press(page, row, column);
    for (const key of pressed) await page.keyboard.press(key);
  };
  await keys(1, 1, 'Shift+Digit1', 'Shift+Digit3', 'Shift+Digit6', 'Shift+Digit8');
  await keys(1, 2, 'Control+Digit3', 'Control+Digit8', 'Control+Digit9');
  await keys(
    1,
    3,
    'Shift+Digit1',
    'Shift+Digit6',
    'Control+Digit3',
    'Control+Digit8',
    'Alt+Digit2',
  );
  await keys(2, 1, '3');
  await keys(2, 3, 'Alt+Digit2', 'Alt+Digit7');
  await keys(3, 2, 'Alt+Digit4', 'Alt+Digit5', 'Alt+Digit6', 'Alt+Digit8');
  await keys(3, 5, '5');
  await keys(8, 1, 'Alt+Digit9', '2');
  await press(page, 5, 4);
  for (const column of [5, 6]) await press(page, 5, column, ['Control']);
  await press(page, 6, 5, ['Control']);
}

/** Shows a hint up to a level. */
const hint = (level: number) => async (page: Page) => {
  await reveal(page, level);
  await page.locator('.hint .lead, .hint .technique').first().waitFor();
  await nextFrame(page);
};

/** Colors candidates, draws links, and leaves the pen with what it drew. */
async function tools(page: Page): Promise<void> {
  const at = (row: number, column: number, digit = 5) => candidate(page, row, column, digit);
  const tool = async (name: string) => {
    await menu(page, name);
    await page.locator(`.app.tool-${name}`).waitFor();
  };
  await tool('paint');
  for (const [color, row, column, digit] of [
    [1, 1, 1, 1],
    [2, 1, 1, 3],
    [3, 1, 1, 6],
    [4, 1, 1, 8],
    [5, 1, 3, 8],
    [6, 1, 4, 5],
    [7, 1, 3, 6],
    [8, 1, 2, 3],
    [9, 1, 2, 9],
  ]) {
    await page.locator(`[data-digit="${color}"]`).click();
    await page.mouse.click(...(await at(row, column, digit)));
  }
  await tool('link');
  await drag(page, await at(1, 1, 3), await at(1, 3, 3));
  await page.keyboard.press('Space');
  await drag(page, await at(1, 1, 8), await at(7, 3, 2));
  await tool('pen');
  await drag(page, await at(5, 2), await at(5, 4), await at(7, 6), await at(9, 6));
  await page.keyboard.press('2');
  const [x, y] = await at(6, 7);
  const width = (await at(6, 8))[0] - x;
  await drag(page, [x - width / 2, y - width / 2], [x + width / 2, y - width / 2]);
  await page.keyboard.press('3');
  await page.mouse.click(...(await at(6, 8)));
  await page.keyboard.press('4');
  await page.mouse.click(...(await at(8, 9)));
}

/** Opens a puzzle with rules of variants. */
async function variant(page: Page): Promise<void> {
  await paste(page, VARIANT_6);
  await page.locator('.rule-legend li').first().waitFor({ state: 'attached' });
  await nextFrame(page);
}

/** Shows the first step of the path with this name. */
const path = (name: RegExp) => async (page: Page) => {
  await openTab(page, 'Path');
  await button(page, 'Find solution path').click();
  await page.locator('.steps li').first().waitFor();
  await page
    .locator('.steps li button', { hasText: name })
    .first()
    .evaluate((one) => (one as HTMLElement).click());
};

const dialog = (name: string) => async (page: Page) => {
  await menu(page, name);
  await page.locator('dialog[open]').waitFor();
};

/** Shows the first chain link by link, at its second link. */
async function links(page: Page): Promise<void> {
  await path(/Alternating Inference Chain/)(page);
  await button(page, 'Link by link').click();
  await button(page, 'Next link').click();
  await nextFrame(page);
}

async function analysis(page: Page): Promise<void> {
  await openTab(page, 'Analysis');
  for (const [name, answer] of [
    ['Check uniqueness', 'exactly one'],
    ['Count solutions', '1 solution'],
    ['Rate difficulty', 'Hardest step'],
    ['True candidates', 'open cells'],
  ]) {
    await (name === 'True candidates' ? agree(page, name) : button(page, name).click());
    await page.locator('.findings .is-new', { hasText: answer }).waitFor();
  }
}

/** Enters the last digit of a game that is nearly solved. */
async function finish(page: Page): Promise<void> {
  // The result has the level, once the engine has rated the puzzle.
  await page.locator('.nm .tag:not([hidden])').waitFor({ state: 'attached' });
  const cells = page.locator('#grid [role=gridcell][aria-label*=empty]');
  await cells.first().focus();
  await page.keyboard.press(EASY_SOLVED[0]);
  await page.locator('.fin h2').waitFor();
  await nextFrame(page);
}

/** The progress of a game in which only the first cell is open. */
const NEARLY_SOLVED = await pack(
  {
    fields: {
      digit: Array.from(EASY_SOLVED, (digit, at) =>
        at === 0 || EASY[at] !== '.' ? 0 : Number(digit),
      ),
    },
    seconds: 312,
    hints: 1,
  },
  81,
);

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 25, 9);

/** A library with tags, and the results of some weeks, by their names in the browser's storage. */
const LIBRARY: { 'ndoku.games': Record<string, StoredGame>; 'ndoku.results': Result[] } = {
  'ndoku.games': Object.fromEntries(
    (
      [
        [EASY, { rated: { level: 'easy', rating: 1.2, hardest: '' }, seconds: 195, filled: 42 }],
        [EXTREME, { rated: { level: 'extreme', rating: 7.8, hardest: '' }, tags: ['chains'] }],
        [
          MAIN,
          {
            name: 'Sunday diagonal',
            layout: { diagonals: ['main'] },
            done: true,
            tags: ['to print', 'for Ada'],
            seconds: 1201,
          },
        ],
        [SIXTEEN, { name: 'Large one', begun: true, seconds: 3605 }],
        [
          EASY_SOLVED.replace(/[1-5]/g, '.'),
          {
            daily: '2026-11-25 easy',
            name: 'Daily, November 25',
            done: true,
            rated: { level: 'easy', rating: 1.5, hardest: '' },
            seconds: 240,
          },
        ],
      ] as [string, Partial<StoredGame>][]
    ).map(([text, more], at) => {
      const game = { text, layout: {}, title: '', state: '', done: false, ...more };
      return [keyOf(text, game.layout), { ...game, when: NOON - at * DAY }];
    }),
  ),
  'ndoku.results': Array.from({ length: 24 }, (_, at): Result => {
    const hard = at % 3 === 0;
    return {
      key: `p=${at}`,
      when: NOON - Math.floor(at * 0.8) * DAY,
      level: hard ? 'hard' : 'easy',
      rating: hard ? 4.2 : 1.2,
      seconds: (hard ? 600 : 200) + ((at * 97) % 300),
      hints: at % 4,
      mistakes: at % 2,
    };
  }),
};

/** The library as the text of a file. */
export const libraryFile = (): string =>
  formatLibrary({
    games: Object.entries(LIBRARY['ndoku.games']),
    results: LIBRARY['ndoku.results'],
  });

/** Three puzzles in one text. */
const SEVERAL = [EASY, EXTREME, EASY_SOLVED.replace(/[1-4]/g, '.')].join('\n');
/** A puzzle with a rule that ndoku does not know. */
const UNKNOWN_RULE = JSON.stringify({ size: 9, givens: EASY, rules: ['fog-of-war'] });

/** Keeps the full engine away, and asks it for a path. */
async function loading(page: Page): Promise<void> {
  await openTab(page, 'Path');
  await button(page, 'Find solution path').click();
  await page.evaluate(() => (performance.now = () => 3500));
  await page.locator('.busy:not([hidden])').waitFor();
  await nextFrame(page);
}

/** Opens the dialog that reads photographs. */
async function photo(page: Page): Promise<void> {
  await menu(page, 'photo');
  await photoView(page, 'start');
}

/** Shows a photograph beside what was read, with doubtful cells and a correction. */
async function photoResult(page: Page): Promise<void> {
  await photo(page);
  await choosePicture(page, NEWSPAPER);
  await photoView(page, 'result');
  await page.locator('.photo-picture').click({ position: { x: 20, y: 20 } });
  await page.keyboard.press('7');
  await page.locator('.photo-verdict[data-verdict=contradictory]').waitFor();
  await page.locator('.photo-next').click();
  await page.mouse.move(0, 0);
}

/** Shows the outline of a grid in the picture of the camera. */
async function photoCamera(page: Page): Promise<void> {
  await photo(page);
  await page.locator('[data-photo=camera]').click();
  await page.locator('.is-steady .photo-line[d^=M]').waitFor({ state: 'attached' });
  await page.locator('.photo-status', { hasText: 'Reading' }).waitFor();
}

/** Shows why a picture is not read. */
async function photoProblem(page: Page): Promise<void> {
  await photo(page);
  const empty = await drawPuzzle(page, '.'.repeat(81), 12);
  await page.locator('[data-photo=file]').setInputFiles(empty);
  await photoView(page, 'problem');
}

/** Waits for the verdict on a created puzzle, which arrives in the background. */
const verdict = (page: Page) =>
  page
    .locator('.nm .tag:is([data-verdict=unique], [data-verdict=multiple], [data-verdict=none])')
    .waitFor();

const part = (inside: string) => async (page: Page) => {
  await page.locator(inside).first().waitFor();
  await nextFrame(page);
};

export const STATES: readonly State[] = [
  { name: 'fresh', fragment: p(EASY) },
  { name: 'notes', fragment: p(EASY), run: notes },
  { name: 'tools', fragment: p(EASY), run: tools },
  { name: 'hint-1', fragment: p(EASY), run: hint(1) },
  { name: 'hint-2', fragment: p(EASY), run: hint(2) },
  { name: 'hint-3', fragment: p(EASY), run: hint(3) },
  { name: 'hint', fragment: p(EASY), run: hint(4) },
  { name: 'path', fragment: p(EXTREME), run: path(/Alternating Inference Chain/) },
  { name: 'links', fragment: p(EXTREME), run: links },
  { name: 'analysis', fragment: p(EASY), run: analysis },
  {
    name: 'set',
    fragment: p(EASY, '&set=1'),
    isUnrated: true,
    run: async (page) => {
      await page.locator('.coach.set .set-help').waitFor();
      await verdict(page);
    },
  },
  {
    name: 'set-rules',
    fragment: p(EASY, '&set=1'),
    isUnrated: true,
    run: async (page) => {
      await button(page, 'Rules').click();
      await page.locator('.rule-editor option[value=killer]').waitFor({ state: 'attached' });
      await dragCells(page, [1, 1], [1, 2]);
      await page.locator('.rule-value input').fill('12');
      await button(page, 'Add rule').click();
      await page.locator('.rule-list li').waitFor();
      await dragCells(page, [1, 4], [1, 6], [2, 6]);
      await page.locator('.is-draft').first().waitFor();
      await verdict(page);
    },
  },
  {
    name: 'import',
    fragment: p(EASY),
    run: async (page) => {
      await paste(page, SEVERAL);
      await page.locator('dialog[open] li').nth(2).waitFor();
    },
  },
  {
    name: 'import-rules',
    fragment: p(EASY),
    run: async (page) => {
      await paste(page, UNKNOWN_RULE);
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'home', fragment: '/home', storage: LIBRARY, isUnrated: true, run: part('.today') },
  { name: 'learn', fragment: '/learn', isUnrated: true, run: part('.families') },
  { name: 'technique', fragment: '/learn/x-wing', isUnrated: true, run: part('.fig') },
  {
    name: 'library',
    fragment: '/library',
    storage: LIBRARY,
    isUnrated: true,
    run: part('.lib-list li'),
  },
  {
    name: 'statistics',
    fragment: '/stats',
    storage: LIBRARY,
    isUnrated: true,
    run: part('.stats'),
  },
  {
    name: 'finish',
    fragment: p(EASY, `&s=${NEARLY_SOLVED}`),
    storage: { 'ndoku.results': LIBRARY['ndoku.results'] },
    run: finish,
  },
  {
    name: 'paused',
    fragment: p(EASY),
    run: async (page) => {
      await notes(page);
      await button(page, 'Pause').click();
      await page.locator('.curtain').waitFor();
    },
  },
  { name: 'settings', fragment: p(EASY), run: dialog('change') },
  {
    name: 'error',
    fragment: p(EASY),
    run: async (page) => {
      await paste(page, 'this is no puzzle');
      await page.locator('.msg.bad:not([hidden])').waitFor();
    },
  },
  { name: 'empty', fragment: '/library', isUnrated: true, run: part('.library') },
  {
    name: 'loading',
    fragment: p(EASY),
    isUnrated: true,
    before: (page) => page.route(/full.*\.wasm/, () => {}),
    run: loading,
  },
  {
    name: 'jigsaw',
    fragment: p(EASY),
    settings: { autoCandidates: true },
    run: async (page) => {
      await paste(page, JIGSAW_6);
      await page.waitForSelector('#grid[data-size="6"]');
      await nextFrame(page);
      await hint(4)(page);
    },
  },
  {
    name: 'variant',
    fragment: p(EASY),
    settings: { autoCandidates: true },
    run: async (page) => {
      await variant(page);
      await hint(4)(page);
    },
  },
  { name: 'sixteen', fragment: p(SIXTEEN), settings: { autoCandidates: true } },
  { name: 'photo', fragment: p(EASY), run: photo },
  {
    name: 'photo-camera',
    fragment: p(EASY),
    before: async (page) => {
      await showCamera(page, NEWSPAPER);
      await changeReadings(page, { holds: true });
    },
    run: photoCamera,
  },
  {
    name: 'photo-result',
    fragment: p(EASY),
    before: (page) => changeReadings(page, { doubts: DOUBTS }),
    run: photoResult,
  },
  { name: 'photo-problem', fragment: p(EASY), run: photoProblem },
  {
    name: 'photo-reading',
    fragment: p(EASY),
    before: (page) => changeReadings(page, { holds: true }),
    run: async (page) => {
      await photo(page);
      await choosePicture(page, NEWSPAPER);
      await page.locator('[data-view=reading] .photo-still').waitFor();
    },
    isSingle: true,
  },
  { name: 'new', fragment: p(EASY), run: dialog('new'), isSingle: true },
  { name: 'rules', fragment: p(EASY), run: variant, isSingle: true },
  {
    name: 'contrast',
    fragment: p(EASY),
    settings: { theme: 'contrast', colorLabels: true },
    run: notes,
    isSingle: true,
  },
  {
    name: 'diagonal',
    fragment: p(MAIN, '&diagonal=main'),
    settings: { autoCandidates: true },
    run: (page) => press(page, 5, 5),
    isSingle: true,
  },
  {
    name: 'print',
    fragment: p(EASY),
    settings: { theme: 'dark' },
    run: async (page) => {
      await notes(page);
      await page.emulateMedia({ media: 'print' });
    },
    isSingle: true,
  },
];
