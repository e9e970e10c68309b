// The meaning of keys. Most Sudoku programs share these keys:
//
// | keys | meaning |
// |---|---|
// | digits | a digit; with Shift a corner mark, with Ctrl a center mark, with both or Alt a color |
// | Z X C V | the mode of digits, while held, or from then on if tapped |
// | arrows, W A S D | move the cursor |
// | Shift, Alt and an arrow | draws a slanted line with the pen |
// | G | the next digit is highlighted; with Shift, one more follows; again: bivalue cells |
// | L, N | draw links, use the pen |
// | R | replay the game |
// | + - | show a part of a large grid, or all of it |
//
// If the symbols of a puzzle are letters, a letter is a digit and not a command. Alt and the letter
// is the command then. The keys F1 to F12 belong to the browser.

import type { Mode, ToolName } from './game.ts';
import type { Layout } from './layout.ts';
import type { Direction } from './selection.ts';

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  /** Ctrl, or Command on macOS. */
  readonly ctrl: boolean;
  readonly alt: boolean;
}

export type Command =
  | { readonly type: 'enter'; readonly digit: number; readonly mode: Mode | null }
  | { readonly type: 'move'; readonly direction: Direction; readonly extend: boolean }
  /** Draws the slanted line that is next to an arrow, clockwise. */
  | { readonly type: 'slant'; readonly direction: Direction }
  | { readonly type: 'jump'; readonly to: 'start' | 'end'; readonly whole: boolean }
  | { readonly type: 'mode'; readonly mode: Mode }
  | { readonly type: 'zoom'; readonly on: boolean }
  | { readonly type: 'tool'; readonly tool: ToolName }
  | {
      readonly type:
        | 'next-mode'
        /** The next digit is highlighted. */
        | 'choose-filter'
        | 'clear'
        /** Completes 10 or 20, or else clears. */
        | 'zero'
        | 'undo'
        | 'redo'
        | 'select-all'
        | 'select-equal'
        | 'invert-selection'
        | 'dismiss'
        | 'hint'
        | 'mark-candidates'
        | 'pause'
        | 'replay'
        | 'solve';
    };

const MOVES: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const LETTER_MOVES: Record<string, Direction> = { w: 'up', a: 'left', s: 'down', d: 'right' };
const LETTER_MODES: Record<string, Mode> = { z: 'digit', x: 'corner', c: 'center', v: 'color' };

/**
 * Returns the digit that a character means, or 0. The symbols of the puzzle come first. Letters
 * continue from 10 if the symbols are numbers.
 */
export function digitOf(layout: Layout, character: string): number {
  if (character.length !== 1) return 0;
  const upper = character.toUpperCase();
  const index = layout.symbols.findIndex((symbol) => symbol.toUpperCase() === upper);
  if (index >= 0) return index + 1;
  if (/^[1-9]$/.test(character)) return Number(character) <= layout.size ? Number(character) : 0;
  if (/^[A-Z]$/.test(upper)) {
    const value = upper.charCodeAt(0) - 55;
    // If the symbols are other letters, the remaining letters are commands.
    if (layout.size > 9 && value <= layout.size && !layout.symbols.includes('A')) return value;
  }
  return 0;
}

/** Returns the mode that held modifier keys request, or null. */
export function heldMode(key: Pick<Key, 'shift' | 'ctrl' | 'alt'>): Mode | null {
  if (key.alt || (key.ctrl && key.shift)) return 'color';
  if (key.ctrl) return 'center';
  if (key.shift) return 'corner';
  return null;
}

/** Returns the character of a key without modifiers: `Shift+1` is `1` on any keyboard. */
function character({ key, code }: Key): string {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code);
  if (digit) return digit[1];
  const letter = /^Key([A-Z])$/.exec(code);
  // Alt may change the letter. Otherwise the layout of the keyboard counts.
  if (letter && !/^[a-zA-Z]$/.test(key)) return letter[1].toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Returns the command of a key, or null. */
export function command(event: Key, layout: Layout): Command | null {
  const { ctrl, shift, alt } = event;
  const move = MOVES[event.key];
  if (move && !alt) return { type: 'move', direction: move, extend: ctrl || shift };
  if (move && shift && !ctrl) return { type: 'slant', direction: move };
  if (event.key === 'Home' || event.key === 'End')
    return { type: 'jump', to: event.key === 'Home' ? 'start' : 'end', whole: ctrl };
  if (event.key === 'Backspace' || event.key === 'Delete') return { type: 'clear' };
  if (event.key === 'Escape') return { type: 'dismiss' };
  if (ctrl && shift && event.key === 'Enter') return { type: 'solve' };
  if (event.key === 'Enter' && !ctrl && !alt) return { type: 'select-equal' };
  if (event.key === ' ' && !ctrl && !alt) return { type: 'next-mode' };

  if ((event.key === '+' || event.key === '-') && !ctrl && !alt)
    return { type: 'zoom', on: event.key === '+' };

  const typed = character(event);
  // Ctrl and a letter is a command that most programs share.
  if (ctrl && !alt) {
    if (typed === 'z') return { type: shift ? 'redo' : 'undo' };
    if (!shift && typed === 'y') return { type: 'redo' };
    if (!shift && typed === 'a') return { type: 'select-all' };
    if (!shift && typed === 'i') return { type: 'invert-selection' };
    if (/^[a-z]$/.test(typed)) return null;
  }
  const digit = digitOf(layout, typed);
  const isLetter = /^[a-z]$/.test(typed);
  // Where a letter is a digit, Alt makes it a command.
  if (alt && !ctrl && !shift && isLetter && hasLetters(layout)) return letterCommand(typed, false);
  if (digit) return { type: 'enter', digit, mode: heldMode(event) };
  if (typed === '0' && !alt && !ctrl) return { type: 'zero' };
  if (ctrl || alt) {
    // There are nine colors, also in a small puzzle.
    if (/^[1-9]$/.test(typed) && heldMode(event) === 'color')
      return { type: 'enter', digit: Number(typed), mode: 'color' };
    return null;
  }
  if (LETTER_MOVES[typed] && lettersAreDigits(layout)) return null;
  const found = letterCommand(typed, shift);
  if (found) return found;
  if (/^[1-9]$/.test(typed)) return { type: 'enter', digit: Number(typed), mode: heldMode(event) };
  return null;
}

/** Returns the command of a letter, or null. */
function letterCommand(letter: string, extend: boolean): Command | null {
  if (LETTER_MOVES[letter]) return { type: 'move', direction: LETTER_MOVES[letter], extend };
  if (LETTER_MODES[letter]) return { type: 'mode', mode: LETTER_MODES[letter] };
  if (letter === 'h') return { type: 'hint' };
  if (letter === 'f') return { type: 'mark-candidates' };
  if (letter === 'g') return { type: 'choose-filter' };
  if (letter === 'p') return { type: 'pause' };
  if (letter === 'l') return { type: 'tool', tool: 'link' };
  if (letter === 'n') return { type: 'tool', tool: 'pen' };
  if (letter === 'r') return { type: 'replay' };
  return null;
}

/** Returns `true` if some letters are digits. */
const hasLetters = (layout: Layout): boolean =>
  layout.symbols.some((symbol) => /^[a-z]$/i.test(symbol)) || layout.size > 9;

/** Returns `true` if W, A, S or D is a digit. Then none of the four moves the cursor. */
const lettersAreDigits = (layout: Layout): boolean =>
  Object.keys(LETTER_MOVES).some((letter) => digitOf(layout, letter) > 0);

/** Maximum time between the two keys of a number, in milliseconds. */
export const SECOND_KEY_TIMEOUT = 700;

/** The last key that meant a digit. */
interface LastKey {
  readonly digit: number;
  readonly mode: Mode;
  readonly at: number;
  /** Number of moves after the key. */
  readonly moves: number;
  /** The key made a move. */
  readonly isMove: boolean;
}

/** A digit from one or two keys. */
export interface TypedDigit {
  readonly digit: number;
  /** The move of the first key has to be retracted. */
  readonly retracts: boolean;
}

/**
 * Combines two keys into a number: 1 and 2 within 700 ms are 12. This applies only if the symbols
 * are numbers, and only if nothing else was done between the keys.
 */
export class DigitInput {
  private last: LastKey | null = null;

  /** Returns the digit that a key means, after the keys before it. */
  press(layout: Layout, digit: number, mode: Mode, now: number, moves: number): TypedDigit {
    const longer = digit < 10 ? this.extend(layout, digit, mode, now, moves) : null;
    return longer ?? { digit, retracts: false };
  }

  /** Returns the number that the last key and this one make, or null. */
  extend(layout: Layout, key: number, mode: Mode, now: number, moves: number): TypedDigit | null {
    const { last } = this;
    if (!last || !layout.isWide || mode === 'color' || mode !== last.mode) return null;
    const digit = last.digit * 10 + key;
    const isInTime = now - last.at <= SECOND_KEY_TIMEOUT && moves === last.moves;
    return isInTime && digit <= layout.size ? { digit, retracts: last.isMove } : null;
  }

  /** Remembers a key after its move. */
  remember(last: LastKey): void {
    this.last = last;
  }

  reset(): void {
    this.last = null;
  }
}
