// The levels that exist for a size and kind of puzzle. Small grids have no hard puzzles, and large
// ones take too long to measure. The table comes from searches with 150 attempts for three seeds.

import type { LevelName } from './stats.ts';
import { LEVELS } from './stats.ts';

/** A kind of puzzle that the page makes. */
export type Kind = 'plain' | 'x' | 'down' | 'up' | 'jigsaw' | 'windoku';

/** The sizes that the page makes. */
export const SIZES = [4, 6, 8, 9, 10, 12, 15, 16] as const;

/** The highest rating of each level but the last. */
export const LEVEL_LIMITS = [1.2, 2.5, 4.0, 5.6, 7.5] as const;

/** Returns the level of a rating. */
export function levelOf(rating: number): LevelName {
  const at = LEVEL_LIMITS.findIndex((limit) => rating <= limit);
  return LEVELS.at(at)!;
}

/** The hardest level of small grids. */
const HARDEST: Record<number, Partial<Record<Kind, LevelName>> & { readonly plain: LevelName }> = {
  4: { plain: 'beginner', x: 'easy', jigsaw: 'easy' },
  10: { plain: 'expert' },
  6: { plain: 'expert', jigsaw: 'expert', x: 'extreme', down: 'extreme', up: 'extreme' },
};

/** Returns the levels that the page can make, easiest first. None for sizes above 10. */
export function levelsOf(size: number, kind: Kind): readonly LevelName[] {
  if (size > 10) return [];
  const hardest = HARDEST[size]?.[kind] ?? HARDEST[size]?.plain ?? 'extreme';
  return LEVELS.slice(0, LEVELS.indexOf(hardest) + 1);
}
