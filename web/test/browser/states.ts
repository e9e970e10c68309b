// The states of the page that are looked at: what is opened, how, and what is done then.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { EASY, EXTREME, JIGSAW_6, MAIN, SIXTEEN } from './puzzles.ts';
import { paste, press, settled } from './setup.ts';

export interface State {
  readonly name: string;
  /** What the address says behind the `#`. */
  readonly opens: string;
  readonly settings?: object;
  readonly options?: BrowserContextOptions;
  /** What is done before it is looked at. */
  readonly run?: (page: Page) => Promise<void>;
}

const p = (puzzle: string, more = '') => `p=${encodeURIComponent(puzzle)}${more}`;
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Digits, both kinds of marks, colors, a repeated digit, and several cells selected. */
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

/** A hint, up to the step with its reason. */
async function hint(page: Page): Promise<void> {
  await button(page, 'Give me a hint').click();
  await button(page, 'Where?').click();
  await button(page, 'What and why?').click();
  await page.locator('.panel.hint .effect').waitFor();
}

/** The path, at a step of this name. */
const path = (name: RegExp) => async (page: Page) => {
  await page.getByRole('tab', { name: 'Path' }).click();
  await button(page, 'Find the path').click();
  await page.locator('.steps li').first().waitFor();
  await page.locator('.steps li button', { hasText: name }).first().click();
};

const window = (name: string) => async (page: Page) => {
  await page.locator(`[data-menu=${name}]`).click();
  await page.locator('dialog[open]').waitFor();
};

export const STATES: readonly State[] = [
  { name: 'fresh', opens: p(EASY) },
  { name: 'notes', opens: p(EASY), run: notes },
  { name: 'hint', opens: p(EASY), run: hint },
  { name: 'path', opens: p(EXTREME), run: path(/Alternating Inference Chain/) },
  {
    name: 'analysis',
    opens: p(EASY),
    run: async (page) => {
      await page.getByRole('tab', { name: 'Analyze' }).click();
      for (const [name, answer] of [
        ['Unique?', 'exactly one'],
        ['Count solutions', '1 solution'],
        ['Rate', 'Rating'],
        ['True candidates', 'open cells'],
      ]) {
        await button(page, name).click();
        await page.locator('.findings .is-new', { hasText: answer }).waitFor();
      }
    },
  },
  { name: 'new', opens: p(EASY), run: window('new') },
  { name: 'settings', opens: p(EASY), run: window('settings') },
  { name: 'dark-notes', opens: p(EASY), settings: { theme: 'dark' }, run: notes },
  {
    name: 'dark-path',
    opens: p(EXTREME),
    settings: { theme: 'dark' },
    run: path(/Finned Swordfish/),
  },
  {
    name: 'contrast',
    opens: p(EASY),
    settings: { theme: 'contrast', colorLabels: true },
    run: notes,
  },
  { name: 'phone', opens: p(EASY), options: PHONE, run: notes },
  { name: 'phone-hint', opens: p(EASY), settings: { theme: 'dark' }, options: PHONE, run: hint },
  { name: 'sixteen', opens: p(SIXTEEN), settings: { autoCandidates: true } },
  {
    name: 'diagonal',
    opens: p(MAIN, '&diagonal=main'),
    settings: { autoCandidates: true },
    run: (page) => press(page, 5, 5),
  },
  {
    name: 'jigsaw',
    opens: p(EASY),
    settings: { autoCandidates: true },
    run: async (page) => {
      await paste(page, JIGSAW_6);
      await page.waitForSelector('#grid[data-size="6"]');
      await settled(page);
      await hint(page);
    },
  },
  {
    name: 'print',
    opens: p(EASY),
    settings: { theme: 'dark' },
    run: async (page) => {
      await notes(page);
      await page.emulateMedia({ media: 'print' });
    },
  },
];
