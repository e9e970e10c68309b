// Compares screenshots of the states in states.ts with thumbnails, see look.ts.
//
// The screenshots that differ, and their differences, are in test/.failed. `NDOKU_BLESS=1 npm run
// browser` renews the thumbnails and writes all screenshots there. Look at them before you commit.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { compare, drawn, openState, isDifferent, Pictures, takeScreenshot } from './look.ts';
import { launch, serve } from './setup.ts';
import { STATES } from './states.ts';

const TEST = join(import.meta.dirname, '../../../test');
const GOLDEN = join(TEST, 'golden');
const FAILED = join(TEST, '.failed');
const BLESS = process.env.NDOKU_BLESS !== undefined;
/** The colors are those of the style sheet on any screen. */
const FLAGS = ['--force-color-profile=srgb'];

let browser: Browser;
let pictures: Pictures;
let server: Server;
let url: string;

before(async () => {
  ({ server, url } = await serve());
  browser = await launch(FLAGS);
  pictures = await Pictures.create(browser);
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
const state = (name: string) => STATES.find((one) => one.name === name)!;
function keep(name: string, png: Buffer): string {
  mkdirSync(FAILED, { recursive: true });
  const file = join(FAILED, `${name}.png`);
  writeFileSync(file, png);
  return file;
}

for (const one of STATES) {
  test(`the page looks the same: ${one.name}`, async () => {
    const page = await openState(browser, url, one);
    const png = await takeScreenshot(page);
    await page.context().close();
    const small = await pictures.reduce(png);
    if (BLESS) {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(golden(one.name), await pictures.write(small));
      writeFileSync(VERSION, `${version()}\n`);
      keep(one.name, png);
      return;
    }
    assert.ok(existsSync(golden(one.name)), 'there is no thumbnail; NDOKU_BLESS=1 writes one');
    const was = await pictures.read(golden(one.name));
    const size = ({ width, height }: { width: number; height: number }) => `${width}×${height}`;
    assert.equal(size(small), size(was));
    const difference = compare(was, small);
    if (!isDifferent(difference, isSameVersion())) return;
    const files = [
      keep(one.name, png),
      keep(`${one.name}-difference`, await pictures.write(drawn(difference, small))),
    ];
    assert.fail(
      `the page looks different (mean ${difference.mean.toFixed(2)}, clear ${difference.clear}); see ${files.join(', ')}; NDOKU_BLESS=1 accepts it`,
    );
  });
}

test('other font rendering is no difference', async (context) => {
  if (!isSameVersion()) return context.skip('another version of Chromium drew the thumbnails');
  for (const flag of ['--font-render-hinting=none', '--disable-font-subpixel-positioning']) {
    const other = await launch([...FLAGS, flag]);
    for (const name of ['notes', 'path', 'phone']) {
      const page = await openState(other, url, state(name));
      const difference = compare(
        await pictures.read(golden(name)),
        await pictures.reduce(await takeScreenshot(page)),
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
    const was = await pictures.read(golden(name));
    const page = await openState(browser, url, state(name));
    for (const [defect, style] of Object.entries(defects)) {
      const difference = compare(was, await pictures.reduce(await takeScreenshot(page, style)));
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
    ['dark-path', 'light'],
  ]) {
    const page = await openState(browser, url, { ...state(name), settings: { theme } });
    assert.ok(
      isDifferent(
        compare(
          await pictures.read(golden(name)),
          await pictures.reduce(await takeScreenshot(page)),
        ),
      ),
      `${name} in ${theme}`,
    );
    await page.context().close();
  }
});
