// Comparing how the page looks with how it looked when somebody last looked at it.
//
// Machines have other fonts and other versions of Chromium, so three things are done before two pictures are compared:
//
//   - The page is drawn in the font of the project (crates/ndoku-render/font), with a clock that stands.
//   - A picture is reduced to one pixel for 8×8, the mean of them: how the edge of a letter is smoothed is gone then. These small pictures are kept (test/golden).
//   - A pixel may move by one: it is held against all nine around its place in the other picture, both ways.
//
// The limits stand between what letters that are drawn in another way change, and what the least of real faults changes; look.test.ts proves both. Measured with
// Chromium 148, as mean of all pixels and the most that one pixel changes, both of 255:
//
//   another hinting, other smoothing          0.0      under 40
//   letters on whole pixels                   0.45     30
//   corner marks lost in one cell             0.03     66
//   underline of a conflict lost              0.05     55
//   panels lost; grid moved by 10 pixels      1.9, 5.7
//   fonts of the machine                      1 to 3   up to 207   (which is why the page is drawn in ours)
//
// Another version of Chromium may draw what the page does not (boxes to tick, lists to choose from) in its own way, and is held to wider limits, which still find a theme that is
// wrong or a panel that is lost.
//
// Not found is what is both small and pale: the candidates of one cell of a 16×16 grid.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { open, settled } from './setup.ts';
import type { State } from './states.ts';

/** So many pixels of the screen, in both directions, become one. */
const BLOCK = 8;
/** From here on, of 255, a pixel is clearly another one. */
const CLEAR = 40;

/** How much two pictures may differ: the mean of all pixels, of 255, and the number of those that are clearly different. */
const LIMITS = { mean: 0.7, clear: 2 };
/** The same where another version of Chromium draws than the one that drew what it is held against. */
const WIDE = { mean: 1.8, clear: 300 };

/** A small picture: three bytes for each pixel, row by row. */
export interface Small {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface Difference {
  /** Mean difference, 0 to 255. */
  readonly mean: number;
  /** Number of pixels that are clearly different. */
  readonly clear: number;
  /** How much each pixel differs, 0 to 255. */
  readonly map: Uint8Array;
}

/** Reads and writes PNG by the canvas of a browser, which needs nothing else. */
export class Pictures {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async of(browser: Browser): Promise<Pictures> {
    return new Pictures(await browser.newPage());
  }

  /** A screenshot as a small picture. */
  reduce = (png: Buffer): Promise<Small> => this.decode(png, BLOCK);

  /** A small picture that was kept. */
  read = (file: string): Promise<Small> => this.decode(readFileSync(file), 1);

  private async decode(png: Buffer, block: number): Promise<Small> {
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

  /** A small picture as PNG. */
  async write({ width, height, pixels }: Small): Promise<Buffer> {
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

/** How two small pictures of the same size differ. */
export function compare(one: Small, other: Small): Difference {
  const { width, height } = one;
  const map = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      map[y * width + x] = Math.max(away(one, other, x, y), away(other, one, x, y));
  }
  return {
    mean: map.reduce((sum, one) => sum + one, 0) / map.length,
    clear: map.filter((one) => one >= CLEAR).length,
    map,
  };
}

/** Whether two pictures differ by more than the way in which letters are drawn. */
export const isOther = ({ mean, clear }: Difference, isSameVersion = true): boolean => {
  const limits = isSameVersion ? LIMITS : WIDE;
  return mean > limits.mean || clear > limits.clear;
};

/** A difference as a picture: the darker, the more. */
export const drawn = ({ map }: Difference, { width, height }: Small): Small => ({
  width,
  height,
  pixels: Uint8Array.from(
    { length: 3 * map.length },
    (_, at) => 255 - Math.min(255, 3 * map[Math.floor(at / 3)]),
  ),
});

/** How far a pixel of one picture is from the most similar of those around its place in the other: the most of the three colors. */
function away(from: Small, to: Small, x: number, y: number): number {
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

const FONT = join(import.meta.dirname, '../../../../crates/ndoku-render/font');
const face = (file: string, weight: string) =>
  `@font-face { font-family: Look; font-weight: ${weight}; src: url(data:font/ttf;base64,${readFileSync(join(FONT, file)).toString('base64')}); }`;
const FACES = `${face('NotoSans-Regular.ttf', '100 500')} ${face('NotoSans-Bold.ttf', '600 900')} * { font-family: Look, sans-serif !important; }`;

/** The page in a state, with a clock that stands, in the font of the project. What the page complains about is not looked at here. */
export async function inState(
  browser: Browser,
  url: string,
  { opens, settings, options, run }: State,
): Promise<Page> {
  const all = {
    bypassCSP: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  } as const;
  const page = await open(browser, `${url}#${opens}`, all, (fresh) =>
    fresh.addInitScript((kept) => {
      performance.now = () => 1000;
      localStorage.setItem('ndoku.settings', JSON.stringify(kept));
    }, settings ?? {}),
  );
  await page.addStyleTag({ content: FACES });
  await page.evaluate(() =>
    Promise.all(['400 16px Look', '700 16px Look'].map((font) => document.fonts.load(font))),
  );
  await run?.(page);
  await settled(page);
  return page;
}

/** A screenshot of what is on the screen. What is told for a moment only is not in it, nor is a caret that blinks. */
export const shoot = (page: Page, style = ''): Promise<Buffer> =>
  page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    style: `.toast { display: none !important; } ${style}`,
  });
