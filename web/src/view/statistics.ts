// The statistics of solved puzzles, kept in this browser.

import { levelStats, dayOf, spread, streaks } from '../model/stats.ts';
import type { Bin } from '../model/stats.ts';
import { clock } from '../model/timer.ts';
import { results } from '../store.ts';
import type { Result } from '../store.ts';
import { button, h, s } from './dom.ts';
import { libraryFiles } from './library-file.ts';
import type { PartContext } from './parts.ts';
import { t } from './part-texts.ts';

/** Radius of the far end of a bar, in pixels. */
const BAR_ROUND = 4;

/** Creates a number with its name. */
export const stat = (value: string | number, name: string): HTMLElement =>
  h('div', { class: 'stat' }, h('b', {}, value), h('span', {}, name));

const binName = ({ from, to }: Bin): string =>
  from === null
    ? t('finish.under', { to: to ?? '' })
    : to === null
      ? t('finish.over', { from })
      : t('finish.between', { from, to });

/** Draws a bar whose far end is round. `part` is its share of the width. */
const barOf = (part: number): SVGElement[] =>
  part === 0
    ? []
    : [
        s('rect', { width: `${100 * part}%`, height: '100%', rx: BAR_ROUND }),
        s('rect', { width: BAR_ROUND, height: '100%' }),
      ];

/** Creates the spread of times as bars. `own` is the time to point out, in seconds. */
export function spreadBars(seconds: readonly number[], own: number | null): HTMLElement {
  const bins = spread(seconds);
  const most = Math.max(...bins.map(({ count }) => count), 1);
  const isOwn = ({ from, to }: Bin) =>
    own !== null && (from === null || own >= from * 60) && (to === null || own < to * 60);
  return h(
    'ul',
    { class: 'dist' },
    ...bins.map((bin) =>
      h(
        'li',
        { class: isOwn(bin) ? 'is-own' : undefined },
        h('span', {}, binName(bin)),
        s('svg', { class: 'dist-bar', 'aria-hidden': 'true' }, ...barOf(bin.count / most)),
        h('span', {}, bin.count),
      ),
    ),
  );
}

export function statsPart({ app, show }: PartContext): Node {
  const note = h('p', { class: 'quiet', role: 'status' });
  const content = (): Node[] => {
    const all = results();
    if (all.length > 0) return [h('h1', {}, t('stats.title')), ...numbers(all)];
    const play = button({
      text: t('menu.play'),
      class: 'btn primary',
      click: () => show({ name: 'home' }),
    });
    return [
      h('h1', {}, t('stats.title')),
      h('p', { class: 'quiet' }, t('stats.empty')),
      h('div', { class: 'actions' }, play),
    ];
  };
  // The note stays in the page, so that screen readers announce its text.
  const files = libraryFiles(app, note, () => draw());
  const element = h('div', { class: 'part stats-part' }, files, note);
  const draw = (): void => {
    while (element.firstChild !== files) element.firstChild?.remove();
    element.prepend(...content());
  };
  draw();
  return element;
}

/** Creates the statistics of some results. */
function numbers(all: readonly Result[]): Node[] {
  const levels = levelStats(all);
  const { now, longest } = streaks(
    all.map(({ when }) => dayOf(when)),
    dayOf(Date.now()),
  );
  const unaided = all.filter(({ hints }) => hints === 0).length;
  return [
    h(
      'div',
      { class: 'stats' },
      stat(all.length, t('stats.solved')),
      stat(unaided, t('stats.unaided')),
      stat(now, t('stats.streak')),
      stat(longest, t('stats.longest')),
    ),
    h(
      'div',
      { class: 'card' },
      h(
        'table',
        { class: 'times wide' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...[
              t('stats.level'),
              t('stats.count'),
              t('stats.unaided'),
              t('home.best'),
              t('home.mean'),
            ].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          ...levels.map(({ level, count, unaided: own, best, mean }) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, t(`level.${level}`)),
              h('td', {}, count),
              h('td', {}, own),
              h('td', {}, h('b', {}, clock(best * 1000))),
              h('td', {}, clock(mean * 1000)),
            ),
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'spreads' },
      ...levels.map(({ level }) =>
        h(
          'section',
          { class: 'card' },
          h('h2', {}, t('stats.spread', { level: t(`level.${level}`) })),
          spreadBars(
            all.filter((one) => one.level === level).map(({ seconds }) => seconds),
            null,
          ),
        ),
      ),
    ),
  ];
}
