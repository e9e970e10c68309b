// The description of a cell for screen readers: "row 3 column 5, box 2, clue 7".

import { ruleName } from '../engine/names.ts';
import { colorName, penColorName, t } from '../i18n.ts';
import type { Layout } from '../model/layout.ts';
import type { CellPicture } from '../model/picture.ts';
import type { PenNote } from '../model/sketch.ts';
import { roleName } from './roles.ts';

export function describe(layout: Layout, at: number, cell: CellPicture): string {
  const symbols = (digits: readonly number[]) =>
    digits.map((digit) => layout.symbol(digit)).join(' ');
  const parts = [t('grid.row', { row: layout.row(at) + 1, column: layout.column(at) + 1 })];
  if (layout.regions)
    parts.push(t(layout.jigsaw ? 'grid.region' : 'grid.box', { box: layout.regions[at] + 1 }));
  parts.push(...[...layout.rulesAt[at]].map(ruleName));
  if (cell.digit !== 0) {
    parts.push(
      t(cell.kind === 'given' ? 'grid.given' : 'grid.entered', {
        digit: layout.symbol(cell.digit),
      }),
    );
  } else {
    parts.push(t('grid.empty'));
    if (cell.corner.length) parts.push(t('grid.corner', { digits: symbols(cell.corner) }));
    if (cell.center.length) parts.push(t('grid.center', { digits: symbols(cell.center) }));
    if (cell.candidates) parts.push(t('grid.candidates', { digits: symbols(cell.candidates) }));
  }
  if (cell.colors.length)
    parts.push(t('grid.color', { colors: cell.colors.map(colorName).join(', ') }));
  if (cell.tints.length)
    parts.push(
      t('grid.tints', {
        list: cell.tints
          .map(([digit, of]) => `${layout.symbol(digit)} ${colorName(of)}`)
          .join(', '),
      }),
    );
  for (const { from, to, strong } of cell.ownLinks) {
    const [own, other] = from.cell === at ? [from, to] : [to, from];
    const values = {
      link: t(strong ? 'role.strong' : 'role.weak'),
      digit: layout.symbol(own.digit),
      to: t('hint.placement', { digit: layout.symbol(other.digit), cell: layout.name(other.cell) }),
    };
    parts.push(t('grid.link', values));
  }
  if (cell.pen.length) parts.push(t('grid.pen', { list: cell.pen.map(penText).join(', ') }));
  if (cell.conflict) parts.push(t('grid.conflict'));
  if (cell.wrong) parts.push(t('grid.wrong'));
  const roles = [
    ...cell.roles.map(roleName),
    ...[...cell.candidateRoles].map(
      ([digit, of]) => `${layout.symbol(digit)} ${of.map(roleName).join(', ')}`,
    ),
  ];
  if (roles.length) parts.push(t('grid.marked', { roles: roles.join('; ') }));
  return parts.join(', ');
}

/** Describes a sign of the pen: `line above left (green)`. The first color has no name. */
function penText({ kind, color, sides }: PenNote): string {
  const name = color > 0 ? ` (${penColorName(color)})` : '';
  return [t(`pen.${kind}.one`), ...sides.map((side) => t(`side.${side}`))].join(' ') + name;
}
