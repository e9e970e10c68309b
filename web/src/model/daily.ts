// The daily puzzles: three levels for each date, the same for everybody, without a connection. The
// date and the level give the seed, and the engine makes the same puzzle of a seed everywhere.

import type { GenerateRequest } from '../engine/api.ts';
import type { LevelName } from './stats.ts';
import { LEVELS } from './stats.ts';

export const DAILY_LEVELS: readonly LevelName[] = ['easy', 'hard', 'extreme'];

/** The first day with puzzles. */
export const FIRST_DAY = '2026-01-01';

/** Returns the name of a daily puzzle in the storage: `2026-11-25 hard`. */
export const dailyKey = (day: string, level: string): string => `${day} ${level}`;

/** Returns the request for a daily puzzle. */
export function dailyRequest(day: string, level: LevelName): GenerateRequest {
  const seed = Number(day.replaceAll('-', '')) * 10 + LEVELS.indexOf(level);
  return { layout: { size: 9 }, level, seed, symmetry: 'rotational' };
}
