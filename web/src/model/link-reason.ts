// Why a link of a chain holds, in words.

import type { Highlight } from '../engine/api.ts';
import { houseName } from '../engine/names.ts';
import { t } from '../i18n.ts';
import { bit, has } from './bits.ts';
import type { Layout } from './layout.ts';

type Link = Extract<Highlight, { kind: 'link' }>;

/**
 * Returns the reason for a link, such as `same cell`. `candidates` are those of the position before
 * the step.
 */
export function linkReason(layout: Layout, link: Link, candidates: ArrayLike<number>): string {
  const ends = [...link.from, ...link.to];
  const cells = new Set(ends.map(({ cell }) => cell));
  const digits = new Set(ends.map(({ digit }) => digit));
  const [{ cell, digit }] = ends;
  if (cells.size === 1) {
    if (!link.strong) return t('link.weak.cell');
    const all = [...digits].reduce((set, one) => set | bit(one), 0);
    const key = candidates[cell] === all ? 'link.strong.cell' : 'link.strong.cell.left';
    return t(key, { cell: layout.name(cell) });
  }
  const houses = layout.houses.filter((house) =>
    [...cells].every((one) => house.cells.includes(one)),
  );
  if (digits.size > 1) return t(link.strong ? 'link.strong.set' : 'link.weak.rule');
  if (!link.strong)
    return houses[0]
      ? t('link.weak.house', { house: houseName(houses[0].name) })
      : t('link.weak.rule');
  const isFull = ({ cells: all }: (typeof houses)[number]) =>
    all.every((one) => cells.has(one) || !has(candidates[one], digit));
  const full = houses.find(isFull);
  const house = full ?? houses[0];
  if (!house) return t('link.strong.set');
  const kind = !full ? 'left' : cells.size > 2 ? 'group' : 'house';
  const values = { digit: layout.symbol(digit), house: houseName(house.name) };
  return t(`link.strong.${kind}`, values);
}
