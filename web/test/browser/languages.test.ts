// The page in German and Spanish: the choice of the language, texts that are left in English, room
// for longer words, and accessibility.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Language } from '../../src/i18n.ts';
import { de } from '../../src/texts/de.ts';
import { deDialogs } from '../../src/texts/de-dialogs.ts';
import { deParts } from '../../src/texts/de-parts.ts';
import { en } from '../../src/texts/en.ts';
import { enDialogs } from '../../src/texts/en-dialogs.ts';
import { enParts } from '../../src/texts/en-parts.ts';
import { es } from '../../src/texts/es.ts';
import { esDialogs } from '../../src/texts/es-dialogs.ts';
import { esParts } from '../../src/texts/es-parts.ts';
import { violations } from './axe.ts';
import { at, browser, closeDialog, menu, play, requests, reveal, url } from './play.ts';
import { EASY, FOUR, VARIANT_6 } from './puzzles.ts';
import { nextFrame, open, paste, press, ready } from './setup.ts';

const english = { ...en, ...enDialogs, ...enParts };
type Key = keyof typeof english;

const OTHERS = {
  de: { ...de, ...deDialogs, ...deParts },
  es: { ...es, ...esDialogs, ...esParts },
} as const;
const LOCALES = { de: 'de-DE', es: 'es-MX' } as const;
/** The sizes of windows in which texts need room. */
const WINDOWS = {
  wide: [1440, 900],
  narrow: [1024, 768],
  phone: [390, 844],
  'small phone': [360, 640],
} as const;

/** English texts that must not appear, because the language has another one. */
const wrongTexts = (language: 'de' | 'es'): string[] =>
  (Object.keys(english) as Key[])
    .filter((key) => !english[key].includes('{') && /[a-z]{3}/.test(english[key]))
    .map((key) => english[key])
    .filter((text) => !(Object.values(OTHERS[language]) as string[]).includes(text));

/** Returns the texts and labels of the page that are one of these. */
const textsAmong = (page: Page, wrong: string[]): Promise<string[]> =>
  page.evaluate((list) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim());
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        texts.push(element.getAttribute(name) ?? '');
    return [...new Set(texts)].filter((text) => list.includes(text));
  }, wrong);

/** Returns the visible texts that are wider than their place, or beside the window. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const { clientWidth: room, scrollWidth } = document.documentElement;
    const labels =
      'button, button > span, a, h1, h2, h3, label, legend, th, summary, .stat span, b';
    for (const element of document.querySelectorAll<HTMLElement>(labels)) {
      const box = element.getBoundingClientRect();
      const isHidden = box.width < 3 || element.closest('.heard, .skip, [hidden], .toc') !== null;
      if (isHidden || getComputedStyle(element).visibility === 'hidden') continue;
      const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const isOutside = box.right > room + 1 || box.left < -1;
      if (isWide || isOutside)
        cut.push(`${element.tagName}.${element.className}: ${element.textContent}`);
    }
    if (scrollWidth > room + 1) cut.push(`the page is ${scrollWidth} wide`);
    return cut;
  });

/** Solves the small puzzle by applying hints. */
async function solve(page: Page, empty: string): Promise<void> {
  const blanks = () => page.locator(`#grid [role=gridcell][aria-label*="${empty}"]`).count();
  while ((await blanks()) > 0) {
    await reveal(page, 4);
    await page.locator('.hint [data-key=more]').click();
    await page.locator('.hint .effect').waitFor({ state: 'detached' });
    await nextFrame(page);
  }
  await page.locator('.fin h2').waitFor();
}

/** Visits the states of the page, and calls `check` in each. */
async function visit(page: Page, check: (where: string) => Promise<void>): Promise<void> {
  await check('play');
  await page.locator('[data-menu=menu]').click();
  await page.waitForTimeout(250);
  await check('menu');
  await page.keyboard.press('Escape');
  await reveal(page, 1);
  await check('hint 1');
  await reveal(page, 4);
  await check('hint 4');
  await page.keyboard.press('Escape');
  await nextFrame(page);
  for (const name of ['new', 'open', 'create', 'share-this', 'print-this', 'change', 'keys']) {
    await menu(page, name);
    await page.locator('dialog[open]').waitFor();
    await page.waitForTimeout(250);
    await check(name);
    await closeDialog(page);
  }
  for (const [part, inside] of [
    ['#/home', '.today'],
    ['#/learn', '.families'],
    ['#/learn/x-wing', '.fig'],
    ['#/library', '.library'],
    ['#/stats', '.part'],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), part);
    await page.locator(inside).first().waitFor();
    await nextFrame(page);
    await check(part);
  }
}

const languageOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.lang);

for (const language of ['de', 'es'] as const) {
  const options = { locale: LOCALES[language] };

  /** Checks a state: no English, no problem for axe-core, and room in all windows. */
  const check = async (page: Page, where: string) => {
    const at = `${language}, ${where}`;
    assert.deepEqual(await textsAmong(page, wrongTexts(language)), [], at);
    assert.deepEqual(await violations(page), [], at);
    for (const [name, [width, height]] of Object.entries(WINDOWS).reverse()) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      assert.deepEqual(await cutTexts(page), [], `${at}, ${name}`);
    }
  };

  test(`${language}: the page follows the browser, without a word of English`, async () => {
    assert.ok(wrongTexts(language).length > 300, 'most texts differ');
    await play(
      at(EASY),
      async (page) => {
        assert.equal(await languageOf(page), language);
        assert.match(await page.title(), / – ndoku$/);
        await visit(page, (where) => check(page, where));
        await page.evaluate(() => (location.hash = '#/home'));
        await page.locator('.today h1').waitFor();
        const day = new Date().toLocaleDateString(language, { weekday: 'long' });
        assert.match(await page.locator('.today h1').innerText(), new RegExp(`^${day}`, 'i'));
      },
      options,
    );
  });

  test(`${language}: the end of a game`, async () => {
    await play(
      at(FOUR),
      async (page) => {
        await solve(page, OTHERS[language]['grid.empty']);
        assert.equal(await page.locator('.fin h2').innerText(), OTHERS[language]['finish.solved']);
        await check(page, 'the finish');
      },
      options,
    );
  });
}

test('a text without room is found', async () => {
  await play(at(EASY), async (page) => {
    assert.deepEqual(await cutTexts(page), []);
    const undo = page.locator('.act-undo');
    await undo.evaluate((element) => (element.style.maxWidth = '20px'));
    assert.match((await cutTexts(page)).join(), /Undo/);
  });
});

test('a language is chosen in the settings, and stays with the game', async () => {
  await play(at(EASY), async (page) => {
    assert.equal(await languageOf(page), 'en');
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await nextFrame(page);
    const choose = async (of: string, label: string) => {
      await menu(page, 'change');
      const loaded = page.waitForEvent('load');
      await page.getByLabel(label, { exact: true }).selectOption(of);
      await loaded;
      await ready(page);
      // The settings are open again.
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
    };
    await choose('de', 'Language');
    assert.equal(await languageOf(page), 'de');
    const first = page.locator('#grid [role=gridcell]').first();
    assert.equal(await first.getAttribute('aria-label'), 'Zeile 1 Spalte 1, Box 1, 1');
    await page.goto('about:blank');
    await page.goto(url);
    await ready(page);
    assert.equal(await languageOf(page), 'de', 'the choice is stored');
    assert.equal(await first.getAttribute('aria-label'), 'Zeile 1 Spalte 1, Box 1, 1');
    await choose('es', 'Sprache');
    assert.equal(await first.getAttribute('aria-label'), 'fila 1 columna 1, caja 1, 1');
    await choose('auto', 'Idioma');
    assert.equal(await languageOf(page), 'en');
    // The same language needs no other load.
    await menu(page, 'change');
    await page.getByLabel('Language', { exact: true }).selectOption('en');
    await nextFrame(page);
    assert.equal(await page.locator('dialog[open]').count(), 1);
  });
});

test('only the chosen language is loaded, and all of them work offline', async () => {
  const files = (of: Language) => requests.filter((path) => new RegExp(`/${of}[-.]`).test(path));
  // The service worker would fetch all files.
  const options = { serviceWorkers: 'block' } as const;
  const openAll = async (page: Page) => {
    await menu(page, 'change');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.home-link').click();
    await page.locator('.today h1').waitFor();
  };
  requests.splice(0);
  const inEnglish = await open(browser, at(EASY), options);
  await openAll(inEnglish);
  assert.deepEqual([...files('de'), ...files('es')], []);
  const worker = await (await inEnglish.request.get(`${url}sw.js`)).text();
  for (const name of ['de', 'de-dialogs', 'de-parts', 'es', 'es-dialogs', 'es-parts'])
    assert.match(worker, new RegExp(`"assets/${name}-[^"]{8}\\.js"`), name);
  await inEnglish.context().close();
  requests.splice(0);
  const inGerman = await open(browser, at(EASY), { ...options, locale: 'de-CH' });
  await openAll(inGerman);
  const names = files('de').map((path) => path.replace(/^.*\/|-.{8}\.js$/g, ''));
  assert.deepEqual(names, ['de', 'de-dialogs', 'de-parts']);
  assert.deepEqual(files('es'), []);
  await inGerman.context().close();
});

test('rules of variants have names in the language', async () => {
  await play(
    at(EASY),
    async (page) => {
      await paste(page, VARIANT_6);
      await page.locator('.rule-legend li').first().waitFor({ state: 'attached' });
      const legend = await page.locator('.rule-legend').innerText();
      assert.match(legend, /Termómetro|Jaula|Killer|Flecha/);
      assert.doesNotMatch(legend, /Thermometer|Arrow/);
    },
    { locale: 'es' },
  );
});
