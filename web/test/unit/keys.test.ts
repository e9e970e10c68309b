// The meaning of keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, DigitInput, digitOf, SECOND_KEY_TIMEOUT } from '../../src/model/keys.ts';
import type { Mode } from '../../src/model/game.ts';
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
  const enter = (mode: string | null) => ({ type: 'enter', digit: 5, mode });
  assert.deepEqual(command(key('5'), nine), enter(null));
  assert.deepEqual(command(key('%', 'S', 'Digit5'), nine), enter('corner'));
  assert.deepEqual(command(key('5', 'C'), nine), enter('center'));
  assert.deepEqual(command(key('%', 'CS', 'Digit5'), nine), enter('color'));
  assert.deepEqual(command(key('5', 'A'), nine), enter('color'));
  assert.deepEqual(command(key('5', '', 'Numpad5'), nine), enter(null));
  assert.deepEqual(
    command(key('7', 'A'), plainLayout(4, 2, 2)),
    { type: 'enter', digit: 7, mode: 'color' },
    'colors of a small grid',
  );
});

test('moves, modes and commands', () => {
  assert.deepEqual(command(key('ArrowUp'), nine), { type: 'move', direction: 'up', extend: false });
  assert.deepEqual(command(key('ArrowUp', 'C'), nine), {
    type: 'move',
    direction: 'up',
    extend: true,
  });
  for (const direction of ['up', 'down', 'left', 'right'] as const) {
    const name = `Arrow${direction[0].toUpperCase()}${direction.slice(1)}`;
    const slant = command(key(name, 'SA'), nine);
    assert.deepEqual(slant, { type: 'slant', direction });
    assert.equal(command(key(name, 'A'), nine), null, 'Alt alone belongs to the browser');
  }
  assert.deepEqual(command(key('w'), nine), { type: 'move', direction: 'up', extend: false });
  assert.deepEqual(command(key('A', 'S'), nine), { type: 'move', direction: 'left', extend: true });
  for (const [letter, mode] of [
    ['z', 'digit'],
    ['x', 'corner'],
    ['c', 'center'],
    ['v', 'color'],
  ]) {
    assert.deepEqual(command(key(letter), nine), { type: 'mode', mode });
  }
  for (const [letter, tool] of [
    ['l', 'link'],
    ['n', 'pen'],
  ])
    assert.deepEqual(command(key(letter), nine), { type: 'tool', tool });
  const plain: [Key, string][] = [
    [key('z', 'C'), 'undo'],
    [key('y', 'C'), 'redo'],
    [key('Z', 'CS'), 'redo'],
    [key('a', 'C'), 'select-all'],
    [key('i', 'C'), 'invert-selection'],
    [key('Escape'), 'dismiss'],
    [key(' '), 'next-mode'],
    [key('Delete'), 'clear'],
    [key('Backspace'), 'clear'],
    [key('0'), 'zero'],
    [key('h'), 'hint'],
    [key('g'), 'choose-filter'],
    [key('r'), 'replay'],
    [key('f'), 'mark-candidates'],
    [key('Enter', 'CS'), 'solve'],
  ];
  for (const [pressed, meant] of plain) assert.deepEqual(command(pressed, nine), { type: meant });
  for (let n = 1; n <= 12; n++)
    assert.equal(command(key(`F${n}`), nine), null, `F${n} belongs to the browser`);
  for (const pressed of [key('c', 'C'), key('v', 'C'), key('r', 'C'), key('q'), key('Tab')])
    assert.equal(command(pressed, nine), null);
});

test('letters are digits from 10 on, and move no more', () => {
  assert.deepEqual(command(key('a'), sixteen), { type: 'enter', digit: 10, mode: null });
  assert.deepEqual(command(key('G', 'S'), sixteen), { type: 'enter', digit: 16, mode: 'corner' });
  assert.equal(command(key('w'), sixteen), null, 'none of the four moves if one is a digit');
  assert.deepEqual(command(key('h'), sixteen), { type: 'hint' });
  for (const [letter, meant] of [
    ['c', { type: 'mode', mode: 'center' }],
    ['f', { type: 'mark-candidates' }],
    ['a', { type: 'move', direction: 'left', extend: false }],
    ['g', { type: 'choose-filter' }],
    ['n', { type: 'tool', tool: 'pen' }],
  ] as const)
    assert.deepEqual(command(key(letter, 'A'), sixteen), meant, `Alt+${letter} is the command`);
  assert.deepEqual(command(key('1', 'A'), sixteen), { type: 'enter', digit: 1, mode: 'color' });
  assert.equal(digitOf(wide, 'c'), 12);
  assert.equal(digitOf(letters, 'c'), 3);
  assert.deepEqual(command(key('x'), letters), { type: 'mode', mode: 'corner' });
  assert.deepEqual(command(key('z', 'C'), letters), { type: 'undo' }, 'Ctrl keeps its meaning');
});

test('two keys in quick succession are a number if the symbols are numbers', () => {
  const input = new DigitInput();
  let moves = 0;
  /** Presses a key that makes a move. */
  const press = (at: number, digit: number, mode: Mode = 'digit', layout = wide) => {
    const typed = input.press(layout, digit, mode, at, moves);
    moves += typed.retracts ? 0 : 1;
    input.remember({ digit: typed.digit, mode, at, moves, isMove: true });
    return typed;
  };
  assert.deepEqual(press(0, 1), { digit: 1, retracts: false });
  assert.deepEqual(press(SECOND_KEY_TIMEOUT, 2), { digit: 12, retracts: true });
  assert.deepEqual(press(750, 2), { digit: 2, retracts: false }, '122 is too large');
  assert.deepEqual(press(760, 1), { digit: 1, retracts: false }, '21 is too large');
  const late = 760 + SECOND_KEY_TIMEOUT + 1;
  assert.deepEqual(press(late, 3), { digit: 3, retracts: false }, 'too late');
  press(5000, 1, 'corner');
  assert.deepEqual(press(5001, 1, 'center'), { digit: 1, retracts: false }, 'another mode');
  press(6000, 1, 'color');
  assert.deepEqual(press(6001, 2, 'color'), { digit: 2, retracts: false }, 'colors have one digit');
  press(9000, 1);
  assert.deepEqual(input.extend(wide, 0, 'digit', 9100, moves), { digit: 10, retracts: true });
  assert.equal(input.extend(wide, 0, 'digit', 9100, moves + 1), null, 'a move in between');
  input.reset();
  assert.equal(input.extend(wide, 0, 'digit', 9100, moves), null);
  press(20000, 1, 'digit', sixteen);
  assert.deepEqual(
    press(20001, 2, 'digit', sixteen),
    { digit: 2, retracts: false },
    'symbols of one character',
  );
  input.remember({ digit: 1, mode: 'digit', at: 30000, moves, isMove: false });
  assert.deepEqual(
    input.press(wide, 2, 'digit', 30100, moves),
    { digit: 12, retracts: false },
    'the first key made no move',
  );
});
