// Conflicts of digits: repeated ones, and the request that checks the others.

import type { Grid } from '../engine/api.ts';
import { houseName } from '../engine/names.ts';
import { t } from '../i18n.ts';
import type { Game } from '../model/game.ts';

/** Returns a text about a repeated digit, or null: `9 twice in row 3 and column 9`. */
export function repeatedText(game: Game): string | null {
  const { layout } = game;
  const cells = game.repeats();
  if (cells.size === 0) return null;
  const found = new Map<number, string[]>();
  for (const { name, cells: house } of layout.houses) {
    for (const cell of house) {
      const digit = game.digit(cell);
      const isRepeated = house.some((other) => other > cell && game.digit(other) === digit);
      if (!cells.has(cell) || !digit || !isRepeated) continue;
      const names = found.get(digit) ?? [];
      if (!names.includes(houseName(name))) names.push(houseName(name));
      found.set(digit, names);
    }
  }
  const [[digit, names] = [0, []]] = found;
  const places =
    names.length === 2 ? t('list.and', { first: names[0], last: names[1] }) : names.join(', ');
  return t('message.conflict', { digit: layout.symbol(digit), places });
}

/** Returns the request that checks all digits of a game with the rules of its grid. */
export function checkRequest({ layout, size }: Grid, game: Game) {
  const clues = game.layout.cells.map((cell) => game.digit(cell));
  return { puzzle: { clues }, layout: { ...layout, size } };
}
