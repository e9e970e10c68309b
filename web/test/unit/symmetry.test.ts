// The symmetries of clues, against the pictures of a small grid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYMMETRIES, partners, withoutPartner } from '../../src/model/symmetry.ts';

test('each symmetry has its partners', () => {
  // The cell in row 1, column 2 of a 4×4 grid.
  const of = Object.fromEntries(
    SYMMETRIES.map((name) => [name, partners(4, name, 1).sort((a, b) => a - b)]),
  );
  assert.deepEqual(of, {
    none: [1],
    rotational: [1, 14],
    quarter: [1, 7, 8, 14],
    horizontal: [1, 13],
    vertical: [1, 2],
    'both-mirrors': [1, 2, 13, 14],
    diagonal: [1, 4],
    'anti-diagonal': [1, 11],
    'both-diagonals': [1, 4, 11, 14],
    full: [1, 2, 4, 7, 8, 11, 13, 14],
  });
});

test('partners are mutual, and the center has none', () => {
  for (const name of SYMMETRIES) {
    assert.deepEqual(partners(9, name, 40), [40], name);
    for (let cell = 0; cell < 81; cell++)
      for (const other of partners(9, name, cell))
        assert.ok(partners(9, name, other).includes(cell), `${name}: ${cell}, ${other}`);
  }
});

test('cells without a partner are those that a symmetric pattern lacks', () => {
  assert.deepEqual(withoutPartner(9, 'rotational', [0, 80, 40]), []);
  assert.deepEqual(withoutPartner(9, 'rotational', [0, 1]), [79, 80]);
  assert.deepEqual(withoutPartner(9, 'full', [0, 8]), [72, 80]);
  assert.deepEqual(withoutPartner(9, 'none', [3]), []);
});
