// The roles of cells, candidates and houses in a step: classes in the drawing, and names.

import { t } from '../i18n.ts';
import type { Role } from '../model/picture.ts';

/** Returns the class of a role: `role-fin`, `role-group-3`. There are six groups, used in turn. */
export function roleClass(role: Role): string {
  const [name, number] = role.split(' ');
  return number === undefined ? `role-${name}` : `role-${name}-${((Number(number) - 1) % 6) + 1}`;
}

/** Returns the name of a role. */
export function roleName(role: Role): string {
  const [name, number] = role.split(' ');
  if (name === 'group')
    return t('role.group', { letter: String.fromCharCode(64 + Number(number)) });
  const key = `role.${name}` as Parameters<typeof t>[0];
  return t(key);
}
