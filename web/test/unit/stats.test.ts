// Statistics, daily puzzles, the handbook, and what a hint shows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dailyRequest } from '../../src/model/daily.ts';
import { candidatesOf, familiesOf, readPosition, transformed } from '../../src/model/handbook.ts';
import type { HandbookPage } from '../../src/model/handbook.ts';
import { chainLines, hintOverlay, placeNames } from '../../src/model/hint-view.ts';
import { linkReason } from '../../src/model/link-reason.ts';
import { has } from '../../src/model/bits.ts';
import { plainLayout } from '../../src/model/layout.ts';
import { levelsOf } from '../../src/model/levels.ts';
import { addDays, dayOf, levelStats, spread, streaks } from '../../src/model/stats.ts';
import type { Result } from '../../src/store.ts';
import { TECHNIQUE_COUNT } from '../../src/view/counts.ts';

const pages = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../../crates/ndoku-api/testdata/handbook.json'),
    'utf8',
  ),
) as HandbookPage[];
const page = (id: string) => pages.find((one) => one.id === id)!;
const layout = plainLayout(9, 3, 3);

test('days in a row end with a missing day, but not today', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24'];
  assert.deepEqual(streaks(days, '2026-11-25'), { now: 2, longest: 2 });
  assert.deepEqual(streaks([...days, '2026-11-22'], '2026-11-24'), { now: 5, longest: 5 });
  assert.deepEqual(streaks(days, '2026-11-27'), { now: 0, longest: 2 });
  assert.deepEqual(streaks([], '2026-11-25'), { now: 0, longest: 0 });
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(dayOf(new Date(2026, 10, 25, 23, 59)), '2026-11-25');
});

test('times are summed by level, and spread around the median', () => {
  const result = (level: string, seconds: number, hints = 0): Result => ({
    key: `${level}${seconds}`,
    when: 0,
    level,
    rating: 1,
    seconds,
    hints,
    mistakes: 0,
  });
  const all = [result('easy', 60), result('easy', 180, 2), result('hard', 600), result('', 1)];
  assert.deepEqual(
    levelStats(all).map(({ level, count, best, mean, unaided }) => [
      level,
      count,
      best,
      mean,
      unaided,
    ]),
    [
      ['easy', 2, 60, 120, 1],
      ['hard', 1, 600, 600, 1],
    ],
  );
  const times = [100, 200, 300, 400, 500, 5000];
  const bins = spread(times);
  assert.equal(bins.length, 5);
  assert.equal(
    bins.reduce((sum, { count }) => sum + count, 0),
    times.length,
    'each time is in one bin',
  );
  assert.deepEqual([bins[0].from, bins[4].to], [null, null]);
  for (const extreme of [[1], [100_000]])
    assert.equal(
      spread(extreme).reduce((sum, { count }) => sum + count, 0),
      1,
    );
});

test('each day and level has a seed of its own', () => {
  const seeds = new Set<number>();
  for (const day of ['2026-11-25', '2026-11-26', '2027-01-01'])
    for (const level of ['easy', 'hard', 'extreme'] as const) {
      const { seed } = dailyRequest(day, level);
      assert.ok(Number.isSafeInteger(seed));
      seeds.add(seed!);
    }
  assert.equal(seeds.size, 9);
});

test('only levels that exist are offered', () => {
  assert.deepEqual(levelsOf(4, 'plain'), ['beginner']);
  assert.equal(levelsOf(6, 'plain').includes('extreme'), false);
  assert.equal(levelsOf(6, 'x').includes('extreme'), true);
  assert.equal(levelsOf(9, 'jigsaw').length, 6);
  assert.deepEqual(levelsOf(16, 'plain'), []);
});

test('positions of the handbook are read, and their steps are possible', () => {
  assert.equal(pages.length, TECHNIQUE_COUNT);
  for (const { id, examples } of pages) {
    for (const example of examples.filter(({ rules }) => !rules)) {
      const position = readPosition(example);
      assert.equal(position.clues.length, 81, id);
      const candidates = candidatesOf(layout, position);
      for (const { cell, digit } of [...example.step.placements, ...example.step.eliminations])
        assert.ok(has(candidates[cell], digit), `${id}: ${layout.name(cell)} has ${digit}`);
    }
  }
  const families = familiesOf(pages);
  assert.equal(families[0].family, 'Singles');
  assert.ok(families[families.length - 1].hasRules, 'techniques for rules come last');
  assert.equal(
    families.reduce((sum, { pages: own }) => sum + own.length, 0),
    pages.length,
  );
});

test('a transformed position is equivalent', () => {
  const position = readPosition(page('x-wing').examples[0]);
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let n = 0; n < 20; n++) {
    const other = transformed(position, random);
    const count = (all: number[]) => all.filter(Boolean).length;
    assert.equal(count(other.clues), count(position.clues));
    assert.equal(count(other.entered), count(position.entered));
    const digits = other.clues.map((clue, cell) => clue || other.entered[cell]);
    for (const house of layout.houses) {
      const inside = house.cells.map((cell) => digits[cell]).filter(Boolean);
      assert.equal(new Set(inside).size, inside.length, 'no digit is repeated');
    }
    const sizes = (all: number[]) => all.map((set) => set.toString(2).replaceAll('0', '').length);
    const sum = (all: number[]) => sizes(all).reduce((one, next) => one + next, 0);
    assert.equal(sum(candidatesOf(layout, other)), sum(candidatesOf(layout, position)));
  }
});

test('a hint shows more with each level, and never too early', () => {
  const { step, ...rest } = page('hidden-single-box').examples[0];
  const position = readPosition(rest);
  const digits = position.clues.map((clue, cell) => clue || position.entered[cell]);
  const candidates = candidatesOf(layout, position);
  const at = (level: 1 | 2 | 3 | 4) => hintOverlay(layout, step, level, digits, candidates);
  assert.deepEqual(placeNames(layout, step).length, 1);
  for (const level of [1, 2] as const) assert.equal(at(level).marks, undefined);
  const { cell } = step.placements[0];
  const places = (level: 3 | 4) =>
    (at(level).marks ?? []).filter((mark) => mark.kind === 'candidate' && mark.cell === cell);
  assert.equal(places(3).length, 0, 'the third level does not give the digit away');
  assert.equal(places(4).length, 1);
  assert.ok((at(4).rays ?? []).length > 0);
  for (const blocked of at(4).hatched ?? []) {
    assert.equal(digits[blocked], 0);
    assert.notEqual(blocked, cell);
  }
});

test('a chain is a list of its links', () => {
  const { step } = page('aic').examples[0];
  const lines = chainLines(layout, step);
  assert.ok(lines.length > 2);
  lines.forEach((line, n) => {
    assert.match(line.node, line.strong ? /^r\dc\d-\d$/ : /^r\dc\d=\d$/);
    if (n > 0) assert.equal(line.node, lines[n - 1].end, 'each link begins where the last ended');
  });
  assert.deepEqual(chainLines(layout, page('x-wing').examples[0].step), []);
});

type Link = Parameters<typeof linkReason>[1];

test('each link of a chain has a reason', () => {
  const open = new Array<number>(81).fill(layout.all);
  const at = (cell: number, digit: number) => ({ cell, digit });
  const reason = (from: object, to: object, strong: boolean, candidates = open) =>
    linkReason(layout, { kind: 'link', from: [from], to: [to], strong } as Link, candidates);
  assert.equal(reason(at(0, 1), at(0, 2), false), 'same cell');
  assert.equal(reason(at(0, 1), at(5, 1), false), 'both in row 1');
  assert.equal(reason(at(0, 1), at(40, 1), false), 'a rule forbids both');
  assert.equal(reason(at(0, 1), at(0, 2), true), 'last candidate left in r1c1');
  const two = open.map((all, cell) => (cell === 0 ? 0b11 : cell < 9 && cell !== 5 ? 0b10 : all));
  assert.equal(reason(at(0, 1), at(0, 2), true, two), 'only two candidates in r1c1');
  assert.equal(reason(at(0, 1), at(5, 1), true, two), 'only two places for 1 in row 1');
  assert.equal(reason(at(0, 1), at(5, 1), true), 'last place left for 1 in row 1');
  assert.equal(reason(at(0, 1), at(5, 2), true), 'almost locked set');
});
