// How a puzzle is created: rules that are drawn in the grid, their list, and undo.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, button, closeDialog, menu, play, typedRule, url } from './play.ts';
import { dragCells } from './pointer.ts';
import { EASY } from './puzzles.ts';
import { digits, nextFrame, press, waitAnnounced } from './setup.ts';

const EMPTY = '.'.repeat(81);

/** Opens an empty grid in the view of the rules. */
const inRules = (run: (page: Page) => Promise<void>, puzzle = EMPTY, more = '') =>
  play(at(puzzle, `${more}&set=1`), async (page) => {
    await button(page, 'Rules').click();
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.rule-form select')?.value === 'killer',
    );
    await run(page);
  });

const choose = (page: Page, id: string) => page.locator('.rule-form select').selectOption(id);
const rows = (page: Page) => page.locator('.rule-list li');
const hint = (page: Page, text: string) =>
  page.locator('.rule-hint', { hasText: new RegExp(`^${text}$`) }).waitFor();
/** Returns the digits of the clues, in the order of their cells. */
const clues = (page: Page) =>
  page
    .locator('#grid [role=gridcell]')
    .evaluateAll((all) =>
      all.map((one) => /clue (\d)/.exec(one.ariaLabel ?? '')?.[1] ?? '').join(''),
    );
/** Waits for a number of elements. The rules of the grid are drawn after the list of rules. */
const count = (page: Page, selector: string, number: number) =>
  page.waitForFunction(([of, all]) => document.querySelectorAll(of).length === all, [
    selector,
    number,
  ] as const);
const selected = (page: Page) =>
  page.locator('#grid [aria-selected=true]').evaluateAll((cells) => cells.length);

test('cages are drawn in the grid one after the other, and only their sums are typed', async () => {
  await inRules(async (page) => {
    await hint(page, 'Select cells in the grid.');
    await dragCells(page, [1, 1], [1, 3]);
    await hint(page, '3 cells: 6 to 24');
    await page.locator('.rule-cage.is-draft').waitFor();
    // The keys of the grid type the sum.
    await page.keyboard.type('30');
    await page.locator('.rule-form.is-bad').waitFor();
    await page.locator('.rule-value input').fill('15');
    await page.locator('.rule-sum.is-draft', { hasText: '15' }).waitFor();
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'Killer 15: r1c1 r1c2 r1c3' }).waitFor();
    await hint(page, 'Select cells in the grid.');
    assert.equal(await selected(page), 0);
    await count(page, '.is-draft', 0);
    assert.equal(await page.locator('.rule-form select').inputValue(), 'killer');
    // The keyboard goes on at the last cell.
    await page.waitForFunction(() => document.activeElement?.closest('#grid'));
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() =>
      document.querySelector('#grid [aria-selected=true]')?.ariaLabel?.startsWith('row 1 column 3'),
    );
    await dragCells(page, [2, 1], [2, 2]);
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'Killer 9: r2c1 r2c2' }).waitFor();
    await count(page, '#grid .rule-cage:not(.is-draft)', 2);
    assert.equal(await clues(page), '', 'no key has entered a clue');
  });
});

test('cells that are selected while a rule is added become those of the next one', async () => {
  await inRules(async (page) => {
    await dragCells(page, [1, 1], [1, 2]);
    await page.keyboard.type('9');
    const waiting = await page.evaluateHandle(() => {
      const all: (() => void)[] = [];
      const post = Worker.prototype.postMessage as (...sent: unknown[]) => void;
      Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
        all.push(() => post.apply(this, sent));
      };
      const send = () => {
        Worker.prototype.postMessage = post;
        for (const one of all) one();
      };
      return { send };
    });
    await page.keyboard.press('Enter');
    await dragCells(page, [5, 1], [5, 3]);
    await hint(page, '3 cells: 6 to 24');
    await waiting.evaluate(({ send }) => send());
    await rows(page).filter({ hasText: 'Killer 9: r1c1 r1c2' }).waitFor();
    await waitAnnounced(page, /^Added Killer/);
    await nextFrame(page);
    await hint(page, '3 cells: 6 to 24');
    assert.equal(await selected(page), 3);
  });
});

test('the field for a number is there only for rules that have one', async () => {
  await inRules(async (page) => {
    const value = page.locator('.rule-value');
    assert.equal(await value.locator('input').getAttribute('inputmode'), 'numeric');
    await choose(page, 'thermo');
    assert.ok(await value.isHidden());
    await dragCells(page, [5, 5], [5, 7]);
    await hint(page, '3 cells');
    await page.locator('.rule-thermo.is-draft').first().waitFor();
    await page.keyboard.press('7');
    await button(page, 'Add rule').click();
    await rows(page).filter({ hasText: 'Thermometer r5c5 r5c6 r5c7' }).waitFor();
    await choose(page, 'quadruple');
    await value.getByLabel('Digits', { exact: true }).waitFor();
    await dragCells(page, [8, 8], [8, 9]);
    await page.keyboard.type('122');
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'Quadruple 1 2 2: r8c8' }).waitFor();
    await choose(page, 'colors');
    assert.ok(await value.isHidden());
    assert.ok(await page.locator('.rule-typed input').isVisible());
    assert.equal(await clues(page), '', 'no key has entered a clue');
  });
});

test('a clue beside the grid is shown before its number, and the grid keeps its size', async () => {
  await inRules(async (page) => {
    await choose(page, 'sandwich');
    const width = () => page.locator('#grid .cells').evaluate((one) => one.clientWidth);
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('#grid .cells')!.style.inset !== '',
    );
    const before = await width();
    await hint(page, 'Select the cell beside the clue. A second cell sets the direction.');
    await dragCells(page, [9, 1], [8, 1]);
    await hint(page, 'Column 1 from below: 0 to 35');
    await dragCells(page, [3, 1]);
    await page.locator('.rule-number', { hasText: '?' }).waitFor();
    await hint(page, 'Row 3: 0 to 35');
    assert.equal(await width(), before);
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'Sandwich 12: row 3' }).waitFor();
    assert.equal(await width(), before);
  });
});

test('rules of the whole grid are shown at once, and diagonals are among them', async () => {
  await inRules(async (page) => {
    await choose(page, 'windoku');
    await page.locator('.rule-house.is-draft').first().waitFor();
    await choose(page, 'x');
    await button(page, 'Add rule').click();
    await rows(page).filter({ hasText: 'X-Sudoku' }).waitFor();
    await count(page, '#grid .diagonal', 2);
    await rows(page).locator('.rule-remove').click();
    await waitAnnounced(page, /^Removed X-Sudoku/);
    await count(page, '#grid .diagonal', 0);
  });
});

test('the choice of rules is in groups', async () => {
  await inRules(async (page) => {
    const groups = await page
      .locator('.rule-form optgroup')
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute('label'), one.children.length] as const),
      );
    assert.deepEqual(
      groups.map(([name]) => name),
      [
        'Cages and areas',
        'Lines',
        'Signs between cells',
        'Clues beside the grid',
        'Single cells',
        'Whole grid',
      ],
    );
    assert.ok(groups.every(([, count]) => count >= 5 && count <= 17));
  });
});

test('a row of the list shows the cells of its rule, and its number can be changed', async () => {
  const rules = ['killer=9: r2c1 r2c2', 'thermo=r5c5-r5c7'].map((one) => `&rule=${one}`).join('');
  await inRules(
    async (page) => {
      const pick = (at: number) => rows(page).nth(at).locator('.rule-pick');
      await pick(1).click();
      await page.locator('.rule-pick[aria-pressed=true]', { hasText: 'Thermometer' }).waitFor();
      assert.equal(await selected(page), 3);
      assert.equal(await page.locator('.rule-form select').inputValue(), 'thermo');
      await pick(0).click();
      assert.equal(await page.locator('.rule-value input').inputValue(), '9');
      await page.locator('.rule-value input').fill('8');
      await button(page, 'Change rule').click();
      await rows(page).nth(0).filter({ hasText: 'Killer 8: r2c1 r2c2' }).waitFor();
      assert.equal(await rows(page).count(), 2);
      // Other cells are those of the next rule.
      await pick(0).click();
      await dragCells(page, [7, 7], [7, 8]);
      await button(page, 'Add rule').click();
      await rows(page).nth(2).filter({ hasText: 'Killer r7c7 r7c8' }).waitFor();
      // A press on a cell marks the rules there.
      await press(page, 5, 6);
      await page.locator('li.is-here', { hasText: 'Thermometer' }).waitFor();
      assert.equal(await page.locator('li.is-here').count(), 1);
      await page.keyboard.press('Escape');
      // Delete removes the rule that the list shows.
      await pick(1).click();
      await page.locator('#grid [tabindex="0"]').focus();
      await page.keyboard.press('Delete');
      await waitAnnounced(page, /^Removed Thermometer/);
    },
    EMPTY,
    rules,
  );
});

test('undo and redo take clues and rules in turn', async () => {
  await play(at(EMPTY, '&set=1'), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('5');
    await button(page, 'Rules').click();
    await page.locator('.rule-form option[value=killer]').waitFor({ state: 'attached' });
    await dragCells(page, [3, 1], [3, 2]);
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await rows(page).waitFor();
    await button(page, 'Clues').click();
    await press(page, 2, 2);
    await page.keyboard.press('7');
    await nextFrame(page);
    const reaches = async (digitsThere: string, cages: number) => {
      await page.waitForFunction(
        (count) => document.querySelectorAll('#grid .rule-cage:not(.is-draft)').length === count,
        cages,
      );
      await nextFrame(page);
      assert.equal(await clues(page), digitsThere);
    };
    await reaches('57', 1);
    await button(page, 'Rules').click();
    await button(page, 'Undo').click();
    await reaches('5', 1);
    await page.keyboard.press('Control+z');
    await reaches('5', 0);
    await page.keyboard.press('Control+z');
    await reaches('', 0);
    assert.ok(await button(page, 'Undo').isDisabled());
    // Quick presses keep their order.
    for (let n = 0; n < 3; n++) await page.keyboard.press('Control+y');
    await reaches('57', 1);
  });
});

test('a rule can be written in words, with its picture', async () => {
  await inRules(async (page) => {
    const argument = await typedRule(page);
    await argument.fill('12: r4c4 r4c5');
    await page.locator('.rule-sum.is-draft', { hasText: '12' }).waitFor();
    assert.equal(await page.locator('.rule-value input').inputValue(), '12');
    await argument.press('Enter');
    await rows(page).filter({ hasText: 'Killer 12: r4c4 r4c5' }).waitFor();
  });
});

test('the dialog opens above the part, and offers clues only of a puzzle and size that are there', async () => {
  await play(`${url}#/home`, async (page) => {
    await page.locator('.top [data-menu=set]').click();
    await page.locator('dialog', { hasText: 'Empty grid' }).waitFor();
    assert.ok(await page.locator('.home').isVisible());
    assert.equal(await button(page, 'Current clues').count(), 0);
    await closeDialog(page);
    assert.match(page.url(), /#\/home$/);
    await page.goto(at(EASY));
    await page.locator('.top [data-menu=set]').click();
    await button(page, 'Current clues').waitFor();
    await page.getByLabel('Size', { exact: true }).selectOption('6');
    assert.ok(await button(page, 'Current clues').isDisabled());
    await page.getByLabel('Size', { exact: true }).selectOption('9');
    await button(page, 'Current clues').click();
    await page.locator('.set:not([hidden])').waitFor();
    assert.equal(await clues(page), EASY.replaceAll('.', ''));
  });
});

test('a puzzle of rules without clues is played with a word about its solutions', async () => {
  await inRules(async (page) => {
    await dragCells(page, [1, 1], [1, 2]);
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'Killer 5: r1c1 r1c2' }).waitFor();
    await button(page, 'Play it').click();
    await page.locator('.msg', { hasText: 'The puzzle has more than one solution.' }).waitFor();
  });
});

test('a colon in the number of a rule is no end of it, and the last added rule is in view', async () => {
  await inRules(async (page) => {
    const sum = page.locator('.rule-value input');
    const alert = page.locator('.rule-editor .alert');
    await dragCells(page, [1, 1]);
    await sum.fill('5:x');
    await button(page, 'Add rule').click();
    await alert.filter({ hasText: /./ }).waitFor();
    await sum.fill('9');
    await button(page, 'Add rule').click();
    await rows(page).filter({ hasText: 'Killer 9: r1c1' }).waitFor();
    for (let row = 2; row <= 9; row++) {
      await dragCells(page, [row, 1]);
      await sum.fill('3');
      await button(page, 'Add rule').click();
      await count(page, '.rule-list li', row);
    }
    const inView = await rows(page)
      .last()
      .evaluate((one) => {
        const body = one.closest('.cbody')!.getBoundingClientRect();
        return one.getBoundingClientRect().bottom <= body.bottom + 1;
      });
    assert.ok(inView);
  });
});

test('a chosen symmetry marks the cells that still need a clue', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'create');
    await button(page, 'Empty grid').click();
    await page.locator('.set:not([hidden])').waitFor();
    const status = page.locator('.clue-symmetry [role=status]');
    await press(page, 1, 1);
    await page.keyboard.press('7');
    await status.filter({ hasText: /^1 clue$/ }).waitFor();
    await page.locator('.clue-symmetry select').selectOption('rotational');
    await status.filter({ hasText: '1 clue, 1 more cell needs a clue' }).waitFor();
    const dots = page.locator('#grid .rule-partner');
    await dots.waitFor();
    assert.deepEqual(await dots.evaluateAll((all) => all.map((one) => one.getAttribute('cx'))), [
      '850',
    ]);
    await press(page, 9, 9);
    await page.keyboard.press('3');
    await status.filter({ hasText: '2 clues, symmetric' }).waitFor();
    await count(page, '#grid .rule-partner', 0);
    await press(page, 2, 2);
    await page.keyboard.press('5');
    await count(page, '#grid .rule-partner', 1);
    // The dots belong to the view of the clues.
    await button(page, 'Rules').click();
    await count(page, '#grid .rule-partner', 0);
    await button(page, 'Clues').click();
    await count(page, '#grid .rule-partner', 1);
    await button(page, 'Undo').click();
    await count(page, '#grid .rule-partner', 0);
    await button(page, 'Undo').click();
    await dots.waitFor();
    // The address has the clues.
    await page.waitForFunction(() => /p=7\.{80}/.test(location.hash));
    await page.reload();
    await dots.waitFor();
    assert.equal(await page.locator('.clue-symmetry select').inputValue(), 'rotational');
    await button(page, 'Play it').click();
    await page.locator('.set').waitFor({ state: 'hidden' });
    // A game shows no dots.
    await count(page, '#grid .rule-partner', 0);
  });
});

test('the running game stays while a puzzle is created, and a button leads back to it', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await nextFrame(page);
    const entered = await digits(page);
    await page.locator('.top [data-menu=set]').click();
    await page.locator('dialog').getByText('“Back to the game” leads to it.').waitFor();
    await button(page, 'Empty grid').click();
    await page.locator('.set:not([hidden])').waitFor();
    await press(page, 5, 5);
    await page.keyboard.press('7');
    await button(page, 'Back to the game').click();
    await page.locator('.set').waitFor({ state: 'hidden' });
    await nextFrame(page);
    assert.equal(await digits(page), entered);
    // The created puzzle is one step back.
    await page.goBack();
    await page.locator('.set:not([hidden])').waitFor();
    assert.equal(await clues(page), '7');
    await menu(page, 'to-game');
    await page.locator('.set').waitFor({ state: 'hidden' });
    await nextFrame(page);
    assert.equal(await digits(page), entered);
    // Its own clues are no other puzzle, and its entries stay, too.
    await menu(page, 'edit');
    await page.locator('.set:not([hidden])').waitFor();
    await page.reload();
    await page.locator('.set:not([hidden])').waitFor();
    await button(page, 'Back to the game').click();
    await page.locator('.set').waitFor({ state: 'hidden' });
    await nextFrame(page);
    assert.equal(await digits(page), entered);
  });
});

test('a puzzle that is created from another part of the page is one step of the history', async () => {
  await play(at(EASY), async (page) => {
    await button(page, 'Learn').click();
    await page.waitForFunction(() => location.hash === '#/learn');
    await page.locator('.other h1').waitFor();
    await page.locator('.top [data-menu=set]').click();
    await button(page, 'Empty grid').click();
    await page.locator('.set:not([hidden])').waitFor();
    await page.waitForFunction(() => location.hash.includes('set=1'));
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator('.other h1').waitFor();
    assert.equal(new URL(page.url()).hash, '#/learn');
  });
});

test('on phones, the button above the grid leads from a created puzzle to the game', async () => {
  await play(
    at(EASY),
    async (page) => {
      await menu(page, 'edit');
      await page.locator('.set:not([hidden])').waitFor();
      const back = page.locator('.title .back');
      assert.equal(await back.innerText(), 'Game');
      assert.ok(await page.locator('.to-game').isHidden());
      await button(page, 'Back to the game').click();
      await page.locator('.set').waitFor({ state: 'hidden' });
      await page.locator('.back', { hasText: 'Home' }).waitFor();
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});

test('all clues and all rules can be removed, and undo brings them back', async () => {
  await inRules(
    async (page) => {
      await menu(page, 'clear-clues');
      await page.waitForFunction(() => !document.querySelector('[aria-label*="clue"]'));
      await menu(page, 'clear-rules');
      await page.waitForFunction(() => !document.querySelector('.rule-list li'));
      await page.keyboard.press('Control+z');
      await rows(page).waitFor();
      assert.equal(await clues(page), '');
      await page.keyboard.press('Control+z');
      await page.waitForFunction(() => document.querySelector('[aria-label*="clue"]'));
    },
    EASY,
    '&rule=killer%3D9:r1c1 r1c2',
  );
});

test('taps select the cells of a rule on a phone, and one cell again in the game', async () => {
  await play(
    at(EMPTY, '&set=1'),
    async (page) => {
      const tap = async (row: number, column: number) => {
        const box = (await page.locator('#grid .cells').boundingBox())!;
        const unit = box.width / 9;
        await page.touchscreen.tap(box.x + unit * (column - 0.5), box.y + unit * (row - 0.5));
        await nextFrame(page);
      };
      await button(page, 'Rules').click();
      await hint(page, 'Select cells in the grid.');
      for (const column of [5, 6, 7]) await tap(5, column);
      await hint(page, '3 cells: 6 to 24');
      await tap(5, 6);
      assert.equal(await selected(page), 2, 'another tap removes a cell');
      await button(page, 'Clues').click();
      await tap(1, 1);
      await tap(2, 2);
      assert.equal(await selected(page), 1);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});
