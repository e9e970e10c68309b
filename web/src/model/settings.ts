// The settings of the player.

import { LANGUAGES } from '../i18n.ts';
import type { Language } from '../i18n.ts';

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';

/** The size of digits in the grid. */
export type DigitSize = 'small' | 'normal' | 'large';

export interface Settings {
  theme: Theme;
  /** The language, or `auto` for that of the browser. */
  language: Language | 'auto';
  colorLabels: boolean;
  sameDigit: boolean;
  peers: boolean;
  autoCandidates: boolean;
  /** Each puzzle begins with automatic candidates. */
  autoAlways: boolean;
  autoRemove: boolean;
  /** Show repeated digits immediately. */
  repeats: boolean;
  /** The button Check compares with the solution. Otherwise it finds repeated digits only. */
  check: boolean;
  /** Show wrong digits immediately. */
  wrong: boolean;
  timer: boolean;
  timerHidden: boolean;
  keysAnywhere: boolean;
  /** A digit is chosen first, then its cells. */
  digitFirst: boolean;
  /** The tools are on the left. */
  leftHand: boolean;
  digitSize: DigitSize;
  /** The symmetry of the clues of created puzzles, one of `SYMMETRIES`. */
  clueSymmetry: string;
}

export const DEFAULTS: Settings = {
  theme: 'auto',
  language: 'auto',
  colorLabels: false,
  sameDigit: true,
  peers: true,
  autoCandidates: false,
  autoAlways: false,
  autoRemove: false,
  repeats: true,
  check: true,
  wrong: false,
  timer: true,
  timerHidden: false,
  keysAnywhere: true,
  digitFirst: false,
  leftHand: false,
  digitSize: 'normal',
  clueSymmetry: 'none',
};

/** Converts stored settings. Missing and invalid ones have their defaults. */
export function settingsFrom(stored: unknown): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  if (typeof stored === 'object' && stored !== null) {
    for (const [name, value] of Object.entries(stored)) {
      if (name in DEFAULTS && typeof value === typeof settings[name]) settings[name] = value;
    }
  }
  if (!['auto', 'light', 'dark', 'contrast'].includes(String(settings.theme)))
    settings.theme = 'auto';
  if (!['small', 'normal', 'large'].includes(String(settings.digitSize)))
    settings.digitSize = 'normal';
  if (settings.language !== 'auto' && !(String(settings.language) in LANGUAGES))
    settings.language = 'auto';
  return settings as unknown as Settings;
}
