// From keys to what they mean. Pure: reads an event's fields, and knows how the digits of a puzzle are written.
//
// Players have these in their fingers: digits enter, with Shift corner marks, with Ctrl center marks, with Ctrl+Shift or Alt colors; Z X C V choose what digits mean,
// while held or for good; arrows and WASD move. Where a puzzle's own symbols are letters, a letter is a digit and not a command.

import type { Mode } from './game.ts';
import type { Layout } from './layout.ts';
import type { Direction } from './selection.ts';

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl: boolean;
  readonly alt: boolean;
}

export type Command =
  | { readonly do: 'enter'; readonly digit: number; readonly mode: Mode | null }
  | { readonly do: 'move'; readonly direction: Direction; readonly extend: boolean }
  | { readonly do: 'jump'; readonly to: 'start' | 'end'; readonly whole: boolean }
  | { readonly do: 'mode'; readonly mode: Mode }
  | { readonly do: 'filter'; readonly digit: number }
  | {
      readonly do:
        | 'cycle'
        | 'clear'
        | 'undo'
        | 'redo'
        | 'all'
        | 'none'
        | 'invert'
        | 'hint'
        | 'fill'
        | 'pause'
        | 'solve'
        | 'alike';
    };

const MOVES: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const LETTER_MOVES: Record<string, Direction> = { w: 'up', a: 'left', s: 'down', d: 'right' };
const LETTER_MODES: Record<string, Mode> = { z: 'digit', x: 'corner', c: 'center', v: 'color' };

/** The digit that a character stands for in a layout; 0 if for none. Letters stand for 10 and more where the symbols are numbers. */
export function digitOf(layout: Layout, character: string): number {
  if (character.length !== 1) return 0;
  const upper = character.toUpperCase();
  const own = layout.symbols.findIndex((symbol) => symbol.toUpperCase() === upper);
  if (own >= 0) return own + 1;
  if (/^[1-9]$/.test(character)) return Number(character) <= layout.size ? Number(character) : 0;
  if (/^[A-Z]$/.test(upper)) {
    const value = upper.charCodeAt(0) - 55;
    // Where the symbols are letters of another kind, the rest are commands.
    if (layout.size > 9 && value <= layout.size && !layout.symbols.includes('A')) return value;
  }
  return 0;
}

/** The mode that is asked for by holding keys down while a digit is entered; null if none is. */
export function heldMode(key: Pick<Key, 'shift' | 'ctrl' | 'alt'>): Mode | null {
  if (key.alt || (key.ctrl && key.shift)) return 'color';
  if (key.ctrl) return 'center';
  if (key.shift) return 'corner';
  return null;
}

/** The character on a key, whatever is held with it: `Shift+1` is `1`, on any keyboard with digits in its first row. */
function character({ key, code }: Key): string {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code);
  if (digit) return digit[1];
  const letter = /^Key([A-Z])$/.exec(code);
  // Alt changes what a letter writes; otherwise the layout of the keyboard counts.
  if (letter && !/^[a-zA-Z]$/.test(key)) return letter[1].toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

/** What a key means; null if nothing. */
export function command(event: Key, layout: Layout): Command | null {
  const { ctrl, shift, alt } = event;
  const move = MOVES[event.key];
  if (move && !alt) return { do: 'move', direction: move, extend: ctrl || shift };
  if (event.key === 'Home' || event.key === 'End')
    return { do: 'jump', to: event.key === 'Home' ? 'start' : 'end', whole: ctrl };
  if (event.key === 'Backspace' || event.key === 'Delete') return { do: 'clear' };
  if (event.key === 'Escape') return { do: 'none' };
  if (ctrl && shift && event.key === 'Enter') return { do: 'solve' };
  if (event.key === 'Enter' && !ctrl && !alt) return { do: 'alike' };
  if (event.key === ' ' && !ctrl && !alt) return { do: 'cycle' };
  const filter = /^F([1-9])$/.exec(event.key);
  if (filter && Number(filter[1]) <= layout.size && !ctrl && !alt && !shift)
    return { do: 'filter', digit: Number(filter[1]) };

  const typed = character(event);
  // With Ctrl, letters are commands that everybody knows, in every program.
  if (ctrl && !alt) {
    if (typed === 'z') return { do: shift ? 'redo' : 'undo' };
    if (!shift && typed === 'y') return { do: 'redo' };
    if (!shift && typed === 'a') return { do: 'all' };
    if (!shift && typed === 'i') return { do: 'invert' };
    if (/^[a-z]$/.test(typed)) return null;
  }
  const digit = digitOf(layout, typed);
  if (digit) return { do: 'enter', digit, mode: heldMode(event) };
  if (typed === '0' && !alt && !ctrl) return { do: 'clear' };
  if (ctrl || alt) {
    // Colors go further than the digits of a small puzzle.
    if (/^[1-9]$/.test(typed) && heldMode(event) === 'color')
      return { do: 'enter', digit: Number(typed), mode: 'color' };
    return null;
  }
  if (LETTER_MOVES[typed] && !lettersAreDigits(layout))
    return { do: 'move', direction: LETTER_MOVES[typed], extend: shift };
  if (LETTER_MODES[typed]) return { do: 'mode', mode: LETTER_MODES[typed] };
  if (typed === 'h') return { do: 'hint' };
  if (typed === 'f') return { do: 'fill' };
  if (typed === 'p') return { do: 'pause' };
  if (/^[1-9]$/.test(typed)) return { do: 'enter', digit: Number(typed), mode: heldMode(event) };
  return null;
}

/** Whether W, A, S or D is a digit: then all four are, or none moves. */
const lettersAreDigits = (layout: Layout): boolean =>
  Object.keys(LETTER_MOVES).some((letter) => digitOf(layout, letter) > 0);

/** How long after a digit a second one still makes a number of two, in milliseconds. */
export const PAIR_TIME = 700;

/** Two keys for one number: 1 and 2 within a moment are 12. Only where symbols are numbers of two places. */
export class Pairing {
  private last = 0;
  private at = -Infinity;
  private mode: Mode | null = null;

  /** The number that a digit makes with the one before, and whether it replaces that one. */
  press(layout: Layout, digit: number, mode: Mode, now: number): { digit: number; joins: boolean } {
    const both = this.last * 10 + digit;
    const joins =
      layout.isWide &&
      mode !== 'color' &&
      mode === this.mode &&
      digit < 10 &&
      this.last > 0 &&
      both <= layout.size &&
      now - this.at <= PAIR_TIME;
    this.last = joins || digit > 9 ? 0 : digit;
    this.at = now;
    this.mode = mode;
    return joins ? { digit: both, joins: true } : { digit, joins: false };
  }

  /** A zero completes 10 and 20; null if there is nothing to complete. */
  zero(layout: Layout, mode: Mode, now: number): number | null {
    const both = this.last * 10;
    const fits =
      layout.isWide &&
      mode === this.mode &&
      both > 0 &&
      both <= layout.size &&
      now - this.at <= PAIR_TIME;
    this.last = 0;
    return fits ? both : null;
  }

  reset(): void {
    this.last = 0;
  }
}
