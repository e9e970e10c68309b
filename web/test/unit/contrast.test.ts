// The contrast of the design tokens, also inside the grid, which axe-core does not check. WCAG
// requires 4.5 between text and background, and 3 for graphics that carry meaning.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const css = readFileSync(join(import.meta.dirname, '../../../src/style/tokens.css'), 'utf8');

/** Returns the colors that a block of the style sheet sets, for a light or a dark theme. */
function colors(selector: string, scheme: 'light' | 'dark'): Map<string, string> {
  const from = css.indexOf(`${selector} {`);
  assert.ok(from >= 0, selector);
  const block = css.slice(from, css.indexOf('\n}', from));
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

function linear(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

function contrast(one: string, other: string): number {
  const [light, dark] = [one, other]
    .map((color) => {
      const [r, g, b] = linear(color);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const PLAYER = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `c${n}`);
const CELLS = ['paper', 'peer', 'veil', 'extra'];
/** Text or a sign, its backgrounds, and the minimum contrast. */
const PAIRS: [text: string, backgrounds: string[], least: number][] = [
  ['ink', ['ground', 'card', 'sunk', 'accent-soft', 'coach-soft', 'good-soft', 'bad-soft'], 4.5],
  ['quiet', ['ground', 'card', 'sunk', 'coach-soft'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['accent', ['card', 'ground', 'accent-soft', 'sunk'], 4.5],
  ['hero-quiet', ['hero'], 4.5],
  ['on-coach', ['coach'], 4.5],
  ['coach-ink', ['card', 'ground', 'coach-soft'], 4.5],
  ['given', [...CELLS, 'same', 'bad-soft', ...PLAYER], 4.5],
  ['entered', CELLS, 4.5],
  ['entered-on-color', [...PLAYER, 'same'], 4.5],
  ['shown', ['paper', 'peer'], 4.5],
  ['mark', CELLS, 4.5],
  ['bad', ['bad-soft', 'paper', 'peer', 'card', 'ground'], 4.5],
  ['good', ['good-soft', 'card', 'ground'], 4.5],
  ...['on', 'off', 'cover', 'pivot', 'fin', 'grey'].map((name): [string, string[], number] => [
    name,
    [`${name}-soft`, 'paper', 'veil', 'card'],
    4.5,
  ]),
  ['paper', ['on'], 4.5],
  ['selection', [...CELLS, 'same', 'bad-soft', ...PLAYER], 3],
  ['edge-strong', ['card', 'ground'], 3],
  ['link', ['paper', 'peer', 'veil'], 3],
  ['line-thick', ['paper', 'peer', 'ground'], 3],
  ['cage', ['paper'], 3],
  ['arrow', ['paper'], 3],
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

/** How eyes without one kind of cone see, in linear light: Machado and others, 2009. */
const VISIONS: Record<string, number[]> = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deutan: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritan: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
};

/** Returns a color in OKLab, as seen by these eyes. */
function seen(color: string, vision: number[]): number[] {
  const [r, g, b] = linear(color);
  const [x, y, z] = [0, 3, 6].map((at) =>
    Math.min(1, Math.max(0, vision[at] * r + vision[at + 1] * g + vision[at + 2] * b)),
  );
  const l = Math.cbrt(0.4122214708 * x + 0.5363325363 * y + 0.0514459929 * z);
  const m = Math.cbrt(0.2119034982 * x + 0.6806995451 * y + 0.1073969566 * z);
  const s = Math.cbrt(0.0883024619 * x + 0.2817188376 * y + 0.6299787005 * z);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

test('the nine colors of the player differ for every kind of color vision', () => {
  for (const name of ['light', 'dark'] as const) {
    for (const [kind, vision] of Object.entries(VISIONS)) {
      const all = PLAYER.map((color) => seen(themes[name].get(color)!, vision));
      let least = Infinity;
      for (let a = 0; a < 9; a++)
        for (let b = a + 1; b < 9; b++)
          least = Math.min(least, 100 * Math.hypot(...all[a].map((part, n) => part - all[b][n])));
      assert.ok(least >= 5, `${name}, ${kind}: ${least.toFixed(1)}`);
    }
  }
});
