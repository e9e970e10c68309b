// The first page: today's puzzles, new puzzles by level, practice, and what was played before.

import type { App } from '../app.ts';
import type { GenerateRequest } from '../engine/api.ts';
import { decimal, formatDate, language } from '../i18n.ts';
import { DAILY_LEVELS, dailyKey, dailyRequest, FIRST_DAY } from '../model/daily.ts';
import { LEVEL_LIMITS, levelsOf } from '../model/levels.ts';
import type { Kind } from '../model/levels.ts';
import { type LibraryEntry, progressOf } from '../model/library.ts';
import {
  addDays,
  dateOf,
  dayOf,
  daysOfWeekBefore,
  levelStats,
  LEVELS,
  streaks,
} from '../model/stats.ts';
import type { LevelName } from '../model/stats.ts';
import { clock } from '../model/timer.ts';
import { games, results } from '../store.ts';
import { TECHNIQUE_COUNT } from './counts.ts';
import { button, fill, h, icon } from './dom.ts';
import { gameButton, gameItem, miniOf } from './game-entry.ts';
import { levelSign, mini } from './mini.ts';
import type { PartContext } from './parts.ts';
import { t } from './part-texts.ts';

/** Techniques to practice, from easy to hard. */
const PRACTICE = [
  ['pointing', 2.6],
  ['naked-pair', 3.0],
  ['x-wing', 3.2],
  ['hidden-pair', 3.4],
  ['skyscraper', 4.0],
  ['xy-wing', 4.2],
  ['simple-coloring', 4.5],
  ['xy-chain', 6.1],
] as const;

/** Starts a heading with a capital letter: Spanish names of days and months have none. */
const capitalized = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
const longDate = (day: string): string =>
  capitalized(formatDate(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long' }));
const shortDate = (day: string): string =>
  formatDate(dateOf(day), { day: 'numeric', month: 'long' });

/** The stored games of daily puzzles, by day and level. */
const dailyGames = (): Map<string, LibraryEntry> =>
  new Map(games().flatMap((entry) => (entry[1].daily ? [[entry[1].daily, entry] as const] : [])));

/** The solved daily puzzles, by day and level. */
const dailySolved = (): Set<string> =>
  new Set(results().flatMap(({ daily }) => (daily ? [daily] : [])));

/** Marks a button as busy until a task ends, so that the player sees the press. */
function busyUntil(event: Event, task: Promise<unknown>): void {
  const pressed = event.currentTarget as HTMLElement;
  pressed.setAttribute('aria-busy', 'true');
  void task.finally(() => pressed.removeAttribute('aria-busy'));
}

/** Opens the daily puzzle of a day and level: the stored game, or else a new one. */
async function openDaily(app: App, day: string, level: LevelName): Promise<void> {
  const stored = dailyGames().get(dailyKey(day, level));
  if (stored) return app.openStored(stored);
  await app.generate(dailyRequest(day, level), { name: '', daily: dailyKey(day, level) });
}

export function homePart(context: PartContext): Node {
  const { app, show } = context;
  const today = dayOf(Date.now());
  const left = h('div');
  const right = h('div');
  let day = today;
  const todayCard = h('section', { class: 'today' });
  const choose = (chosen: string) => {
    day = chosen;
    const hadFocus = todayCard.contains(document.activeElement);
    drawToday();
    if (hadFocus) focusOn(todayCard.querySelector('h1')!);
    todayCard.scrollIntoView({ block: 'nearest' });
  };
  const drawToday = () =>
    fill(
      todayCard,
      ...todayContent(app, day),
      day !== today &&
        button({ text: t('daily.today'), icon: 'back', class: 'btn', click: () => choose(today) }),
    );
  drawToday();
  fill(left, todayCard, newPuzzle(context), practice(context), libraryCard(context));
  const [last] = games();
  fill(
    right,
    last ? continueCard(app, last, () => show({ name: 'play' })) : startCard(context),
    h('section', { class: 'card calendar' }, ...calendar(today, choose)),
    timesCard(() => show({ name: 'stats' })),
  );
  return h('div', { class: 'part home' }, left, right);
}

/** Focuses a heading, which is not in the tab order. */
function focusOn(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function todayContent(app: App, day: string): Node[] {
  const stored = dailyGames();
  const solved = dailySolved();
  const card = (level: LevelName) => {
    const key = dailyKey(day, level);
    const [, game] = stored.get(key) ?? [];
    const isDone = solved.has(key);
    const time = clock((game?.seconds ?? 0) * 1000);
    const state = isDone
      ? h('span', { class: 'ok' }, icon('check'), game ? time : t('daily.solved'))
      : h('span', { class: 'quiet' }, game ? t('home.begun', { time }) : t('home.fresh'));
    const rating = game?.rated?.rating;
    return h(
      'button',
      {
        type: 'button',
        class: `daily${isDone ? ' is-done' : ''}`,
        'data-daily': level,
        onclick: (event: Event) =>
          busyUntil(
            event,
            openDaily(app, day, level).catch((error) => app.reportError(error)),
          ),
      },
      game ? miniOf(game) : levelSign(level),
      h(
        'span',
        { class: 'daily-text' },
        h(
          'span',
          { class: 'daily-name' },
          h('b', {}, t(`level.${level}`)),
          rating ? h('span', { class: 'quiet' }, decimal(rating)) : null,
        ),
        state,
      ),
    );
  };
  return [
    h('div', {}, h('h1', {}, t('home.today', { date: longDate(day) })), h('p', {}, t('home.same'))),
    h('div', { class: 'dailies' }, ...DAILY_LEVELS.map(card)),
  ];
}

function newPuzzle({ app, actions }: PartContext): HTMLElement {
  let size = 9;
  let kind: Kind = 'plain';
  const levels = h('div', { class: 'levels' });
  const scale = h('p', { class: 'quiet small scale' }, t('home.scale'));
  const chips = h('div', { class: 'opts', role: 'group', 'aria-label': t('home.kind') });
  const make = (level: LevelName | null) => {
    const request: GenerateRequest = {
      layout: { size, ...(kind === 'x' ? { diagonals: ['main', 'anti'] } : {}) },
      seed: crypto.getRandomValues(new Uint32Array(1))[0],
      symmetry: 'rotational',
      ...(kind === 'jigsaw' ? { random_regions: true } : {}),
      ...(level ? { level } : {}),
    };
    return app.generate(request);
  };
  const limit = (level: LevelName) => {
    const at = LEVELS.indexOf(level);
    const rating = decimal(LEVEL_LIMITS[at] ?? LEVEL_LIMITS[at - 1]);
    return t(at < LEVEL_LIMITS.length ? 'home.upTo' : 'home.above', { rating });
  };
  const draw = () => {
    const known = levelsOf(size, kind);
    const card = (level: LevelName | null, name: string, ...notes: string[]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'level',
          'data-level': level ?? 'any',
          onclick: (event: Event) => busyUntil(event, make(level)),
        },
        levelSign(level ?? 'medium'),
        h('b', {}, name),
        ...notes.map((note) => h('span', { class: 'quiet' }, note)),
      );
    scale.hidden = known.length === 0;
    fill(
      levels,
      ...(known.length > 0
        ? known.map((level) =>
            card(level, t(`level.${level}`), t(`home.needs.${level}`), limit(level)),
          )
        : [card(null, t('home.any'), t('home.any.why'))]),
    );
    const chip = (text: string, of: number, as: Kind) =>
      button({
        text,
        class: 'chip',
        'aria-pressed': String(of === size && as === kind),
        click: () => {
          [size, kind] = [of, as];
          draw();
        },
      });
    const hadFocus = chips.contains(document.activeElement);
    fill(
      chips,
      chip('9×9', 9, 'plain'),
      chip('4×4', 4, 'plain'),
      chip('6×6', 6, 'plain'),
      chip('16×16', 16, 'plain'),
      chip(t('home.diagonals'), 9, 'x'),
      chip(t('home.jigsaw'), 9, 'jigsaw'),
      button({ text: t('home.more'), class: 'chip', click: actions.new }),
    );
    if (hadFocus) chips.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
  };
  draw();
  return h(
    'section',
    {},
    h(
      'h2',
      {},
      t('home.new'),
      button({
        text: t('home.photo'),
        icon: 'camera',
        class: 'chip by-photo',
        'data-photo': 'home',
        click: actions.photo,
      }),
    ),
    levels,
    chips,
    scale,
  );
}

function practice({ show }: PartContext): HTMLElement {
  return h(
    'section',
    {},
    h(
      'h2',
      {},
      t('home.practice'),
      button({
        text: t('home.all', { count: TECHNIQUE_COUNT }),
        class: 'text-link',
        click: () => show({ name: 'learn' }),
      }),
    ),
    h(
      'div',
      { class: 'tech' },
      ...PRACTICE.map(([id, rating]) =>
        h(
          'button',
          { type: 'button', onclick: () => show({ name: 'learn', id }) },
          h('b', {}, t(`technique.${id}`)),
          h('span', { class: 'quiet' }, decimal(rating)),
        ),
      ),
    ),
  );
}

/** Creates the card of a player without games. The puzzle that the page has opened is ready. */
function startCard({ app, show, actions }: PartContext): HTMLElement {
  return h(
    'section',
    { class: 'card start' },
    h('h2', {}, t('home.start')),
    h('div', { class: 'cont' }, mini(app.grid.clues), h('p', {}, t('home.start.why'))),
    button({
      text: t('home.start.go'),
      class: 'btn primary wide',
      'data-start': '',
      click: () => show({ name: 'play' }),
    }),
    button({ text: t('home.open'), class: 'btn wide', click: actions.open }),
  );
}

function continueCard(app: App, entry: LibraryEntry, back: () => void): HTMLElement {
  const [key, game] = entry;
  const { filled, count } = progressOf(game);
  const isOver = game.done || game.filledIn === true;
  const time = clock((game.seconds ?? 0) * 1000);
  const bar = h('progress', {
    class: 'bar',
    max: count,
    value: filled,
    'aria-label': t(isOver ? 'home.last' : 'home.continue'),
  });
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t(isOver ? 'home.last' : 'home.continue')),
    h(
      'div',
      { class: 'cont' },
      miniOf(game),
      h(
        'div',
        {},
        ...gameItem(game),
        bar,
        h(
          'p',
          { class: 'quiet small' },
          game.done
            ? t('home.solved', { time })
            : game.filledIn
              ? t('home.filled')
              : t('home.progress', { time, filled, count }),
        ),
      ),
    ),
    button({
      text: t(isOver ? 'home.look' : 'home.continue'),
      class: 'btn primary wide',
      'data-continue': '',
      click: () => {
        if (app.key === key) back();
        else void app.openStored(entry).catch((error) => app.reportError(error));
      },
    }),
  );
}

/** Creates the calendar of a month, with a point for each daily puzzle. */
function calendar(today: string, choose: (day: string) => void): Node[] {
  const box = h('div', { class: 'cal' });
  const title = h('h2');
  const solved = dailySolved();
  let month = today.slice(0, 7);
  const move = (by: number) => {
    const date = dateOf(`${month}-15`);
    date.setMonth(date.getMonth() + by);
    month = dayOf(date).slice(0, 7);
    draw();
  };
  const name = (of: string) =>
    capitalized(formatDate(dateOf(`${of}-15`), { month: 'long', year: 'numeric' }));
  const draw = () => {
    const first = `${month}-01`;
    const offset = daysOfWeekBefore(first);
    const days: string[] = [];
    for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day);
    const start = addDays(first, -offset);
    const names = Array.from({ length: 7 }, (_, n) =>
      h(
        'span',
        { class: 'cal-head' },
        formatDate(dateOf(addDays(start, n)), { weekday: 'short' }).slice(0, 2),
      ),
    );
    const blanks = Array.from({ length: offset }, () => h('span'));
    const cells = days.map((day) => {
      const done = DAILY_LEVELS.filter((level) => solved.has(dailyKey(day, level)));
      const classes = [
        'cal-day',
        day === today ? 'is-today' : '',
        done.length === DAILY_LEVELS.length ? 'is-full' : '',
      ];
      const number = Number(day.slice(8));
      if (day > today || day < FIRST_DAY) return h('span', { class: 'cal-day is-off' }, number);
      return h(
        'button',
        {
          type: 'button',
          class: classes.filter(Boolean).join(' '),
          'aria-label': t('daily.of', { date: shortDate(day), count: done.length }),
          onclick: () => choose(day),
        },
        h('span', {}, number),
        pips(done),
      );
    });
    const pressed = [...title.children].findIndex((one) => one === document.activeElement);
    fill(
      title,
      name(month),
      button({
        text: t('daily.before'),
        icon: 'back',
        iconOnly: true,
        class: 'btn plain',
        disabled: month <= FIRST_DAY.slice(0, 7),
        click: () => move(-1),
      }),
      button({
        text: t('daily.after'),
        icon: 'next',
        iconOnly: true,
        class: 'btn plain',
        disabled: month >= today.slice(0, 7),
        click: () => move(1),
      }),
    );
    fill(box, ...names, ...blanks, ...cells);
    const next = title.querySelectorAll('button')[pressed];
    if (next?.disabled) focusOn(title);
    else next?.focus();
  };
  draw();
  const { now, longest } = streaks(
    results().map(({ when }) => dayOf(when)),
    today,
  );
  const key = now > 0 ? 'home.streak' : longest > 0 ? 'home.longestStreak' : 'home.noStreak';
  const legend = DAILY_LEVELS.map((level) => t(`level.${level}`)).join(', ');
  return [
    title,
    box,
    h('p', { class: 'quiet small cal-legend' }, pips(['easy']), t('daily.pips', { legend })),
    h('p', { class: 'quiet small' }, t(key, { now, longest })),
  ];
}

/** Draws a mark for each daily puzzle, filled for those that were solved. */
const pips = (done: readonly LevelName[]): HTMLElement =>
  h(
    'span',
    { class: 'pips', 'aria-hidden': 'true' },
    ...DAILY_LEVELS.map((level) => h('i', { class: done.includes(level) ? 'on' : undefined })),
  );

function timesCard(stats: () => void): HTMLElement {
  const rows = levelStats(results());
  return h(
    'section',
    { class: 'card' },
    h(
      'h2',
      {},
      t('home.times'),
      button({ text: t('home.stats'), class: 'text-link', click: stats }),
    ),
    rows.length === 0
      ? h('p', { class: 'quiet' }, t('home.noTimes'))
      : h(
          'table',
          { class: 'times' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { scope: 'col' }, h('span', { class: 'heard' }, t('stats.level'))),
              h('th', { scope: 'col' }, t('home.best')),
              h('th', { scope: 'col' }, t('home.mean')),
            ),
          ),
          h(
            'tbody',
            {},
            ...rows.map(({ level, best, mean }) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, t(`level.${level}`)),
                h('td', {}, h('b', {}, clock(best * 1000))),
                h('td', {}, clock(mean * 1000)),
              ),
            ),
          ),
        ),
  );
}

function libraryCard({ app, show, actions }: PartContext): HTMLElement | null {
  const latest = games().slice(0, 6);
  if (latest.length === 0) return null;
  return h(
    'section',
    { class: 'card lib' },
    h(
      'h2',
      {},
      t('home.library'),
      button({ text: t('home.open'), class: 'text-link', click: actions.open }),
      button({
        text: t('library.all'),
        class: 'text-link',
        click: () => show({ name: 'library' }),
      }),
    ),
    h('ul', {}, ...latest.map((entry) => h('li', {}, gameButton(app, entry)))),
  );
}
