// Statistics of solved puzzles: streaks, best and mean times, the spread of times.

import type { Result } from '../store.ts';

export const LEVELS = ['beginner', 'easy', 'medium', 'hard', 'expert', 'extreme'] as const;
export type LevelName = (typeof LEVELS)[number];

/** Returns the day of a time in the player's zone: `2026-11-25`. */
export function dayOf(when: number | Date): string {
  const date = new Date(when);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the date of a day at noon, so that no change of the clock moves it. */
export function dateOf(day: string): Date {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

/** Returns the day before or after, by a number of days. */
export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** Returns the first day of a week where the player lives, from 0 for Sunday. */
function firstWeekday(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  // Monday is the first day in browsers that do not know it.
  return (locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

/** Returns the number of days of a week before this one. */
export const daysOfWeekBefore = (day: string): number =>
  (dateOf(day).getDay() - firstWeekday() + 7) % 7;

/** Returns the number of days in a row up to today or yesterday, and the longest ever. */
export function streaks(days: Iterable<string>, today: string): { now: number; longest: number } {
  const all = new Set(days);
  const lengthFrom = (last: string) => {
    let length = 0;
    for (let day = last; all.has(day); day = addDays(day, -1)) length++;
    return length;
  };
  const now = lengthFrom(all.has(today) ? today : addDays(today, -1));
  // A run ends on a day whose next one is missing.
  const ends = [...all].filter((day) => !all.has(addDays(day, 1)));
  return { now, longest: Math.max(now, ...ends.map(lengthFrom), 0) };
}

export interface LevelStats {
  readonly level: LevelName;
  readonly count: number;
  /** The best and the mean time, in seconds. */
  readonly best: number;
  readonly mean: number;
  /** Number of puzzles without a hint. */
  readonly unaided: number;
}

/** Returns the statistics of the levels that were played. */
export function levelStats(results: readonly Result[]): LevelStats[] {
  return LEVELS.flatMap((level) => {
    const own = results.filter((one) => one.level === level);
    if (own.length === 0) return [];
    const times = own.map(({ seconds }) => seconds);
    const sum = times.reduce((all, one) => all + one, 0);
    return [
      {
        level,
        count: own.length,
        best: Math.min(...times),
        mean: sum / own.length,
        unaided: own.filter(({ hints }) => hints === 0).length,
      },
    ];
  });
}

/** Limits of the spread of times, in minutes. */
const EDGES = [1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 45, 60, 90, 120, 180];

export interface Bin {
  /** The limits in minutes. The first bin has no lower one, the last no upper one. */
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
}

/** Returns the spread of times in five bins around the median. */
export function spread(seconds: readonly number[]): Bin[] {
  if (seconds.length === 0) return [];
  const sorted = [...seconds].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] / 60;
  const above = EDGES.findIndex((edge) => edge > median);
  const middle = above < 0 ? EDGES.length : above;
  const first = Math.max(0, Math.min(middle - 2, EDGES.length - 4));
  const edges = EDGES.slice(first, first + 4);
  return [null, ...edges].map((from, at) => {
    const to = edges[at] ?? null;
    const count = sorted.filter(
      (one) => (from === null || one >= from * 60) && (to === null || one < to * 60),
    ).length;
    return { from, to, count };
  });
}
