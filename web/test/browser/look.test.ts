// Compares screenshots of the states in states.ts with thumbnails, see look.ts, and checks that each
// state is accessible.
//
// Each state has a screenshot for each size and theme. A usual run compares one of the eight, in
// turn desktop in light and phone in dark. `npm run looks` compares all of them and checks both
// themes. The screenshots that differ, and their differences, are in test/.failed.
// `NDOKU_BLESS=1 npm run looks` renews the thumbnails and writes all screenshots there. Look at them
// before you commit.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { violations } from './axe.ts';
import { compare, drawn, openState, isDifferent, reduce, showIn, takeScreenshot } from './look.ts';
import { readPng, writePng } from './png.ts';
import { launch, serve } from './setup.ts';
import { STATES, THEMES, VIEWS } from './states.ts';
import type { State, Theme, View } from './states.ts';

const TEST = join(import.meta.dirname, '../../../test');
const GOLDEN = join(TEST, 'golden');
const FAILED = join(TEST, '.failed');
const BLESS = process.env.NDOKU_BLESS !== undefined;
const ALL = BLESS || process.env.NDOKU_LOOKS === 'all';
/** The colors are those of the style sheet on any screen. */
const FLAGS = ['--force-color-profile=srgb'];

let browser: Browser;
let server: Server;
let url: string;

before(async () => {
  ({ server, url } = await serve());
  browser = await launch(FLAGS);
});

after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** The version of Chromium that drew the thumbnails. */
const VERSION = join(GOLDEN, 'chromium.txt');
const version = () => browser.version().split('.')[0];
const isSameVersion = () => readFileSync(VERSION, 'utf8').trim() === version();
const golden = (name: string) => join(GOLDEN, `${name}.png`);
const readGolden = (name: string) => readPng(readFileSync(golden(name)));
const state = (name: string) => STATES.find((one) => one.name === name)!;
function keep(name: string, png: Buffer): string {
  mkdirSync(FAILED, { recursive: true });
  const file = join(FAILED, `${name}.png`);
  writeFileSync(file, png);
  return file;
}

/** The sizes and themes of a state that this run compares. A usual run alternates two of them. */
function looks(one: State): [View, Theme][] {
  const all = VIEWS.flatMap((view) => THEMES.map((theme): [View, Theme] => [view, theme]));
  if (one.isSingle) return all.slice(0, 1);
  if (ALL) return all;
  const [name, theme] = STATES.indexOf(one) % 2 === 0 ? ['desktop', 'light'] : ['phone', 'dark'];
  return all.filter(([view, own]) => view.name === name && own === theme);
}

/** Compares the page with its thumbnail. Returns what differs, or null. */
async function differenceOf(page: Page, name: string): Promise<string | null> {
  const png = await takeScreenshot(page);
  const small = reduce(png);
  if (BLESS) {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(golden(name), writePng(small));
    writeFileSync(VERSION, `${version()}\n`);
    keep(name, png);
    return null;
  }
  if (!existsSync(golden(name))) return `${name}: no thumbnail`;
  const was = readGolden(name);
  if (small.width !== was.width || small.height !== was.height) return `${name}: another size`;
  const difference = compare(was, small);
  if (!isDifferent(difference, isSameVersion())) return null;
  keep(`${name}-difference`, writePng(drawn(difference, small)));
  const { mean, clear } = difference;
  return `${keep(name, png)}: mean ${mean.toFixed(2)}, clear ${clear}`;
}

for (const one of STATES) {
  test(`the page looks the same: ${one.name}`, async () => {
    const page = await openState(browser, url, one);
    const different: (string | null)[] = [];
    const shown = looks(one);
    for (const [view, theme] of shown) {
      if (!one.isSingle) await showIn(page, view, theme);
      different.push(await differenceOf(page, `${one.name}-${view.name}-${theme}`));
    }
    for (const theme of ALL ? THEMES : new Set(shown.map(([, own]) => own))) {
      await showIn(page, VIEWS[0], theme);
      assert.deepEqual(await violations(page), [], `accessibility, ${theme}`);
    }
    await page.context().close();
    const found = different.filter((text) => text !== null);
    if (found.length > 0)
      assert.fail(`the page looks different; NDOKU_BLESS=1 accepts it\n${found.join('\n')}`);
  });
}

test('other font rendering is no difference', async (context) => {
  if (!isSameVersion()) return context.skip('another version of Chromium drew the thumbnails');
  for (const flag of ['--font-render-hinting=none', '--disable-font-subpixel-positioning']) {
    const other = await launch([...FLAGS, flag]);
    for (const name of ['notes', 'path']) {
      const page = await openState(other, url, state(name));
      await showIn(page, VIEWS[0], 'light');
      const difference = compare(
        readGolden(`${name}-desktop-light`),
        reduce(await takeScreenshot(page)),
      );
      assert.ok(
        !isDifferent(difference),
        `${flag}, ${name}: mean ${difference.mean}, clear ${difference.clear}`,
      );
      await page.context().close();
    }
    await other.close();
  }
});

test('defects are found', async (context) => {
  if (!isSameVersion()) return context.skip('another version of Chromium drew the thumbnails');
  const DEFECTS: Record<string, Record<string, string>> = {
    notes: {
      'no coach': '.coach { visibility: hidden; }',
      'no marks in the corners of one cell': '.tops g:nth-child(1) .mark { display: none; }',
      'no marks in the center of one cell': '.tops g:nth-child(2) .mark { display: none; }',
      'a digit is lost': '.tops g:nth-child(10) .digit { display: none; }',
      'conflicts have no underline': '.underline { display: none; }',
      'no colors': '.color { display: none; }',
      'no selection': '.selection { display: none; }',
      'the grid is moved': '.board { transform: translate(10px, 10px); }',
      'boxes have thin borders': '.thick { stroke-width: 1.5; }',
      'clues are not bold': '.digit.given { font-weight: 400; }',
      'letters are larger': 'html { font-size: 110%; }',
      'no icons': 'button svg { visibility: hidden; }',
    },
    tools: {
      'no colors of candidates': '.tint { display: none; }',
      'no links': '.links { display: none; }',
      'no pen': '.pen-signs { display: none; }',
    },
    hint: {
      'no signs': '.sign { display: none; }',
      'no house': '.house, .house-halo { display: none; }',
      'no veil': '.veil { display: none; }',
    },
    path: {
      'no links': '.links { display: none; }',
      'the list is short': '.steps li { display: none; }',
    },
    sixteen: { 'no candidates': '.mark.candidate { display: none; }' },
  };
  for (const [name, defects] of Object.entries(DEFECTS)) {
    const was = readGolden(`${name}-desktop-light`);
    const page = await openState(browser, url, state(name));
    await showIn(page, VIEWS[0], 'light');
    for (const [defect, style] of Object.entries(defects)) {
      const difference = compare(was, reduce(await takeScreenshot(page, style)));
      assert.ok(
        isDifferent(difference),
        `${defect}: mean ${difference.mean}, clear ${difference.clear}`,
      );
    }
    await page.context().close();
  }
  for (const [name, theme] of [
    ['notes', 'dark'],
    ['notes', 'contrast'],
  ]) {
    const page = await openState(browser, url, { ...state(name), settings: { theme } });
    const was = readGolden(`${name}-desktop-light`);
    const difference = compare(was, reduce(await takeScreenshot(page)));
    assert.ok(isDifferent(difference), `${name} in ${theme}`);
    await page.context().close();
  }
});
