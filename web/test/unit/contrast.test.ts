// The contrast inside the grid, which axe-core does not check. WCAG requires 4.5 between text and
// background, and 3 for large text such as digits.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const css = readFileSync(join(import.meta.dirname, '../../../src/style/themes.css'), 'utf8');

/** Returns the colors that a block of the style sheet sets, for a light or a dark theme. */
function colors(selector: string, scheme: 'light' | 'dark'): Map<string, string> {
  const from = css.indexOf(`${selector} {`);
  assert.ok(from >= 0, selector);
  const block = css.slice(from, css.indexOf('}', from));
  const values = block.matchAll(
    /--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g,
  );
  return new Map(
    [...values].map(([, name, light, dark, both]) => [
      name,
      both ?? (scheme === 'light' ? light : dark),
    ]),
  );
}

const light = colors(':root', 'light');
const themes = {
  light,
  dark: colors(':root', 'dark'),
  contrast: new Map([...light, ...colors(":root[data-theme='contrast']", 'light')]),
};

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const PLAYER = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `c${n}`);
const BACKGROUNDS = ['paper', 'peer', 'same', 'selected', 'fits', 'unfit', 'highlighted', 'extra'];
/** Text, its backgrounds, and the minimum contrast. */
const PAIRS: [text: string, backgrounds: string[], least: number][] = [
  ['ink', ['ground', 'card', 'accent-soft'], 4.5],
  ['quiet', ['ground', 'card'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['given', [...BACKGROUNDS, ...PLAYER, 'green-soft'], 4.5],
  ['entered', [...BACKGROUNDS, ...PLAYER], 4.5],
  ['shown', ['paper', 'peer'], 4.5],
  ['mark', BACKGROUNDS, 4.5],
  ['bad', ['bad-soft'], 4.5],
  ...['green', 'red', 'blue', 'purple', 'orange', 'teal', 'gray'].map(
    (name): [string, string[], number] => [name, [`${name}-soft`, 'paper'], 4.5],
  ),
];

for (const [name, theme] of Object.entries(themes)) {
  test(`contrast, ${name}`, () => {
    const short = PAIRS.flatMap(([text, backgrounds, least]) =>
      backgrounds.flatMap((background) => {
        const found = contrast(theme.get(text)!, theme.get(background)!);
        return found >= least ? [] : [`${text} on ${background}: ${found.toFixed(2)} < ${least}`];
      }),
    );
    assert.deepEqual(short, []);
  });
}
