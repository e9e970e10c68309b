// Compares screenshots of the page with earlier ones.
//
// Machines have different fonts and versions of Chromium. So three things happen before two
// pictures are compared:
//
// 1. The page uses the font that it ships, and its clock stands still.
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

import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { open, nextFrame } from './setup.ts';
import type { State } from './states.ts';

/** Width and height of the pixels that become one pixel of a thumbnail. */
const BLOCK = 8;
/** Minimum difference of a clearly different pixel, 0 to 255. */
const CLEAR = 40;

/** Maximum mean difference, 0 to 255, and maximum number of clearly different pixels. */
const LIMITS = { mean: 0.7, clear: 2 };
/** The limits for another version of Chromium than that of the thumbnails. */
const OTHER_VERSION_LIMITS = { mean: 1.8, clear: 300 };

/** A small picture with three bytes per pixel, row by row. */
export interface Thumbnail {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface Difference {
  /** Mean difference, 0 to 255. */
  readonly mean: number;
  /** Number of pixels that are clearly different. */
  readonly clear: number;
  /** Difference of each pixel, 0 to 255. */
  readonly map: Uint8Array;
}

/** Reads and writes PNG with the canvas of a browser, which needs no library. */
export class Pictures {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async create(browser: Browser): Promise<Pictures> {
    return new Pictures(await browser.newPage());
  }

  /** Reduces a screenshot to a thumbnail. */
  reduce = (png: Buffer): Promise<Thumbnail> => this.decode(png, BLOCK);

  /** Reads a thumbnail. */
  read = (file: string): Promise<Thumbnail> => this.decode(readFileSync(file), 1);

  private async decode(png: Buffer, block: number): Promise<Thumbnail> {
    const { width, height, text } = await this.page.evaluate(
      async ({ source, by }) => {
        const image = await createImageBitmap(
          await (await fetch(`data:image/png;base64,${source}`)).blob(),
          { colorSpaceConversion: 'none' },
        );
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
          willReadFrequently: true,
        })!;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const [wide, high] = [Math.ceil(image.width / by), Math.ceil(image.height / by)];
        let bytes = '';
        for (let y = 0; y < high; y++) {
          for (let x = 0; x < wide; x++) {
            const sum = [0, 0, 0];
            let count = 0;
            for (let v = y * by; v < Math.min((y + 1) * by, image.height); v++) {
              for (let u = x * by; u < Math.min((x + 1) * by, image.width); u++) {
                const at = 4 * (v * image.width + u);
                for (let part = 0; part < 3; part++) sum[part] += data[at + part];
                count++;
              }
            }
            bytes += String.fromCharCode(...sum.map((one) => Math.round(one / count)));
          }
        }
        return { width: wide, height: high, text: btoa(bytes) };
      },
      { source: png.toString('base64'), by: block },
    );
    return { width, height, pixels: Uint8Array.from(Buffer.from(text, 'base64')) };
  }

  /** Writes a thumbnail as PNG. */
  async write({ width, height, pixels }: Thumbnail): Promise<Buffer> {
    const source = Buffer.from(pixels).toString('base64');
    const text = await this.page.evaluate(
      async (small) => {
        const canvas = new OffscreenCanvas(small.width, small.height);
        const context = canvas.getContext('2d')!;
        const data = context.createImageData(small.width, small.height);
        [...atob(small.source)].forEach(
          (byte, at) => (data.data[4 * Math.floor(at / 3) + (at % 3)] = byte.charCodeAt(0)),
        );
        for (let at = 3; at < data.data.length; at += 4) data.data[at] = 255;
        context.putImageData(data, 0, 0);
        const bytes = new Uint8Array(
          await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer(),
        );
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      { width, height, source },
    );
    return Buffer.from(text, 'base64');
  }
}

/** Compares two thumbnails of the same size. */
export function compare(one: Thumbnail, other: Thumbnail): Difference {
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
export const drawn = ({ map }: Difference, { width, height }: Thumbnail): Thumbnail => ({
  width,
  height,
  pixels: Uint8Array.from(
    { length: 3 * map.length },
    (_, at) => 255 - Math.min(255, 3 * map[Math.floor(at / 3)]),
  ),
});

/** Returns the difference between a pixel and the most similar one near its position in `to`. */
function pixelDifference(from: Thumbnail, to: Thumbnail, x: number, y: number): number {
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

/** Opens the page in a state, with a clock that stands still, in the font that it ships. */
export async function openState(
  browser: Browser,
  url: string,
  { fragment, settings, options, run }: State,
): Promise<Page> {
  const all = {
    bypassCSP: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  } as const;
  const page = await open(browser, `${url}#${fragment}`, all, (fresh) =>
    fresh.addInitScript((stored) => {
      performance.now = () => 1000;
      localStorage.setItem('ndoku.settings', JSON.stringify(stored));
    }, settings ?? {}),
  );
  await page.evaluate(() => document.fonts.load('600 16px Figtree'));
  await run?.(page);
  // The rating of the title arrives in the background.
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

/** Takes a screenshot without a blinking caret. */
export const takeScreenshot = (page: Page, style = ''): Promise<Buffer> =>
  page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    style,
  });
