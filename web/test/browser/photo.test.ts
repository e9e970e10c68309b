// Reading photographs: files, the camera, what is wrong, corrections, offline.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import {
  changeReadings,
  choosePicture,
  DOUBTS,
  drawPuzzle,
  NEWSPAPER,
  NEWSPAPER_PUZZLE,
  photoView,
  showCamera,
} from './photos.ts';
import { at, browser, menu, play, requests, url } from './play.ts';
import { EASY, EXTREME } from './puzzles.ts';
import { cell, digits, launch, open, ready } from './setup.ts';

const part = (page: Page, name: string) => page.locator(`dialog [data-photo=${name}]`);
/** Returns the digits of the board in the dialog. */
const readDigits = (page: Page): Promise<string> =>
  page
    .locator('.photo-board [role=gridcell]')
    .evaluateAll((cells) =>
      cells
        .map(
          (cell) =>
            /(\d)(?=$|, )/.exec(
              (cell.getAttribute('aria-label') ?? '').replace(/^.*?box \d+, /, ''),
            )?.[1] ?? '.',
        )
        .join(''),
    );
/** Waits until a condition holds. The limit of the test ends it otherwise. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 50));
}
const verdict = (page: Page, name: string) =>
  page.locator(`.photo-verdict[data-verdict=${name}]`).waitFor();
const wasmRequests = () => requests.filter((path) => /photo-[^/]*\.wasm$/.test(path));

/** Opens a page, with changes before it loads. Fails if it wrote errors to the console. */
async function visit(
  address: string,
  prepare: (page: Page) => Promise<unknown>,
  run: (page: Page) => Promise<void>,
  options = {},
): Promise<void> {
  const page = await open(browser, address, options, prepare);
  try {
    await run(page);
    assert.deepEqual(page.consoleErrors, []);
  } finally {
    await page.context().close();
  }
}

const isCurrent = (page: Page, puzzle: string) =>
  page.waitForFunction((text) => location.hash.includes(text), puzzle);

test('a photograph from a file is read, shown and played, and the reader loads only then', async () => {
  await play(at(EASY), async (page) => {
    await page.waitForTimeout(2500);
    assert.deepEqual(wasmRequests(), []);
    await menu(page, 'photo');
    await photoView(page, 'start');
    await choosePicture(page, NEWSPAPER);
    await photoView(page, 'result');
    assert.equal(await readDigits(page), NEWSPAPER_PUZZLE);
    await verdict(page, 'unique');
    assert.equal(wasmRequests().length, 1);
    assert.deepEqual(await violations(page), []);
    await part(page, 'play').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await isCurrent(page, NEWSPAPER_PUZZLE);
    assert.equal(await digits(page), NEWSPAPER_PUZZLE);
  });
});

test('a turned picture is dropped anywhere, corrected and opened in Create', async () => {
  await play(at(EASY), async (page) => {
    const { buffer } = await drawPuzzle(page, EXTREME, 97);
    await page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      },
      [...buffer],
    );
    await photoView(page, 'result');
    assert.equal(await readDigits(page), EXTREME);
    await page.locator('.photo-picture').click({ position: { x: 20, y: 20 } });
    const first = EXTREME[0] === '1' ? '2' : '1';
    await page.keyboard.press(first);
    await page.locator('.photo-verdict:not([data-verdict=unique])').waitFor();
    assert.equal(await readDigits(page), first + EXTREME.slice(1));
    await part(page, 'edit').click();
    await page.locator('.coach.set').waitFor();
    await isCurrent(page, 'set=1');
    assert.equal(await digits(page), first + EXTREME.slice(1));
  });
});

test('a copied picture is read, and the text of a copied table is not lost', async () => {
  await play(at(EASY), async (page) => {
    const { buffer } = await drawPuzzle(page, EXTREME, -8);
    const pasted = (text: string) =>
      page.evaluate(
        ([bytes, content]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
          if (content) data.setData('text/plain', content);
          document.body.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
          );
        },
        [[...buffer], text] as [number[], string],
      );
    await pasted(EASY);
    await isCurrent(page, EASY);
    await pasted('');
    await photoView(page, 'result');
    assert.equal(await readDigits(page), EXTREME);
  });
});

test('doubtful cells are marked, and their alternatives correct them', async () => {
  const prepare = (page: Page) => changeReadings(page, { doubts: DOUBTS, read: [[7, 9]] });
  await visit(at(EASY), prepare, async (page) => {
    await menu(page, 'photo');
    await choosePicture(page, NEWSPAPER);
    await photoView(page, 'result');
    await verdict(page, 'none');
    const open = page.locator('.photo-board [role=gridcell][aria-description]');
    assert.equal(await open.count(), 3);
    assert.equal(await page.locator('.photo-picture .house.look').count(), 3);
    assert.match((await open.first().getAttribute('aria-description'))!, /9, or else 3, 6/);
    const choice = (digit: number) => page.locator(`[data-choice="${digit}"]`);
    assert.deepEqual(await page.locator('.photo-choice b').allInnerTexts(), ['9', '3', '6']);
    assert.deepEqual(await violations(page), []);
    await choice(6).click();
    assert.equal((await readDigits(page))[7], '6');
    // The next doubtful cell is selected, and the focus is on its first choice.
    assert.deepEqual(await page.locator('.photo-choice b').allInnerTexts(), ['6', '8']);
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'photo-choice');
    await page.locator('.photo-next').click();
    await page.keyboard.press('Backspace');
    assert.equal(await open.count(), 1);
    await page.locator('.photo-picture .selection').waitFor();
    // The same digit again: it is what was read.
    await page.locator('.photo-next').click();
    await choice(6).click();
    assert.equal(await open.count(), 0);
    assert.equal(await page.locator('.photo-next').isVisible(), false);
    await page.locator('.photo-board [role=gridcell]').nth(7).focus();
    await page.keyboard.press('8');
    await verdict(page, 'unique');
    await page.keyboard.press('7');
    await verdict(page, 'contradictory');
  });
});

test('the buttons of the result are in sight on phones, in each language', async () => {
  for (const locale of ['en-US', 'de-DE', 'es-ES'])
    await visit(
      at(EASY),
      (page) => changeReadings(page, { doubts: DOUBTS }),
      async (page) => {
        await menu(page, 'photo');
        await photoView(page, 'start');
        await choosePicture(page, NEWSPAPER);
        await photoView(page, 'result');
        for (const [width, height] of [
          [390, 844],
          [390, 664],
          [360, 740],
          [667, 375],
          [844, 390],
        ]) {
          await page.setViewportSize({ width, height });
          for (const name of ['again', 'edit', 'play'])
            assert.ok(
              await part(page, name).evaluate((button) => {
                const { left, right, top, bottom } = button.getBoundingClientRect();
                const isInside = left >= 0 && top >= 0 && right <= innerWidth;
                const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                return isInside && bottom <= innerHeight && button.contains(at);
              }),
              `${locale}, ${width}×${height}: ${name}`,
            );
        }
      },
      { locale, hasTouch: true },
    );
});

test('keys alone lead from the first page to the game', async () => {
  const prepare = (page: Page) => changeReadings(page, { doubts: DOUBTS });
  await visit(`${url}#/home`, prepare, async (page) => {
    const isAt = (selector: string) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
    // Playwright takes a while to intercept the chooser of files.
    const chooser = page.waitForEvent('filechooser');
    await page.locator('[data-photo=home]').focus();
    await page.keyboard.press('Enter');
    await photoView(page, 'start');
    await isAt('[data-photo=camera]');
    await page.keyboard.press('Tab');
    await isAt('[data-photo=choose]');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(NEWSPAPER);
    await photoView(page, 'result');
    await isAt('.photo-board .cell');
    await page.keyboard.press('8');
    await page.keyboard.press('Enter');
    await page.keyboard.press('6');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.waitForFunction(() => document.querySelector('[aria-description]') === null);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await page.keyboard.press('1');
    await until(async () => (await readDigits(page))[36] === '1');
    for (let n = 0; n < 25; n++) {
      if (await page.evaluate(() => document.activeElement?.matches('[data-photo=play]'))) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('#grid').waitFor();
  });
});

test('a picture without a puzzle, and a file without a picture, have a sentence each', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'open');
    await part(page, 'open').click();
    await photoView(page, 'start');
    assert.equal(await page.locator('dialog').count(), 1);
    const says = (text: string) => page.locator('dialog .alert', { hasText: text }).waitFor();
    const file = page.locator('[data-photo=file]');
    await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') });
    await says('The browser cannot open this file as a picture.');
    const blank = await drawPuzzle(page, '.'.repeat(81));
    await file.setInputFiles(blank);
    await says('The grid has no printed digits that can be read.');
    await file.setInputFiles(join(import.meta.dirname, '../../../public/apple-touch-icon.png'));
    await says('There is no Sudoku grid in the picture.');
    assert.deepEqual(await violations(page), []);
    await file.setInputFiles(await drawPuzzle(page, EXTREME));
    await photoView(page, 'result');
    await part(page, 'again').click();
    await photoView(page, 'start');
  });
});

test('a 6×6 puzzle with tall boxes is read, corrected and played with its boxes', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'open');
    await part(page, 'open').click();
    await photoView(page, 'start');
    const six = '..52...4..2..1.....63.....6.4.3.....';
    await page.locator('[data-photo=file]').setInputFiles(await drawPuzzle(page, six, 0, 2));
    await photoView(page, 'result');
    assert.equal(await page.locator('.photo-board .cell').count(), 36);
    assert.equal(await page.locator('.photo-keys button').count(), 7);
    assert.match(await page.locator('.photo-verdict').innerText(), /exactly one solution/);
    await page.locator('.photo-board .cell').nth(2).click();
    await page.keyboard.press('2');
    await page.locator('.photo-verdict[data-verdict=contradictory]').waitFor();
    await page.keyboard.press('5');
    await page.locator('.photo-verdict[data-verdict=unique]').waitFor();
    await part(page, 'play').click();
    await page.waitForSelector('#grid[data-size="6"]');
    assert.equal(await cell(page, 1, 3), 'row 1 column 3, box 2, clue 5');
    assert.equal(await cell(page, 3, 2), 'row 3 column 2, box 1, clue 1');
  });
});

test('a picture is not lost if the file of the open dialog is one', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'open');
    await page.locator('dialog input[type=file]').setInputFiles(NEWSPAPER);
    await photoView(page, 'result');
    assert.equal(await page.locator('dialog').count(), 1);
  });
});

test('the camera takes the picture itself, and is off when the dialog closes', async () => {
  const prepare = (page: Page) => showCamera(page, NEWSPAPER);
  await visit(at(EASY), prepare, async (page) => {
    const track = () =>
      page.evaluate(() => {
        const stream = document.querySelector('video')?.srcObject as MediaStream | undefined;
        (globalThis as { kept?: MediaStreamTrack }).kept ??= stream?.getTracks()[0];
        return (globalThis as { kept?: MediaStreamTrack }).kept?.readyState;
      });
    await menu(page, 'photo');
    await part(page, 'camera').click();
    await photoView(page, 'camera');
    await page.waitForFunction(() => document.querySelector('video')?.srcObject);
    assert.equal(await track(), 'live');
    await photoView(page, 'result');
    assert.equal(await readDigits(page), NEWSPAPER_PUZZLE);
    assert.equal(await track(), 'ended');
    // Another picture: the camera again, and the shutter.
    await part(page, 'again').click();
    await photoView(page, 'camera');
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });
});

test('the live view outlines the grid, and the shutter takes a picture at any time', async () => {
  const prepare = async (page: Page) => {
    await showCamera(page, NEWSPAPER);
    await changeReadings(page, { holds: true });
  };
  await visit(at(EASY), prepare, async (page) => {
    await menu(page, 'photo');
    await part(page, 'camera').click();
    await page.locator('.photo-line[d^=M]').waitFor({ state: 'attached' });
    const path = (await page.locator('.photo-line').getAttribute('d'))!;
    const numbers = path
      .match(/[\d.]+/g)!
      .slice(0, 8)
      .map(Number);
    for (const value of numbers) assert.ok(value > 0 && value < 640, path);
    assert.deepEqual(await violations(page), []);
    await part(page, 'take').click();
    await photoView(page, 'reading');
    await page.locator('dialog .actions button').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  });
});

test('the fake camera of Chromium works like a real one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ndoku-'));
  const video = join(folder, 'photo.mjpeg');
  writeFileSync(video, Buffer.concat(Array.from({ length: 4 }, () => readFileSync(NEWSPAPER))));
  const other = await launch([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  try {
    // On a touch screen, the camera opens at once.
    const page = await open(other, at(EASY), { hasTouch: true, isMobile: true });
    await menu(page, 'photo');
    await photoView(page, 'camera');
    await photoView(page, 'result');
    assert.equal(await readDigits(page), NEWSPAPER_PUZZLE);
    assert.deepEqual(page.consoleErrors, []);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true });
  }
});

test('without a camera the page says why, and files still work', async () => {
  const fails = (name: string) => (page: Page) =>
    page.addInitScript((kind) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', kind));
    }, name);
  for (const [name, said] of [
    ['NotAllowedError', /^The browser does not allow the camera\./],
    ['NotFoundError', /^There is no camera\./],
    ['NotReadableError', /^The camera does not start\./],
  ] as const)
    await visit(at(EASY), fails(name), async (page) => {
      await menu(page, 'photo');
      await part(page, 'camera').click();
      await page.locator('dialog .alert', { hasText: said }).waitFor();
      await choosePicture(page, NEWSPAPER);
      await photoView(page, 'result');
    });
  const insecure = (page: Page) =>
    page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await visit(at(EASY), insecure, async (page) => {
    await menu(page, 'photo');
    await page.locator('dialog', { hasText: 'needs a page with a secure address' }).waitFor();
    assert.equal(await part(page, 'camera').count(), 0);
    assert.deepEqual(await violations(page), []);
  });
});

test('a refused permission is no dead end', async () => {
  // Without a person, Chromium refuses.
  await play(at(EASY), async (page) => {
    await menu(page, 'photo');
    await part(page, 'camera').click();
    await page.locator('dialog .alert').waitFor();
    await part(page, 'choose').waitFor();
  });
});

test('a hidden page turns the camera off', async () => {
  const prepare = async (page: Page) => {
    await showCamera(page, NEWSPAPER);
    await changeReadings(page, { holds: true });
  };
  await visit(at(EASY), prepare, async (page) => {
    const setHidden = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'visibilityState', {
          value: hidden ? 'hidden' : 'visible',
          configurable: true,
        });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await menu(page, 'photo');
    await part(page, 'camera').click();
    await page.waitForFunction(() => document.querySelector('video')?.srcObject);
    await setHidden(true);
    await photoView(page, 'start');
    assert.equal(await page.locator('video').count(), 0);
    await setHidden(false);
    await photoView(page, 'camera');
  });
});

test('the light of a camera is a switch, and cameras without one have none', async () => {
  for (const hasLight of [false, true]) {
    const prepare = async (page: Page) => {
      await showCamera(page, NEWSPAPER);
      await changeReadings(page, { holds: true });
      await page.addInitScript((torch) => {
        const { prototype } = MediaStreamTrack;
        prototype.getCapabilities = () => ({ torch }) as MediaTrackCapabilities;
        prototype.applyConstraints = async (wanted) => {
          document.documentElement.dataset.light = JSON.stringify(wanted?.advanced);
        };
      }, hasLight);
    };
    await visit(at(EASY), prepare, async (page) => {
      await menu(page, 'photo');
      await part(page, 'camera').click();
      await page.locator('.photo-line[d^=M]').waitFor({ state: 'attached' });
      const light = part(page, 'torch');
      assert.equal(await light.isVisible(), hasLight);
      if (!hasLight) return;
      for (const isOn of [true, false]) {
        await light.click();
        await page.locator(`[data-photo=torch][aria-pressed=${isOn}]`).waitFor();
        const wanted = await page.locator('html').getAttribute('data-light');
        assert.equal(wanted, JSON.stringify([{ torch: isOn }]));
      }
    });
  }
});

test('the dialog speaks German and Spanish', async () => {
  for (const [locale, title, said] of [
    ['de', 'Foto eines Rätsels', 'Das Rätsel hat genau eine Lösung.'],
    ['es', 'Foto de un puzle', 'El puzle tiene solución única.'],
  ] as const)
    await play(
      at(EASY),
      async (page) => {
        await menu(page, 'photo');
        await page.getByRole('heading', { name: title }).waitFor();
        await choosePicture(page, NEWSPAPER);
        await page.locator('.photo-verdict', { hasText: said }).waitFor();
      },
      { locale },
    );
});

test('photographs are read offline after the first time, and without asking a server', async () => {
  await play(at(EASY), async (page) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const stored = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('ndoku-'));
        const found = await Promise.all(
          names.map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url: of }) => of),
          ),
        );
        return found.flat().filter((address) => /photo-[^/]*\.wasm$/.test(address)).length;
      });
    assert.equal(await stored(), 0, 'nobody has asked for it');
    await menu(page, 'photo');
    await choosePicture(page, NEWSPAPER);
    await photoView(page, 'result');
    await until(async () => (await stored()) === 1);
    await page.context().setOffline(true);
    const before = requests.length;
    await page.reload();
    await ready(page);
    await menu(page, 'photo');
    await choosePicture(page, NEWSPAPER);
    await photoView(page, 'result');
    assert.equal(await readDigits(page), NEWSPAPER_PUZZLE);
    // The browser itself asks for a new version of the page.
    assert.deepEqual(
      requests.slice(before).filter((path) => path !== '/sw.js'),
      [],
    );
    await page.context().setOffline(false);
  });
});

test('the reader is loaded again after it could not be loaded', async () => {
  let isOnline = false;
  const page = await open(browser, at(EASY), { serviceWorkers: 'block' }, (fresh) =>
    fresh.route(/photo-.*\.wasm$/, (route) => (isOnline ? route.continue() : route.abort())),
  );
  await menu(page, 'photo');
  await photoView(page, 'start');
  await choosePicture(page, NEWSPAPER);
  await photoView(page, 'problem');
  isOnline = true;
  await choosePicture(page, NEWSPAPER);
  await photoView(page, 'result');
  await page.context().close();
});

test('an error while the solutions are counted takes the place of the last verdict', async () => {
  const page = await open(browser, at(EASY), { serviceWorkers: 'block' }, (fresh) =>
    fresh.route(/full-.*\.wasm$/, (route) => route.abort()),
  );
  await menu(page, 'photo');
  await photoView(page, 'start');
  await choosePicture(page, NEWSPAPER);
  await photoView(page, 'result');
  await verdict(page, 'unique');
  await page.locator('.photo-board [role=gridcell]').first().press('1');
  const failed = page.locator('.photo-verdict:not([data-verdict])');
  await failed.filter({ hasText: 'The engine cannot be loaded.' }).waitFor();
  await page.context().close();
});
