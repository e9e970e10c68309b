// The tools of the page in a browser: formats, analysis, solution path, new and created puzzles.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browser, at, play, agree, button, menu, openTab, reveal } from './play.ts';
import { EASY, EASY_SOLVED, FOUR, JIGSAW_6, SIXTEEN, VARIANT_6 } from './puzzles.ts';
import { cell, digits, open, paste, press, nextFrame, waitAnnounced } from './setup.ts';

test('all formats can be pasted', async () => {
  await play(at(EASY), async (page) => {
    const grid = EASY.match(/.{9}/g)!
      .map((row) => row.match(/.{3}/g)!.join('|'))
      .join('\n')
      .replace(/((?:.*\n){3})/g, '$1---+---+---\n');
    const texts: [string, string][] = [
      [EASY, EASY],
      [FOUR, FOUR],
      [`*-----------*\n${grid}\n*-----------*`, EASY],
      [JIGSAW_6, '........13.....15..2....3.42........'],
      [SIXTEEN, SIXTEEN],
      // The small module leaves these to the full one.
      [`title,puzzle\nsmall,${FOUR}\n`, FOUR],
      [`{"size":4,"givens":"${FOUR}"}`, FOUR],
    ];
    for (const [text, expected] of texts) {
      await paste(page, text);
      await page.waitForFunction(
        (size) => document.querySelector('#grid')?.getAttribute('data-size') === size,
        String(Math.sqrt(expected.length)),
      );
      await nextFrame(page);
      assert.equal(await digits(page), expected, text.slice(0, 40));
    }
    await paste(page, 'this is no puzzle');
    await waitAnnounced(page, /^This text holds no puzzle/);
    await paste(page, `${EASY}\n${EASY_SOLVED.replace(/[12]/g, '.')}\n`);
    await page.locator('dialog .found button').nth(1).click();
    await nextFrame(page);
    assert.equal(await digits(page), EASY_SOLVED.replace(/[12]/g, '.'));
  });
});

test('rules of variants are drawn, checked and explained', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, VARIANT_6);
    await page.waitForSelector('#grid[data-size="6"]');
    const legend = page.locator('.rule-legend li');
    await legend.first().waitFor();
    const names = await legend.evaluateAll((all) => all.map((one) => one.lastChild!.textContent));
    assert.deepEqual(names, [
      'Thermometer',
      'Whispers 3',
      'Arrow',
      'Killer',
      'Black dot',
      'Little killer',
      'Sandwich',
    ]);
    assert.equal(await page.locator('.rule-cage').count(), 4, 'three cages and one in the legend');
    assert.equal(await page.locator('.drawing .rule-number').count(), 3, 'clues beside the grid');
    assert.match(await cell(page, 1, 6), /Killer 7/, 'the label names the rule');
    // Both cells of the cage with the sum 7 hold a digit.
    for (const [row, digit] of [
      [1, '1'],
      [2, '2'],
    ] as const) {
      const one = page.locator(`[role=row]:nth-child(${row}) [role=gridcell]:nth-child(6)`);
      await one.click({ force: true });
      await page.keyboard.press(digit);
    }
    await waitAnnounced(page, /^Rule broken: Killer \(r1c6, r2c6\)$/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('h');
    await page.locator('.hint .lead').waitFor();
  });
});

test('analysis: unique, count, rate, solution, true candidates', async () => {
  await play(at(EASY), async (page) => {
    const newest = page.locator('.findings .is-new');
    const ask = async (name: string, answer: RegExp) => {
      await button(page, name).click();
      await newest.filter({ hasText: answer }).waitFor();
    };
    await openTab(page, 'Analysis');
    await ask('Check uniqueness', /exactly one solution/);
    await ask('Count solutions', /^1 solution\./);
    await ask('Rate difficulty', /^Easy 2\.0\./);
    for (const name of ['Show solution', 'True candidates']) {
      await button(page, name).click();
      await page.locator('dialog [data-go]').waitFor();
      await button(page, 'Cancel').click();
      await nextFrame(page);
      assert.equal(await digits(page), EASY, `${name} asks first`);
    }
    const confirm = async (name: string, answer: RegExp) => {
      await agree(page, name);
      await newest.filter({ hasText: answer }).waitFor();
    };
    await confirm('Show solution', /The grid shows the solution/);
    assert.equal(await digits(page), EASY_SOLVED);
    const open = [...EASY].filter((digit) => digit === '.').length;
    await confirm('True candidates', new RegExp(`${open} candidates in ${open} open cells`));
    await button(page, 'Hide').click();
    await paste(page, '1...............');
    await page.waitForSelector('#grid[data-size="4"]');
    await ask('Check uniqueness', /more than one solution/);
    await ask('Count solutions', /^72 solutions\./);
    await confirm('Show solution', /one of several solutions/);
  });
});

test('the solution of a solved game, or of a created puzzle, is shown without a question', async () => {
  await play(at(FOUR), async (page) => {
    await page.locator('#grid [role=gridcell]').first().focus();
    await openTab(page, 'Analysis');
    await agree(page, 'Show solution');
    await button(page, 'Fill in').click();
    await waitAnnounced(page, /^Solution filled in/);
    await button(page, 'Show solution').click();
    await page.locator('.findings .is-new', { hasText: 'The grid shows' }).waitFor();
    await menu(page, 'edit');
    await page.locator('.app.setting').waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await page.waitForFunction(() => document.querySelectorAll('.digit.shown').length > 0);
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });
});

test('a long search can be canceled', async () => {
  await play(
    at('.'.repeat(625), '&symbols=dec').replace(
      /p=\.+/,
      `p=${encodeURIComponent(Array.from({ length: 25 }, () => Array(25).fill('.').join(' ')).join('\n'))}`,
    ),
    async (page) => {
      await openTab(page, 'Analysis');
      await button(page, 'Count solutions').click();
      await button(page, 'Cancel').click();
      await waitAnnounced(page, /^Canceled/);
      await paste(page, FOUR);
      await page.waitForSelector('#grid[data-size="4"]');
      await button(page, 'Check uniqueness').click();
      await page.locator('.findings .is-new').filter({ hasText: 'exactly one' }).waitFor();
    },
  );
});

test('a step looks the same in a hint and in the solution path', async () => {
  await play(at(EASY), async (page) => {
    const shown = async (tab: string) => ({
      words: await page
        .locator(`${tab} :is(.technique, .effect, .reason, .legend)`)
        .allInnerTexts(),
      signs: await page.locator('#grid .drawing :is(.sign, .whole, .hatched)').count(),
      lines: await page.locator('#grid :is(.rays, .house.look) *, #grid .house.look').count(),
    });
    await reveal(page, 4);
    const hint = await shown('.hint');
    assert.match(hint.words[0], /^Hidden Single in a Box\s+Beginner 1\.2$/);
    assert.match(hint.words.at(-1)!, /^blocks the hatched cells\s+place$/);
    await openTab(page, 'Path');
    await button(page, 'Find solution path').click();
    await page.locator('.path .legend').waitFor();
    await nextFrame(page);
    assert.deepEqual(await shown('.path'), hint);
  });
});

test('the solution path goes forwards and backwards', async () => {
  await play(at(EASY), async (page) => {
    await openTab(page, 'Path');
    await button(page, 'Find solution path').click();
    await page.locator('.steps li').first().waitFor();
    const steps = await page.locator('.steps li').count();
    assert.ok(steps >= 10);
    assert.equal(await digits(page), EASY);
    await button(page, 'Last').click();
    await nextFrame(page);
    assert.equal(await digits(page), EASY_SOLVED);
    for (let n = 0; n < 3; n++) await button(page, 'Previous').click();
    await nextFrame(page);
    assert.equal([...(await digits(page))].filter((digit) => digit === '.').length, 3);
    await page.locator('#grid [role=gridcell][tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await nextFrame(page);
    assert.equal([...(await digits(page))].filter((digit) => digit === '.').length, 2);
    await button(page, 'Continue from here').click();
    await nextFrame(page);
    assert.equal([...(await digits(page))].filter((digit) => digit === '.').length, 2);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.equal(await digits(page), EASY);
  });
});

test('puzzles are generated by level, symmetry and type', async () => {
  await play(at(EASY), async (page) => {
    const make = async (choices: Record<string, string>) => {
      await page.locator('.heard[role=status]').evaluate((one) => (one.textContent = ''));
      await menu(page, 'new');
      for (const [label, value] of Object.entries(choices)) {
        const control = page.getByLabel(label, { exact: true });
        if (label === 'Seed') await control.fill(value);
        else await control.selectOption(value);
      }
      await button(page, 'Generate').click();
      await waitAnnounced(page, /^New puzzle with \d+ clues/);
      await nextFrame(page);
      return digits(page);
    };
    const one = await make({ Difficulty: 'medium', Symmetry: 'rotational', Seed: '1' });
    assert.equal(one.length, 81);
    assert.ok(
      [...one].every((digit, n) => (digit === '.') === (one[80 - n] === '.')),
      'symmetric',
    );
    const jigsaw = await make({ Type: 'jigsaw', Size: '6', Seed: '3' });
    assert.equal(jigsaw.length, 36);
    const again = await make({ Difficulty: 'medium', Symmetry: 'rotational', Seed: '1' });
    assert.equal(again, one, 'the same seed');
    await make({ Size: '6', Type: 'down', Seed: '2' });
    assert.equal(await page.locator('.diagonal').count(), 1);
  });
});

test('a puzzle with drawn regions is created and played', async () => {
  await play(at(EASY), async (page) => {
    await page.locator('.top [data-menu=set]').click();
    await page.getByLabel('Size', { exact: true }).selectOption('4');
    await page.getByLabel('Boxes', { exact: true }).selectOption('regions');
    await page.getByLabel('Anti-diagonal').check();
    await button(page, 'Empty grid').click();
    const board = page.locator('dialog .board');
    await board.waitFor();
    // The first regions are boxes. Two cells change their region.
    const box = (await board.boundingBox())!;
    const paint = async (region: number, row: number, column: number) => {
      await page.locator('dialog .palette button').nth(region).click();
      await page.mouse.click(
        box.x + ((column - 0.5) / 4) * box.width,
        box.y + ((row - 0.5) / 4) * box.height,
      );
    };
    await paint(0, 1, 3);
    assert.ok(await button(page, 'Use regions').isDisabled());
    await paint(1, 2, 2);
    await button(page, 'Use regions').click();
    await page.locator('.set:not([hidden])').waitFor();
    assert.equal(await digits(page), '.'.repeat(16));
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await press(page, 2, 3);
    await page.keyboard.press('2');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /clue 1/);
    await button(page, 'Check uniqueness').click();
    await waitAnnounced(page, /solution/);
    await button(page, 'Play it').click();
    await page.locator('.set').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => location.hash.includes('regions='));
    assert.match(page.url(), /diagonal=anti/);
    const other = await open(browser, page.url());
    assert.match(await cell(other, 1, 3), /^row 1 column 3, region 1, /);
    await other.context().close();
  });
});

test('16×16: letters are digits', async () => {
  await play(at(SIXTEEN), async (page) => {
    assert.equal(await digits(page), SIXTEEN);
    await press(page, 1, 1);
    await page.keyboard.press('g');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, G$/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('h');
    await page.locator('.hint .lead').waitFor();
  });
});

test('the grid is saved as a picture, the link is a QR code, and SudokuPad opens it', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('Alt+Digit2');
    await page.locator('.top [data-menu=share]').click();
    await page.locator('.qr').waitFor();
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
      return readFileSync(await file.path());
    };
    const svg = (await download('Save as SVG')).toString();
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const clues = [...EASY].filter((digit) => digit !== '.').length;
    assert.equal(svg.match(/<text /g)!.length, clues + 1, 'all digits, and the hidden label');
    assert.doesNotMatch(svg, /class=|var\(/, 'it needs no style sheet');
    assert.match(svg, /rgb\(172, 203, 154\)/, 'the color of the player');
    const png = await download('Save as PNG');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.equal(png.readUInt32BE(16), 1800);
    assert.ok(png.length > 20_000, 'it is not empty');
    const link = page.getByRole('link', { name: 'Open in SudokuPad' });
    await link.waitFor();
    assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/sudokupad\.app\/\S+$/);
  });
});

test('several puzzles are printed on a page, with their solutions on another', async () => {
  await play(at(EASY), async (page) => {
    await page.locator('.nm .tag:not([hidden])').waitFor();
    await page.evaluate(() => (window.print = () => {}));
    await page.locator('.top [data-menu=print]').click();
    await page.getByLabel('Puzzles').selectOption('4');
    await page.getByLabel('Solutions on a page of their own').check();
    await page.locator('[data-print]').click();
    await page.locator('.print-sheet').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.sheet-page.of-4 .board').count(), 4);
    assert.equal(await page.locator('.sheet-page.solutions .board').count(), 4);
    assert.equal(await page.locator('.sheet-page.solutions .digit').count(), 4 * 81);
    assert.match(
      (await page.locator('.sheet-page.of-4 figcaption').allTextContents()).join('; '),
      /^1\. Sudoku Easy 2\.0; (\d\. Sudoku Easy \d\.\d(; )?){3}$/,
    );
    const sheet = await page.locator('.print-sheet').evaluate((one) => one.outerHTML);
    for (const format of ['A4', 'Letter', 'A5']) {
      // Printing removes the sheet.
      await page.evaluate((html) => {
        if (document.querySelector('.print-sheet')) return;
        document.body.insertAdjacentHTML('beforeend', html);
        document.body.classList.add('has-sheet');
      }, sheet);
      const pdf = (await page.pdf({ format })).toString('latin1');
      assert.equal((pdf.match(/\/Type\s*\/Page[^s]/g) ?? []).length, 2, `two pages of ${format}`);
      if (format !== 'A4') continue;
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      assert.equal(await page.locator('.print-sheet').count(), 0);
    }
    await page.emulateMedia({ media: 'screen' });
  });
});

test('a press on a candidate removes and restores it, in center mode', async () => {
  await play(at(EASY), async (page) => {
    await button(page, 'Auto candidates').click();
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 3 6 8$/);
    const box = (await page.locator('#grid .cells').boundingBox())!;
    const unit = box.width / 9;
    // Candidate 3 is at the upper right.
    const pressThree = () => page.mouse.click(box.x + unit * 0.81, box.y + unit * 0.19);
    await pressThree();
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 3 6 8$/, 'other modes select only');
    await page.keyboard.press('c');
    await pressThree();
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 6 8$/);
    await pressThree();
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 3 6 8$/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 6 8$/, 'each press is a move');
  });
});

test('a large grid shows a part that follows the cursor', async () => {
  await play(at(SIXTEEN), async (page) => {
    const shown = () => page.locator('#grid .drawing').getAttribute('viewBox');
    const whole = await shown();
    await press(page, 1, 1);
    await page.keyboard.press('+');
    await nextFrame(page);
    assert.equal(await shown(), '0 0 900 900');
    for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowRight');
    await nextFrame(page);
    assert.equal(await shown(), '300 0 900 900', 'two cells beyond the cursor are visible');
    // A press means the cell that is visible there.
    const box = (await page.locator('.boardbox').boundingBox())!;
    await page.mouse.click(box.x + box.width / 18, box.y + box.height / 18);
    await nextFrame(page);
    assert.match(
      (await page.locator('[role=gridcell][aria-selected=true]').getAttribute('aria-label')) ?? '',
      /^row 1 column 4/,
    );
    await page.keyboard.press('-');
    await nextFrame(page);
    assert.equal(await shown(), whole);
  });
});

test('a digit can be chosen first, and then its cells', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate(() =>
      localStorage.setItem('ndoku.settings', JSON.stringify({ digitFirst: true })),
    );
    await page.reload();
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    await page.locator('[data-digit="1"]').click();
    await press(page, 1, 1);
    await press(page, 1, 2);
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1/);
    assert.match(await cell(page, 1, 2), /, 1/);
    await page.keyboard.press('Escape');
    await press(page, 1, 3);
    await nextFrame(page);
    assert.match(await cell(page, 1, 3), /empty$/);
  });
});
