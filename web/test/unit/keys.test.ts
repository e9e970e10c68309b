// Keys that players have in their fingers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, digitOf, Pairing, PAIR_TIME } from '../../src/model/keys.ts';
import type { Key } from '../../src/model/keys.ts';
import { Layout, plainLayout } from '../../src/model/layout.ts';

const nine = plainLayout(9, 3, 3);
const sixteen = plainLayout(16, 4, 4);
const wide = new Layout({
  ...sixteen,
  symbols: Array.from({ length: 16 }, (_, n) => String(n + 1)),
});
const letters = new Layout({ ...nine, symbols: [...'ABCDEFGHI'] });

function key(text: string, held = '', code = ''): Key {
  const name =
    code ||
    (/^[0-9]$/.test(text)
      ? `Digit${text}`
      : /^[a-z]$/i.test(text)
        ? `Key${text.toUpperCase()}`
        : text);
  return {
    key: text,
    code: name,
    shift: held.includes('S'),
    ctrl: held.includes('C'),
    alt: held.includes('A'),
  };
}

test('digits with what is held', () => {
  const enter = (mode: string | null) => ({ do: 'enter', digit: 5, mode });
  assert.deepEqual(command(key('5'), nine), enter(null));
  assert.deepEqual(command(key('%', 'S', 'Digit5'), nine), enter('corner'));
  assert.deepEqual(command(key('5', 'C'), nine), enter('center'));
  assert.deepEqual(command(key('%', 'CS', 'Digit5'), nine), enter('color'));
  assert.deepEqual(command(key('5', 'A'), nine), enter('color'));
  assert.deepEqual(command(key('5', '', 'Numpad5'), nine), enter(null));
  assert.deepEqual(
    command(key('7', 'A'), plainLayout(4, 2, 2)),
    { do: 'enter', digit: 7, mode: 'color' },
    'colors of a small grid',
  );
});

test('moves, modes and commands', () => {
  assert.deepEqual(command(key('ArrowUp'), nine), { do: 'move', direction: 'up', extend: false });
  assert.deepEqual(command(key('ArrowUp', 'C'), nine), {
    do: 'move',
    direction: 'up',
    extend: true,
  });
  assert.deepEqual(command(key('w'), nine), { do: 'move', direction: 'up', extend: false });
  assert.deepEqual(command(key('A', 'S'), nine), { do: 'move', direction: 'left', extend: true });
  for (const [letter, mode] of [
    ['z', 'digit'],
    ['x', 'corner'],
    ['c', 'center'],
    ['v', 'color'],
  ]) {
    assert.deepEqual(command(key(letter), nine), { do: 'mode', mode });
  }
  const plain: [Key, string][] = [
    [key('z', 'C'), 'undo'],
    [key('y', 'C'), 'redo'],
    [key('Z', 'CS'), 'redo'],
    [key('a', 'C'), 'all'],
    [key('i', 'C'), 'invert'],
    [key('Escape'), 'none'],
    [key(' '), 'cycle'],
    [key('Delete'), 'clear'],
    [key('Backspace'), 'clear'],
    [key('0'), 'clear'],
    [key('h'), 'hint'],
    [key('Enter', 'CS'), 'solve'],
  ];
  for (const [pressed, meant] of plain) assert.deepEqual(command(pressed, nine), { do: meant });
  assert.deepEqual(command(key('F4'), nine), { do: 'filter', digit: 4 });
  assert.equal(
    command(key('F5'), plainLayout(4, 2, 2)),
    null,
    'the browser keeps what a small grid does not need',
  );
  for (const pressed of [key('c', 'C'), key('v', 'C'), key('r', 'C'), key('q'), key('Tab')])
    assert.equal(command(pressed, nine), null);
});

test('letters are digits from 10 on, and move no more', () => {
  assert.deepEqual(command(key('a'), sixteen), { do: 'enter', digit: 10, mode: null });
  assert.deepEqual(command(key('G', 'S'), sixteen), { do: 'enter', digit: 16, mode: 'corner' });
  assert.equal(command(key('w'), sixteen), null, 'none of the four moves if one is a digit');
  assert.deepEqual(command(key('h'), sixteen), { do: 'hint' });
  assert.equal(digitOf(wide, 'c'), 12);
  assert.equal(digitOf(letters, 'c'), 3);
  assert.deepEqual(command(key('x'), letters), { do: 'mode', mode: 'corner' });
  assert.deepEqual(command(key('z', 'C'), letters), { do: 'undo' }, 'Ctrl keeps its meaning');
});

test('two digits within a moment are a number where symbols are written so', () => {
  const pair = new Pairing();
  assert.deepEqual(pair.press(wide, 1, 'digit', 0), { digit: 1, joins: false });
  assert.deepEqual(pair.press(wide, 2, 'digit', 600), { digit: 12, joins: true });
  assert.deepEqual(
    pair.press(wide, 2, 'digit', 700),
    { digit: 2, joins: false },
    'a number is complete with two',
  );
  assert.deepEqual(
    pair.press(wide, 1, 'digit', 750),
    { digit: 1, joins: false },
    '21 is too large',
  );
  assert.deepEqual(
    pair.press(wide, 3, 'digit', 750 + PAIR_TIME + 1),
    { digit: 3, joins: false },
    'too late',
  );
  pair.press(wide, 1, 'corner', 5000);
  assert.deepEqual(pair.press(wide, 1, 'center', 5001), { digit: 1, joins: false }, 'another mode');
  pair.press(wide, 1, 'digit', 9000);
  assert.equal(pair.zero(wide, 'digit', 9100), 10);
  assert.equal(pair.zero(wide, 'digit', 9150), null);
  pair.press(sixteen, 1, 'digit', 20000);
  assert.deepEqual(
    pair.press(sixteen, 2, 'digit', 20001),
    { digit: 2, joins: false },
    'symbols of one character',
  );
});
