// What a player can choose, and how it is kept.

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';

export interface Settings {
  theme: Theme;
  colorLabels: boolean;
  sameDigit: boolean;
  peers: boolean;
  autoCandidates: boolean;
  autoRemove: boolean;
  /** Conflicts: repeated digits at once. */
  repeats: boolean;
  /** The Check button compares with the solution; otherwise it looks for repeated digits only. */
  check: boolean;
  /** Digits that differ from the solution are shown at once. */
  wrong: boolean;
  timer: boolean;
  timerHidden: boolean;
  keysAnywhere: boolean;
}

export const DEFAULTS: Settings = {
  theme: 'auto',
  colorLabels: false,
  sameDigit: true,
  peers: true,
  autoCandidates: false,
  autoRemove: false,
  repeats: true,
  check: true,
  wrong: false,
  timer: true,
  timerHidden: false,
  keysAnywhere: true,
};

/** Settings from what was kept: what is missing or of another kind is as by default. */
export function settingsFrom(kept: unknown): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  if (typeof kept === 'object' && kept !== null) {
    for (const [name, value] of Object.entries(kept)) {
      if (name in DEFAULTS && typeof value === typeof settings[name]) settings[name] = value;
    }
  }
  if (!['auto', 'light', 'dark', 'contrast'].includes(String(settings.theme)))
    settings.theme = 'auto';
  return settings as unknown as Settings;
}
