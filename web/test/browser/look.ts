// Compares screenshots of the page with earlier ones.
//
// Machines have different fonts and versions of Chromium. So three things happen before two
// pictures are compared:
//
// 1. The page uses the font that it ships, and its clock and date stand still.
// 2. A screenshot is reduced to a thumbnail, with one pixel for 8×8 pixels. This removes most of the
//    differences in font smoothing. The thumbnails are in test/golden.
// 3. A pixel is compared with the nine pixels around its position in the other picture, both ways.
//
// The limits are between the effects of font rendering and the smallest defects. look.test.ts
// checks both. Measured with Chromium 148, on a scale of 0 to 255:
//
// | change | mean difference | maximum difference |
// |---|---|---|
// | another hinting, another smoothing | 0.0 | under 40 |
// | letters on whole pixels | 0.45 | 30 |
// | corner marks missing in one cell | 0.03 | 66 |
// | underline of a conflict missing | 0.05 | 55 |
// | panels missing | 1.9 | |
// | grid moved by 10 pixels | 5.7 | |
// | fonts of the machine instead of ours | 1 to 3 | up to 207 |
//
// Another version of Chromium may draw checkboxes and drop-down lists differently. Its limits are
// wider, and still find a wrong theme or a missing panel.
//
// A small and pale defect is not found, such as missing candidates in one cell of a 16×16 grid.

import type { Browser, Page } from 'playwright-core';
import { readPng } from './png.ts';
import type { Raster } from './png.ts';
import { open, nextFrame } from './setup.ts';
import type { State, Theme, View } from './states.ts';

/** Width and height of the pixels that become one pixel of a thumbnail. */
const BLOCK = 8;
/** Minimum difference of a clearly different pixel, 0 to 255. */
const CLEAR = 40;

/** Maximum mean difference, 0 to 255, and maximum number of clearly different pixels. */
const LIMITS = { mean: 0.7, clear: 2 };
/** The limits for another version of Chromium than that of the thumbnails. */
const OTHER_VERSION_LIMITS = { mean: 1.8, clear: 300 };

export interface Difference {
  /** Mean difference, 0 to 255. */
  readonly mean: number;
  /** Number of pixels that are clearly different. */
  readonly clear: number;
  /** Difference of each pixel, 0 to 255. */
  readonly map: Uint8Array;
}

/** Reduces a screenshot to a thumbnail. */
export function reduce(png: Buffer): Raster {
  const { width, height, pixels } = readPng(png);
  const [wide, high] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const small = new Uint8Array(3 * wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const sum = [0, 0, 0];
      const [right, bottom] = [Math.min((x + 1) * BLOCK, width), Math.min((y + 1) * BLOCK, height)];
      for (let v = y * BLOCK; v < bottom; v++)
        for (let at = 3 * (v * width + x * BLOCK); at < 3 * (v * width + right); at += 3)
          for (let part = 0; part < 3; part++) sum[part] += pixels[at + part];
      const count = (right - x * BLOCK) * (bottom - y * BLOCK);
      for (let part = 0; part < 3; part++)
        small[3 * (y * wide + x) + part] = Math.round(sum[part] / count);
    }
  }
  return { width: wide, height: high, pixels: small };
}

/** Compares two thumbnails of the same size. */
export function compare(one: Raster, other: Raster): Difference {
  const { width, height } = one;
  const map = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      map[y * width + x] = Math.max(
        pixelDifference(one, other, x, y),
        pixelDifference(other, one, x, y),
      );
  }
  return {
    mean: map.reduce((sum, one) => sum + one, 0) / map.length,
    clear: map.filter((one) => one >= CLEAR).length,
    map,
  };
}

/** Returns `true` if two pictures differ by more than font rendering. */
export const isDifferent = ({ mean, clear }: Difference, isSameVersion = true): boolean => {
  const limits = isSameVersion ? LIMITS : OTHER_VERSION_LIMITS;
  return mean > limits.mean || clear > limits.clear;
};

/** Draws a difference. Darker pixels differ more. */
export const drawn = ({ map }: Difference, { width, height }: Raster): Raster => ({
  width,
  height,
  pixels: Uint8Array.from(
    { length: 3 * map.length },
    (_, at) => 255 - Math.min(255, 3 * map[Math.floor(at / 3)]),
  ),
});

/** Returns the difference between a pixel and the most similar one near its position in `to`. */
function pixelDifference(from: Raster, to: Raster, x: number, y: number): number {
  const { width, height } = from;
  const at = 3 * (y * width + x);
  let least = 255;
  for (let v = Math.max(y - 1, 0); v <= Math.min(y + 1, height - 1); v++) {
    for (let u = Math.max(x - 1, 0); u <= Math.min(x + 1, width - 1); u++) {
      const there = 3 * (v * width + u);
      let most = 0;
      for (let part = 0; part < 3; part++)
        most = Math.max(most, Math.abs(from.pixels[at + part] - to.pixels[there + part]));
      least = Math.min(least, most);
    }
  }
  return least;
}

/** The time of the pictures. */
const NOW = Date.UTC(2026, 10, 25, 10);

/** Opens the page in a state, with a clock that stands still, in the font that it ships. */
export async function openState(browser: Browser, url: string, state: State): Promise<Page> {
  const { fragment, settings, storage, options, before, run, isUnrated } = state;
  const all = {
    bypassCSP: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    ...options,
  } as const;
  const stored = { ...storage, 'ndoku.settings': settings ?? {} };
  const page = await open(browser, `${url}#${fragment}`, all, async (fresh) => {
    await fresh.addInitScript(freeze, { now: NOW, stored });
    await before?.(fresh);
  });
  await page.evaluate(() => document.fonts.load('600 16px Figtree'));
  await run?.(page);
  // The rating of the title arrives in the background.
  if (!isUnrated)
    await page.waitForFunction(() => {
      const size = Number(document.querySelector('#grid')?.getAttribute('data-size'));
      const hasClues = document.querySelector('#grid .digit.given') !== null;
      return (
        size > 9 || !hasClues || document.querySelector<HTMLElement>('.nm .tag')?.hidden === false
      );
    });
  await nextFrame(page);
  return page;
}

/** Stops the clock of a page, and fills its storage. Runs in the page. */
function freeze({ now, stored }: { now: number; stored: Record<string, unknown> }): void {
  performance.now = () => 1000;
  window.Date = class extends Date {
    constructor(...parts: []) {
      if (parts.length > 0) super(...parts);
      else super(now);
    }
    static override now = () => now;
  } as DateConstructor;
  for (const [name, value] of Object.entries(stored))
    if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
}

/** Shows an open page in another size and theme. */
export async function showIn(page: Page, view: View, theme: Theme): Promise<void> {
  const { width, height, isTouch } = view;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch });
  await session.detach();
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height });
  await page.evaluate(() => window.scrollTo(0, 0));
  await nextFrame(page);
}

/** Takes a screenshot without a blinking caret. */
export const takeScreenshot = (page: Page, style = ''): Promise<Buffer> =>
  page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    style,
  });
