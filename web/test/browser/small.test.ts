// Small windows: what must be readable on phones and at 200 % zoom, and what keeps its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, closeDialog, menu, openTools, play, reveal, url } from './play.ts';
import { EASY, EXTREME, SIXTEEN } from './puzzles.ts';
import { nextFrame, press } from './setup.ts';

const phone = (width: number, height: number) => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: true,
});
const SMALL = [
  [375, 667],
  [320, 568],
  [400, 560],
] as const;

/** Sizes of lying phones. */
const LYING = [
  [667, 375],
  [844, 390],
] as const;

const box = async (page: Page, name: string) => (await page.locator(name).boundingBox())!;

/** Asserts that an element lies inside another one, both visible. */
async function isInside(page: Page, inner: string, outer: string, where: string): Promise<void> {
  const [a, b] = [await box(page, inner), await box(page, outer)];
  assert.ok(a && b, `${where}: ${inner} and ${outer} are visible`);
  const isIn =
    a.x >= b.x - 1 &&
    a.y >= b.y - 1 &&
    a.x + a.width <= b.x + b.width + 1 &&
    a.y + a.height <= b.y + b.height + 1;
  assert.ok(isIn, `${where}: ${inner} leaves ${outer}: ${JSON.stringify([a, b])}`);
}

test('the first level of a hint is readable on small phones, and the grid keeps its size', async () => {
  for (const [width, height] of SMALL) {
    await play(
      at(EASY),
      async (page) => {
        const where = `${width}×${height}`;
        const before = await box(page, '#grid');
        for (const level of [1, 2, 3, 4]) {
          await reveal(page, level);
          await nextFrame(page);
          await isInside(page, '.hint h2', '.hint .cbody', `${where}, level ${level}`);
          await isInside(page, '.hint .cbody', '.coach:not(.set)', `${where}, level ${level}`);
          await isInside(page, '.hint [data-key=more]', '.coach:not(.set)', where);
          const grid = await box(page, '#grid');
          assert.ok(grid.width >= 0.85 * before.width, `${where}: ${before.width}, ${grid.width}`);
          const keys = await box(page, '.digits');
          assert.ok(keys.y + keys.height <= height, `${where}: the keys stay`);
        }
      },
      phone(width, height),
    );
  }
});

test('the legend stands below a hint on phones, too', async () => {
  for (const [width, height] of [[390, 844], ...SMALL, [844, 390]] as const) {
    await play(
      at(EXTREME),
      async (page) => {
        await reveal(page, 4);
        const sign = page.locator('.hint .legend li').first();
        await sign.scrollIntoViewIfNeeded();
        assert.ok(await sign.isVisible(), `${width}×${height}`);
        const text = (await page.locator('.hint .legend').textContent()) ?? '';
        assert.match(text, /place|ruled out/);
      },
      phone(width, height),
    );
  }
});

test('the legend of a hint is in sight, in any language and small window', async () => {
  for (const locale of ['en', 'de', 'es'])
    for (const [width, height] of [[375, 667], [1024, 768], ...LYING] as const)
      await play(
        at(EASY),
        async (page) => {
          await reveal(page, 4);
          await nextFrame(page);
          const text = page.locator('.hint .cbody');
          const cut = await text.evaluate((one) => one.scrollHeight - one.clientHeight);
          assert.ok(cut <= 1, `${locale}, ${width}×${height}: ${cut} px are cut off`);
        },
        { ...phone(width, height), locale },
      );
});

test('on phones, the conclusion of a step of a path is in sight', async () => {
  for (const locale of ['en', 'de', 'es'])
    for (const [width, height] of [[375, 667], [568, 320], ...LYING] as const)
      await play(
        at(EXTREME),
        async (page) => {
          await page.locator('.rest-c .cfoot .btn').nth(1).click();
          await page.locator('.path [data-key=find]').click();
          await page.locator('.path .technique').waitFor();
          for (const step of [0, 13, 30]) {
            await page
              .locator('.steps li button')
              .nth(step)
              .evaluate((one) => (one as HTMLElement).click());
            await nextFrame(page);
            const where = `${locale}, ${width}×${height}, step ${step}`;
            await isInside(page, '.path .effect', '.path .cbody:has(.technique)', where);
          }
        },
        { ...phone(width, height), locale },
      );
});

test('words of buttons have a readable size', async () => {
  for (const puzzle of [EASY, SIXTEEN])
    await play(
      at(puzzle),
      async (page) => {
        for (const [width, height] of [...SMALL, ...LYING, [568, 320]] as const) {
          await page.setViewportSize({ width, height });
          const small = await page.evaluate(() =>
            [...document.querySelectorAll('.stage button span')]
              .filter((one) => one.getClientRects().length > 0)
              .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize)] as const)
              .filter(([, size]) => size < 11),
          );
          assert.deepEqual(small, [], `${width}×${height}`);
        }
      },
      phone(375, 667),
    );
});

test('a map shows the visible part of a large grid, and moves it', async () => {
  for (const [width, height] of [[390, 844], ...SMALL, ...LYING, [1440, 900]] as const)
    await play(
      at(SIXTEEN),
      async (page) => {
        const where = `${width}×${height}`;
        await press(page, 1, 1);
        await page.keyboard.press('+');
        const map = page.locator('.zoom-area');
        await map.waitFor();
        await isInside(page, '.zoom-area', '.coach:not(.set)', where);
        const words = async () => (await page.locator('.zoom-words b').textContent())!;
        assert.equal(await words(), 'Rows 1 to 9, columns 1 to 9', where);
        const { x, y, width: side } = await box(page, '.zoom-area');
        await page.mouse.move(x + side * 0.3, y + side * 0.3);
        await page.mouse.down();
        await page.mouse.move(x + side * 0.9, y + side * 0.5);
        await page.mouse.up();
        assert.equal(await words(), 'Rows 5 to 13, columns 8 to 16', where);
        // The cells are where the drawing has them.
        const cell = page.locator('#grid [role=gridcell]').nth(4 * 16 + 7);
        const [inner, grid] = [(await cell.boundingBox())!, await box(page, '#grid')];
        assert.ok(Math.hypot(inner.x - grid.x, inner.y - grid.y) < 2, where);
        // An entry is visible.
        await page.keyboard.press('3');
        await page.locator('.zoom-words b', { hasText: 'Rows 1 to 9, columns 1 to 9' }).waitFor();
        await page.keyboard.press('-');
        await map.waitFor({ state: 'hidden' });
      },
      { ...phone(width, height), isMobile: false },
    );
});

test('no label leaves its button, in any language and small window', async () => {
  const sizes = [
    [640, 400],
    [667, 375],
    [320, 568],
    [375, 667],
    [390, 844],
    [844, 390],
    [568, 320],
  ] as const;
  const found: string[] = [];
  for (const locale of ['en', 'de', 'es']) {
    for (const puzzle of [EASY, SIXTEEN]) {
      const run = async (page: Page) => {
        // A large grid has a map beside the buttons.
        if (puzzle === SIXTEEN) {
          await page.keyboard.press('+');
          await page.locator('.zoom-area').waitFor();
        }
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          await nextFrame(page);
          for (const label of await page.evaluate(outsideOf))
            found.push(`${locale}, ${width}×${height}, ${puzzle.length} cells: ${label}`);
        }
      };
      await play(at(puzzle), run, { locale, hasTouch: true });
    }
  }
  assert.deepEqual(found, []);
});

test('the button below a rating has room for its words', async () => {
  for (const locale of ['en', 'de', 'es'])
    await play(
      at(EASY),
      async (page) => {
        await page.locator('.rest-c .cfoot .btn').nth(2).click();
        await page.locator('.analyze .actions .btn').nth(2).click();
        const button = page.locator('.findings .actions .btn');
        await button.waitFor();
        for (const [width, height] of [...SMALL, ...LYING, [820, 1180], [1440, 900]] as const) {
          await page.setViewportSize({ width, height });
          await nextFrame(page);
          const cut = await button.evaluate((one) => one.scrollWidth - one.clientWidth);
          assert.ok(cut <= 0, `${locale}, ${width}×${height}: ${cut} px are cut off`);
        }
      },
      { ...phone(390, 844), locale },
    );
});

test('no part of the game scrolls sideways, in any language and small window', async () => {
  const sizes = [
    [667, 375],
    [568, 320],
    [320, 568],
    [375, 667],
  ] as const;
  const found: string[] = [];
  const look = async (page: Page, where: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog[open]')].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      );
      if (wide) found.push(`${where}, ${width}×${height}`);
    }
    // The next part is opened where all buttons are visible.
    await page.setViewportSize({ width: 390, height: 844 });
  };
  for (const locale of ['en', 'de', 'es']) {
    const run = async (page: Page) => {
      await look(page, `${locale}, game`);
      await menu(page, 'change');
      await look(page, `${locale}, settings`);
      await page.keyboard.press('Escape');
      await menu(page, 'link');
      await look(page, `${locale}, links`);
      await page.keyboard.press('Escape');
      await reveal(page, 4);
      await look(page, `${locale}, hint`);
      await page.locator('.tablist button').nth(2).click();
      await look(page, `${locale}, analysis`);
      await page.locator('.tablist button').nth(1).click();
      await page.locator('.path [data-key=find]').click();
      await page.locator('.path .technique').waitFor();
      await look(page, `${locale}, path`);
    };
    const options = { locale, hasTouch: true, viewport: { width: 390, height: 844 } };
    await play(at(EXTREME), run, options);
    await play(at(EASY, '&set=1'), (page) => look(page, `${locale}, created`), options);
  }
  assert.deepEqual(found, []);
});

/** Returns the labels and points that leave their buttons. Runs in the page. */
function outsideOf(): string[] {
  const found: string[] = [];
  for (const button of document.querySelectorAll('.stage button')) {
    const outer = button.getBoundingClientRect();
    if (outer.width === 0) continue;
    for (const part of button.querySelectorAll('span:not(.heard), .points')) {
      // Only screen readers have it.
      if (getComputedStyle(part).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(part);
      const isText = part.tagName === 'SPAN' && part.childElementCount === 0;
      const inner = isText ? range.getBoundingClientRect() : part.getBoundingClientRect();
      if (inner.width === 0 || inner.height <= 1) continue;
      const isIn =
        inner.left >= outer.left - 0.6 &&
        inner.right <= outer.right + 0.6 &&
        inner.top >= outer.top - 0.6 &&
        inner.bottom <= outer.bottom + 0.6;
      if (!isIn) found.push(`${part.textContent || 'points'}: ${inner.width} in ${outer.width}`);
    }
  }
  return found;
}

test('a puzzle is created on small phones without hidden parts, and its check is readable', async () => {
  for (const locale of ['en', 'de', 'es'])
    for (const [width, height] of [...SMALL, [390, 844], [568, 320]] as const)
      await play(
        at(EASY, '&set=1'),
        async (page) => {
          const where = `${locale}, ${width}×${height}`;
          await page.locator('.set .cfoot .btn').last().click();
          await page.locator('.msg.good').waitFor();
          const isCut = await page
            .locator('.msg:not(.busy) span')
            .evaluate((text) => text.scrollHeight > text.clientHeight);
          assert.ok(!isCut, `${where}: the result is cut off`);
          await isInside(page, '.msg:not(.busy)', '.title', where);
          assert.ok(await page.locator('.modes:not(.views)').isHidden(), where);
          await page.locator('.views .mode').last().click();
          await page.locator('.rule-form select').waitFor();
          for (const part of ['select', 'input', 'button'])
            await isInside(page, `.rule-form ${part}`, '.set', `${where}, ${part}`);
          await isInside(page, '.set .cfoot .main', '.set', `${where}, Play it`);
          await isInside(page, '.set', 'body', where);
          assert.ok(await page.locator('.digits').isHidden(), where);
          await page.locator('.views .mode').first().click();
          await page.locator('.digits').waitFor();
        },
        { ...phone(width, height), locale },
      );
});

test('a tap shows all of a long message on a phone', async () => {
  await play(
    at(EASY),
    async (page) => {
      await page.evaluate(() => (location.hash = '#p=nonsense'));
      const line = page.locator('.msg:not(.busy)');
      await line.waitFor();
      const further = line.locator('.further');
      assert.ok(await further.isHidden(), 'the message begins with one sentence');
      await line.click();
      await page.locator('.msg.is-whole').waitFor();
      assert.ok(await further.isVisible());
      const { x, width } = await box(page, '.msg:not(.busy)');
      assert.ok(x >= 0 && x + width <= 320);
      await line.click();
      await page.locator('.msg.bad:not(.is-whole)').waitFor();
    },
    phone(320, 568),
  );
});

test('on a lying phone, a puzzle is opened without scrolling', async () => {
  for (const locale of ['en', 'de', 'es'])
    for (const [width, height] of LYING)
      await play(
        at(EASY),
        async (page) => {
          await menu(page, 'open');
          for (const part of ['textarea', '[type=submit]', '[data-photo=open]'])
            await isInside(page, `dialog ${part}`, 'dialog', `${locale}, ${width}×${height}`);
        },
        { ...phone(width, height), locale },
      );
});

test('Close and the main button of a long dialog stay in sight at every size', async () => {
  for (const [width, height] of [...SMALL, ...LYING])
    await play(
      at(EASY),
      async (page) => {
        for (const name of ['new', 'open', 'share-this', 'change', 'create', 'print-this']) {
          await menu(page, name);
          const where = `${name}, ${width}×${height}`;
          await page.locator('dialog .form').waitFor();
          if (name === 'create') await page.locator('dialog summary').click();
          const hasMain = !['share-this', 'change'].includes(name);
          for (const top of [0, 1e5]) {
            await page.locator('dialog').evaluate((one, y) => one.scrollTo(0, y), top);
            await isInside(page, 'dialog header button', 'dialog', where);
            // The recent puzzles of Open lie below its buttons.
            if (hasMain && (top === 0 || name !== 'open'))
              await isInside(page, 'dialog .main', 'dialog', where);
          }
          await closeDialog(page);
        }
      },
      phone(width, height),
    );
});

test('on a lying phone, the grid of a technique stays at the left of its text', async () => {
  for (const [width, height] of LYING)
    await play(
      `${url}#/learn/x-wing`,
      async (page) => {
        await page.locator('.fig .drawing').waitFor();
        for (const scrolled of [0, 400]) {
          await page.evaluate((y) => window.scrollTo(0, y), scrolled);
          await nextFrame(page);
          const board = await box(page, '.fig-board');
          assert.ok(board.y >= 0 && board.y + board.height <= height, `${width}: in sight`);
          const text = await box(page, '.fig-text');
          assert.ok(board.x + board.width < text.x, `${width}: beside the text`);
        }
      },
      phone(width, height),
    );
});

test('menus offer everything that has no button, and nothing twice', async () => {
  const entries = (page: Page) =>
    page
      .locator('dialog [data-menu]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-menu')));
  const GAME = ['fill', 'edit', 'solution', 'replay', 'restart'];
  const PUZZLES = ['new', 'open', 'photo'];
  const DRAWING = ['paint', 'link', 'pen', 'pairs', 'clear-colors', 'clear-pen'];
  const PARTS = ['create', 'all', 'techniques'];
  const PAGE = ['share-this', 'print-this', 'change', 'keys'];
  const phoneMenu = [...PUZZLES, ...PARTS, 'stats', 'fill', ...GAME.slice(1), 'tools', ...PAGE];
  const isSmall = ['auto', 'filter', 'several'];
  for (const [size, inMenu, inTools] of [
    [
      [1440, 900],
      [...PUZZLES, 'stats', ...GAME],
      ['several', ...DRAWING],
    ],
    [[390, 844], phoneMenu, DRAWING],
    [
      [320, 568],
      ['check', ...phoneMenu],
      [...isSmall, ...DRAWING],
    ],
  ] as const)
    await play(
      at(EASY),
      async (page) => {
        const where = size.join('×');
        await page.locator('[data-menu=menu]').click();
        await page.locator('dialog[open]').waitFor();
        assert.deepEqual((await entries(page)).sort(), [...inMenu].sort(), where);
        await closeDialog(page);
        await openTools(page);
        await page.locator('dialog [data-menu=pen]').waitFor();
        assert.deepEqual(await entries(page), inTools, where);
      },
      size[0] < 700 ? phone(size[0], size[1]) : { viewport: { width: size[0], height: size[1] } },
    );
});

test('the button for a list is free, and entries of the library have room', async () => {
  await play(
    at(EASY),
    async (page) => {
      await menu(page, 'open');
      await page.locator('dialog textarea').fill(`${EASY}\n${EXTREME}`);
      await page.locator('dialog [type=submit]').click();
      await page.getByRole('button', { name: 'Check all lines' }).click();
      await page.locator('.check-counts').waitFor();
      await closeDialog(page);
      await press(page, 1, 1);
      await page.keyboard.press('1');
      await page.waitForFunction(() => localStorage.getItem('ndoku.games')?.includes('"moves"'));
      await page.setViewportSize({ width: 320, height: 568 });
      await page.evaluate(() => (location.hash = '#/library'));
      const name = page.locator('.lib-list .lib-entry b').first();
      await name.waitFor();
      assert.ok(await name.evaluate((one) => one.scrollWidth <= one.clientWidth));
    },
    phone(844, 390),
  );
});

test('the step of a path has the title line of a small phone', async () => {
  await play(
    at(EXTREME),
    async (page) => {
      await page.locator('.rest-c .cfoot button').nth(1).click();
      await page.locator('[data-key=find]').click();
      await page.locator('.steps li').first().waitFor({ state: 'attached' });
      await nextFrame(page);
      const [back, time] = [await box(page, '.back'), await box(page, '.time')];
      assert.ok(back.x + back.width <= time.x, JSON.stringify([back, time]));
      const name = page.locator('.nm');
      assert.equal(await name.evaluate((one) => getComputedStyle(one).clipPath), 'inset(50%)');
    },
    { ...phone(320, 568), locale: 'de' },
  );
});

test('help on a phone begins with the rules and taps, and folds the keys', async () => {
  await play(
    at(EASY),
    async (page) => {
      await menu(page, 'keys');
      const lines = page.locator('dialog p');
      assert.match(await lines.nth(0).innerText(), /each row, column and box/);
      assert.match(await lines.nth(1).innerText(), /^Tap or drag/);
      assert.ok(await page.locator('dialog kbd').first().isHidden());
      await page.locator('dialog summary').click();
      assert.ok(await page.locator('dialog kbd').first().isVisible());
    },
    { ...phone(390, 844), isMobile: true },
  );
});

test('small phones show every choice of a panel, in the longest language, too', async () => {
  for (const [width, height] of SMALL)
    for (const locale of ['en', 'de'])
      await play(
        at(EASY),
        async (page) => {
          const where = `${width}×${height}, ${locale}`;
          const buttons = page.locator('.rest-c .cfoot button');
          await buttons.nth(1).click();
          await page.locator('.path-start').waitFor();
          await nextFrame(page);
          for (const at of [0, 1])
            await isInside(page, `.path-start .tick >> nth=${at}`, '.path-start', where);
          await page.locator('.tabs .x').click();
          await buttons.nth(2).click();
          await page.locator('.analyze .actions').waitFor();
          await nextFrame(page);
          for (let at = 0; at < 5; at++)
            await isInside(page, `.analyze .btn >> nth=${at}`, '.analyze .cbody', where);
        },
        { ...phone(width, height), locale },
      );
});

test('the verdict on a created puzzle leaves the menu free', async () => {
  for (const [width, height] of [[320, 568], ...LYING] as const)
    for (const locale of ['en', 'de'])
      await play(
        at(EASY),
        async (page) => {
          await menu(page, 'create');
          await page.locator('dialog .actions button').nth(1).click();
          // The rating comes after the number of solutions.
          await page.locator('.title .tag[data-verdict=unique]', { hasText: /\d[.,]\d/ }).waitFor();
          const [tag, more] = [await box(page, '.title .tag'), await box(page, '.clock')];
          const where = `${width}×${height}, ${locale}: ${JSON.stringify([tag, more])}`;
          assert.ok(tag.x + tag.width <= more.x + 1, where);
          const isCut = await page
            .locator('.nm')
            .evaluate((one) => one.scrollWidth > one.clientWidth + 1);
          assert.ok(!isCut, where);
        },
        { ...phone(width, height), locale },
      );
});

test('a rule is added in one row on small phones, and the rules are below it', async () => {
  await play(
    at(EASY),
    async (page) => {
      await menu(page, 'create');
      await page.locator('dialog .actions button').nth(1).click();
      await page.locator('.views .mode').nth(1).click();
      await page.locator('.rule-form select').selectOption('killer');
      for (const cell of [2, 3]) await page.locator('[role=gridcell]').nth(cell).tap();
      await page.locator('.rule-value input').fill('9');
      const [field, add] = [await box(page, '.rule-value'), await box(page, '.rule-form .btn')];
      assert.ok(add.x >= field.x + field.width && Math.abs(add.y - field.y) < 4);
      await page.getByRole('button', { name: 'Add rule' }).tap();
      await page.locator('.rule-list li').waitFor();
      await nextFrame(page);
      await isInside(page, '.rule-list li >> nth=0', '.set .cbody', 'the rule');
      const sum = page.locator('#grid .rule-sum').first();
      const size = await sum.evaluate((one) => {
        const { a } = (one as SVGTextElement).getScreenCTM()!;
        return a * parseFloat(getComputedStyle(one).fontSize);
      });
      assert.ok(size >= 8, `the sum has ${size.toFixed(1)} px`);
      await page.locator('.rule-pick').tap();
      await page.getByRole('button', { name: 'Change rule' }).waitFor();
    },
    phone(320, 568),
  );
});
