// The coach beside the grid: what its tabs show there, and what stays in view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { agree, at, button, openTab, play, reveal } from './play.ts';
import { EASY, EXTREME, JIGSAW_6, SIXTEEN, VARIANT_6 } from './puzzles.ts';
import { nextFrame, paste, press, waitAnnounced } from './setup.ts';

const touch = (width: number, height: number) => ({
  viewport: { width, height },
  hasTouch: true,
});

const boxes = (page: Page, name: string) =>
  page
    .locator(name)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

/** Asserts that an element lies inside another one, both visible. */
async function isInside(page: Page, inner: string, outer: string, where: string): Promise<void> {
  const [[a], [b]] = [await boxes(page, inner), await boxes(page, outer)];
  const isIn =
    a.left >= b.left - 1 &&
    a.top >= b.top - 1 &&
    a.right <= b.right + 1 &&
    a.bottom <= b.bottom + 1;
  assert.ok(isIn, `${where}: ${inner} leaves ${outer}: ${JSON.stringify([a, b])}`);
}

test('a path is drawn only while its tab is open', async () => {
  await play(at(EXTREME), async (page) => {
    await openTab(page, 'Path');
    await button(page, 'Find solution path').click();
    const chain = page.locator('.steps button', { hasText: 'Alternating' }).first();
    await chain.evaluate((one: HTMLElement) => one.click());
    const links = page.locator('#grid .links .link');
    await links.first().waitFor({ state: 'attached' });
    const title = page.locator('.nm h1');
    assert.equal(await title.textContent(), 'Solution path');
    await openTab(page, 'Analysis');
    await nextFrame(page);
    assert.equal(await links.count(), 0);
    assert.equal(
      await page.locator('#grid .digit.shown').count(),
      0,
      'the grid is that of the game',
    );
    assert.equal(await title.textContent(), 'Sudoku');
    await openTab(page, 'Path');
    await nextFrame(page);
    assert.ok((await links.count()) > 5, 'the path is still there');
    // A hint is about the game, so it ends the path.
    await openTab(page, 'Hint');
    await page.locator('.hint [data-key=more]').click();
    await page.locator('.hint .lead').waitFor();
    assert.ok(await page.locator('.pad').isVisible());
  });
});

test('a hint says how the clues contradict each other', async () => {
  await play(at(`44${EASY.slice(2)}`), async (page) => {
    await page.locator('.coach-b.main:visible').click();
    const text = page.locator('.hint p');
    await text.waitFor();
    assert.equal(await text.textContent(), 'The puzzle contradicts itself (4 twice in row 1).');
  });
});

test('the newest result of the analysis is in view, with what it offers', async () => {
  for (const [width, height] of [
    [390, 844],
    [667, 375],
    [820, 1180],
    [1024, 768],
  ] as const) {
    await play(
      at(EASY),
      async (page) => {
        await openTab(page, 'Analysis');
        await button(page, 'Rate difficulty').click();
        await page.locator('.findings .is-new', { hasText: 'Hardest step' }).waitFor();
        await agree(page, 'True candidates');
        await page.locator('.findings .is-new', { hasText: 'open cells' }).waitFor();
        await nextFrame(page);
        const [body] = await boxes(page, '.analyze .cbody');
        for (const one of await boxes(page, '.findings .is-new, .findings .is-new button'))
          assert.ok(
            one.top >= body.top && one.bottom <= body.bottom,
            `${width}×${height}: ${one.top} to ${one.bottom}`,
          );
      },
      touch(width, height),
    );
  }
});

test('a pause hides the message and the lines behind the time', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 3, 5);
    await page.keyboard.press('5');
    const message = page.locator('.title p.msg');
    await message.waitFor();
    await button(page, 'Pause').click();
    await page.locator('.curtain').waitFor();
    assert.ok(await message.isHidden());
    for (const line of ['.thin', 'path.thick'])
      assert.equal(
        await page.locator(`#grid ${line}`).evaluate((one) => getComputedStyle(one).visibility),
        'hidden',
      );
  });
});

test('an error has one sentence on a phone, and a tap shows the rest', async () => {
  for (const locale of ['en', 'de', 'es'])
    await play(
      at(EASY),
      async (page) => {
        await paste(page, 'no puzzle');
        const message = page.locator('.title .msg.bad');
        await message.waitFor();
        const rest = message.locator('.further');
        assert.ok(await rest.isHidden(), locale);
        const [words] = await boxes(page, '.title .msg > span');
        assert.ok(words.height < 36, `${locale}: at most two lines`);
        await message.click();
        assert.ok(await rest.isVisible(), locale);
      },
      { ...touch(390, 844), locale },
    );
});

test('the keys of a 6×6 grid leave no hole', async () => {
  for (const [width, height] of [
    [390, 844],
    [667, 375],
    [820, 1180],
  ] as const) {
    await play(
      at(EASY),
      async (page) => {
        await paste(page, JIGSAW_6);
        await page.waitForSelector('#grid[data-size="6"]');
        await nextFrame(page);
        const keys = (await boxes(page, '.digits .key')).filter((one) => one.width > 0);
        const right = Math.max(...keys.map((one) => one.right));
        const bottom = Math.max(...keys.map((one) => one.bottom));
        assert.ok(
          keys.some((one) => right - one.right < 2 && bottom - one.bottom < 2),
          `${width}×${height}`,
        );
      },
      touch(width, height),
    );
  }
});

test('the third level of a hint is a sentence, in any language', async () => {
  const sentences = {
    en: /^Three 1s block box 3: r1c3, r3c6, r9c9$/,
    de: /^Die 1 sperrt Box 3 aus drei Zellen: r1c3, r3c6, r9c9$/,
    es: /^Tres 1 bloquean la caja 3: r1c3, r3c6, r9c9$/,
  };
  for (const [locale, text] of Object.entries(sentences))
    await play(
      at(EXTREME),
      async (page) => {
        await reveal(page, 3);
        assert.match((await page.locator('.hint .cbody > p').first().textContent())!, text);
        await waitAnnounced(page, text);
        await reveal(page, 4);
        const earlier = page.locator('.hint .hint-levels .on');
        assert.match((await earlier.last().textContent())!, text, 'it stays readable');
      },
      { locale, viewport: { width: 1440, height: 900 } },
    );
});

test('the selection does not cover the sum of a cage', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, VARIANT_6);
    await page.locator('.rule-legend li').first().waitFor({ state: 'attached' });
    const isAbove = await page.evaluate(() => {
      const ring = document.querySelector('#grid .selection')!;
      const sums = [...document.querySelectorAll('#grid .rule-sum')];
      const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
      return sums.length > 0 && sums.every((sum) => ring.compareDocumentPosition(sum) & after);
    });
    assert.ok(isAbove);
  });
});

test('a large grid is zoomed in where its candidates would be too small', async () => {
  const candidates = (page: Page) =>
    page.locator('#grid .mark.candidate').evaluateAll((all) =>
      all.flatMap((one) => {
        const { height } = one.getBoundingClientRect();
        return height > 0 ? [height] : [];
      }),
    );
  for (const [width, height] of [
    [390, 844],
    [667, 375],
  ] as const) {
    await play(
      at(SIXTEEN),
      async (page) => {
        const zoomed = page.locator('#grid.is-zoomed');
        assert.equal(await zoomed.count(), 0, 'no candidates are shown');
        await button(page, 'Auto candidates').click();
        await zoomed.waitFor();
        assert.ok(Math.min(...(await candidates(page))) > 8, `${width}×${height}`);
        await button(page, 'Zoom').click();
        await nextFrame(page);
        assert.equal(await zoomed.count(), 0, 'the player sees the whole grid');
        assert.deepEqual(await candidates(page), [], 'specks are not shown');
        // A hint is about the whole grid.
        await button(page, 'Zoom').click();
        await zoomed.waitFor();
        await openTab(page, 'Hint');
        await page.locator('.hint .lead').waitFor();
        await nextFrame(page);
        assert.equal(await zoomed.count(), 0);
      },
      touch(width, height),
    );
  }
  await play(at(SIXTEEN), async (page) => {
    await button(page, 'Auto candidates').click();
    await nextFrame(page);
    assert.equal(await page.locator('#grid.is-zoomed').count(), 0, 'a desktop shows it whole');
    assert.ok((await candidates(page)).length > 100);
  });
});

test('the conclusion of a chain is in view, and the buttons stand in a row', async () => {
  for (const [width, height] of [
    [390, 844],
    [375, 667],
    [667, 375],
    [820, 1180],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await play(
      at(EXTREME),
      async (page) => {
        const where = `${width}×${height}`;
        await openTab(page, 'Path');
        await button(page, 'Find solution path').click();
        const chain = page.locator('.steps button', { hasText: 'Alternating' }).first();
        await chain.evaluate((one: HTMLElement) => one.click());
        await page.locator('.chain').waitFor();
        await nextFrame(page);
        await isInside(page, '.coach:not(.set)', 'body', where);
        await isInside(page, '.path.tab-body .effect', '.path.tab-body .cbody', where);
        await isInside(page, '.chain li:first-child', '.path.tab-body .cbody', where);
        if (await page.locator('.tab-body > .steps').isVisible())
          await isInside(page, '.steps .is-current', '.tab-body > .steps', where);
        const tops = await page
          .locator('.path.tab-body .cfoot .btn')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)));
        assert.equal(new Set(tops).size, 1, `${where}: ${tops}`);
        const reasons = await page.locator('.chain .why').allTextContents();
        assert.ok(reasons.every(Boolean), where);
        assert.match(reasons.join('; '), /only two places for \d in column \d; same cell/);
      },
      { viewport: { width, height }, hasTouch: width < 1400 },
    );
  }
});

test('nothing of a hint is cut off on a usual phone or tablet', async () => {
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1024, 768],
  ] as const) {
    for (const level of [1, 2, 3, 4]) {
      await play(
        at(EASY),
        async (page) => {
          await reveal(page, level);
          await nextFrame(page);
          const cut = await page
            .locator('.hint.tab-body .cbody')
            .evaluate((one) => one.scrollHeight - one.clientHeight);
          assert.ok(cut <= 0, `${width}×${height}, level ${level}: ${cut} px`);
        },
        { viewport: { width, height }, hasTouch: true },
      );
    }
  }
});

test('the last link of a chain is in view on phones, and its button leads to the next step', async () => {
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const)
    await play(
      at(EXTREME),
      async (page) => {
        await openTab(page, 'Path');
        await page.locator('[data-key=find]').click();
        await page.locator('.steps li').nth(20).waitFor({ state: 'attached' });
        const chain = page.locator('.steps button', { hasText: 'Alternating' }).first();
        await chain.evaluate((one: HTMLElement) => one.click());
        const go = page.locator('[data-key=link]');
        const links = page.locator('.chain li');
        await go.click();
        await page.locator('.chain li:first-child.is-now').waitFor();
        const all = await links.count();
        for (let at = 1; at < all; at++) {
          assert.equal(await go.innerText(), 'Next link');
          await go.click();
          await page.locator(`.chain li:nth-child(${at + 1}).is-now`).waitFor();
          await nextFrame(page);
          const isSeen = await links.nth(at).evaluate((one) => {
            const body = one.closest('.cbody')!.getBoundingClientRect();
            const { top, bottom } = one.getBoundingClientRect();
            return top >= body.top - 1 && bottom <= body.bottom + 1;
          });
          assert.ok(isSeen, `${width}×${height}: link ${at + 1} of ${all}`);
        }
        assert.equal(await go.innerText(), 'Next step');
      },
      { viewport: { width, height }, hasTouch: true, isMobile: true },
    );
});
