// The families of rules, in the order in which the editor lists them.

export const FAMILIES = ['cages', 'lines', 'dots', 'outside', 'cells', 'grid'] as const;

export type Family = (typeof FAMILIES)[number];

const RULES: Readonly<Record<Exclude<Family, 'grid'>, string>> = {
  cages: 'killer sum clone house colors',
  lines:
    'thermo slow-thermo arrow double-arrow whisper renban nabner palindrome between lockout ' +
    'region-sum zipper sum-line entropic modular pairs',
  dots: 'difference ratio xv greater quadruple difference-negative ratio-negative xv-negative',
  outside: 'sandwich little-killer x-sum skyscraper numbered-room',
  cells: 'odd even minimum maximum counting-circles row-indexer column-indexer box-indexer',
};

const FAMILY_OF: Readonly<Record<string, Family>> = Object.fromEntries<Family>(
  Object.entries(RULES).flatMap(([family, ids]) =>
    ids.split(' ').map((id): [string, Family] => [id, family as Family]),
  ),
);

/** Returns the family of a rule. A rule without cells is one of the whole grid. */
export const familyOf = (id: string): Family => FAMILY_OF[id] ?? 'grid';

/** Returns the rules of a family: the known ones in its order, and then all others. */
export function inFamily<Rule extends { readonly id: string }>(
  family: Family,
  all: readonly Rule[],
): Rule[] {
  const order = family === 'grid' ? [] : RULES[family].split(' ');
  return all
    .filter(({ id }) => familyOf(id) === family)
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
