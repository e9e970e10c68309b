// The end of a game beside the solved grid: time, hints, mistakes, the week, the spread of times,
// the pace, and what comes next.

import '../style/parts.css';
import '../style/finish.css';
import type { App } from '../app.ts';
import { formatDate } from '../i18n.ts';
import { dailyKey, DAILY_LEVELS, dailyRequest } from '../model/daily.ts';
import type { Part } from '../model/share.ts';
import { addDays, dateOf, dayOf, daysOfWeekBefore, LEVELS, streaks } from '../model/stats.ts';
import type { LevelName } from '../model/stats.ts';
import { clock } from '../model/timer.ts';
import { results } from '../store.ts';
import type { Result } from '../store.ts';
import { openDialog } from './dialog.ts';
import { button, field, h, s } from './dom.ts';
import { saveFile } from './save.ts';
import { loadHandbook } from '../engine/handbook-files.ts';
import { emblem } from './mini.ts';
import { t } from './part-texts.ts';
import { spreadBars, stat } from './statistics.ts';

export function finishContent(app: App, show: (part: Part) => void): Node[] {
  const { play, rating } = app;
  const { result } = play;
  const all = allResults(result);
  const seconds = result?.seconds ?? 0;
  const level = rating.shown?.level as LevelName | undefined;
  const same = all.filter((one) => one.level !== '' && one.level === level);
  const isBest = level && same.length > 1 && same.every((one) => one.seconds >= seconds);
  const name = level ? t(`level.${level}`) : '';
  const today = dayOf(Date.now());
  const days = all.map(({ when }) => dayOf(when));
  const badge = isBest
    ? t('finish.best', { level: name })
    : level && same.length === 1
      ? t('finish.first', { level: name })
      : '';
  const { hints = 0, mistakes = 0 } = result ?? {};
  return [
    h(
      'div',
      { class: 'fin-head' },
      h('h2', {}, t('finish.solved')),
      badge ? h('span', { class: 'tag good' }, badge) : null,
    ),
    h(
      'div',
      { class: 'stats' },
      stat(clock(seconds * 1000), t('finish.time')),
      stat(hints, t(hints === 1 ? 'finish.hint' : 'finish.hints')),
      stat(mistakes, t(mistakes === 1 ? 'finish.mistake' : 'finish.mistakes')),
      stat(streaks(days, today).now, t('finish.streak')),
    ),
    week(new Set(days), today),
    ...(same.length > 1
      ? [
          h(
            'div',
            { class: 'fin-spread' },
            h('h3', {}, t('finish.spread', { level: name, count: same.length })),
            spreadBars(
              same.map((one) => one.seconds),
              seconds,
            ),
          ),
        ]
      : []),
    ...(play.pace.length > 3 ? [pace(app)] : []),
    ...hardest(app, show),
    h(
      'div',
      { class: 'fin-foot' },
      nextButton(app),
      ...(play.recording.moves.length > 1
        ? [
            button({
              text: t('finish.replay'),
              icon: 'play',
              class: 'btn',
              click: () => void app.startReplay(),
            }),
          ]
        : []),
      button({
        text: t('finish.share'),
        icon: 'share',
        class: 'btn',
        click: () => shareResult(app),
      }),
    ),
  ];
}

/** Returns the stored results, and that of this game also if there was no room to store it. */
function allResults(result: Result | null): Result[] {
  const stored = results();
  const isStored = stored.some(({ key, when }) => key === result?.key && when === result.when);
  return result && !isStored ? [result, ...stored] : stored;
}

/** Creates the week: an emblem for each day, full if a puzzle was solved. */
function week(days: ReadonlySet<string>, today: string): HTMLElement {
  const first = addDays(today, -daysOfWeekBefore(today));
  const all = Array.from({ length: 7 }, (_, n) => addDays(first, n));
  return h(
    'div',
    { class: 'week' },
    h('h3', {}, t('finish.week')),
    h(
      'ul',
      {},
      ...all.map((day) =>
        h(
          'li',
          { class: days.has(day) ? undefined : 'is-off' },
          emblem(),
          formatDate(dateOf(day), { weekday: 'short' }).slice(0, 2),
          days.has(day) ? h('span', { class: 'heard' }, ` ${t('daily.solved')}`) : null,
        ),
      ),
    ),
    h('p', { class: 'quiet small' }, t('finish.week.text')),
  );
}

/** Draws when each digit was entered. */
function pace({ play }: App): HTMLElement {
  const end = Math.max(1, play.pace[play.pace.length - 1].at);
  const x = (at: number) => 2 + (396 * at) / end;
  const gaps = play.pace.map(({ at }, n) => at - (play.pace[n - 1]?.at ?? 0));
  return h(
    'div',
    { class: 'pace' },
    h('h3', {}, t('finish.pace')),
    s(
      'svg',
      { viewBox: '0 0 400 44', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      s('path', { class: 'pace-line', d: 'M0 34.5H400' }),
      ...play.pace.map(({ at, isHint }) =>
        isHint
          ? s('circle', { class: 'pace-hint', cx: x(at), cy: 22, r: 6 })
          : s('path', { class: 'pace-digit', d: `M${x(at)} 10V34` }),
      ),
    ),
    h(
      'p',
      { class: 'quiet small' },
      t('finish.pace.text', { wait: clock(Math.max(...gaps) * 1000) }),
    ),
  );
}

function hardest(app: App, show: (part: Part) => void): Node[] {
  const technique = app.rating.shown?.hardest;
  if (!technique) return [];
  const text = h('span', {}, t('finish.hardest', { technique }));
  const line = h('p', { class: 'quiet small' }, text, ' ');
  void loadHandbook().then(
    (pages) => {
      const page = pages.find(({ english }) => english === technique);
      if (!page) return;
      text.textContent = t('finish.hardest', { technique: page.name });
      line.append(
        button({
          text: t('finish.practice'),
          class: 'text-link',
          click: () => show({ name: 'learn', id: page.id }),
        }),
      );
    },
    () => {},
  );
  return [line];
}

/** Creates the button for the next puzzle: the next daily one, or another one of the level. */
function nextButton(app: App): HTMLElement {
  const [day, level] = app.daily.split(' ');
  const solved = new Set(results().flatMap(({ daily }) => (daily ? [daily] : [])));
  const rest = day ? DAILY_LEVELS.filter((one) => !solved.has(dailyKey(day, one))) : [];
  const known = app.rating.shown?.level as LevelName | undefined;
  const next = rest.find((one) => one !== level) ?? null;
  const make = () => {
    if (next) {
      const options = { name: app.name, daily: dailyKey(day, next) };
      return app.generate(dailyRequest(day, next), options);
    }
    const { size } = app.grid;
    const { diagonals } = app.grid.layout;
    const isPlain = !app.grid.layout.regions && !app.grid.layout.rules?.length;
    return app.generate({
      layout: { size, ...(isPlain && diagonals?.length ? { diagonals } : {}) },
      seed: crypto.getRandomValues(new Uint32Array(1))[0],
      symmetry: 'rotational',
      ...(known && size <= 9 && LEVELS.includes(known) ? { level: known } : {}),
    });
  };
  const shown = next ?? known;
  return button({
    text: shown ? t('finish.next', { level: t(`level.${shown}`) }) : t('finish.another'),
    class: 'btn primary main',
    'data-next': '',
    click: () => app.attempt(make()),
  });
}

/** Returns the result as text that does not give the solution away. */
export function resultText(app: App, link: string): string {
  const { result } = app.play;
  const line = t('share.line', {
    time: clock((result?.seconds ?? 0) * 1000),
    hints: result?.hints ?? 0,
    mistakes: result?.mistakes ?? 0,
  });
  return [[t('app.name'), app.title, app.rating.text].filter(Boolean).join(' · '), line, link].join(
    '\n',
  );
}

function shareResult(app: App): void {
  const text = h('textarea', { rows: 4, readOnly: true });
  const note = h('p', { class: 'help', role: 'status' });
  app.attempt(app.storage.link(false).then((link) => (text.value = resultText(app, link))));
  openDialog(
    t('share.result'),
    field(t('share.result.text'), text),
    note,
    h(
      'div',
      { class: 'actions end' },
      button({
        text: t('share.picture'),
        click: () =>
          app.attempt(resultPicture(app).then((blob) => blob && saveFile(blob, 'ndoku.png'))),
      }),
      button({
        text: t('finish.share'),
        class: 'main',
        click: async () => {
          try {
            if ('share' in navigator) await navigator.share({ text: text.value });
            else await (navigator as Navigator).clipboard.writeText(text.value);
          } catch {
            text.select();
          }
        },
      }),
    ),
  );
}

/** Draws the result as a picture: which cells were given, but no digit. */
async function resultPicture(app: App): Promise<Blob | null> {
  await document.fonts.ready;
  const size = 1080;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const resolved = (name: string) => {
    // Only the browser resolves light-dark().
    const probe = h('span');
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const [ground, ink, accent, quiet] = ['ground', 'ink', 'accent', 'quiet'].map(resolved);
  context.fillStyle = ground;
  context.fillRect(0, 0, size, size);
  const { layout, game } = app.play;
  const board = 660;
  const cell = board / layout.size;
  const [left, top] = [(size - board) / 2, 70];
  for (const at of layout.cells) {
    context.fillStyle = game.isClue(at) ? ink : accent;
    const inset = cell * 0.12;
    context.beginPath();
    context.roundRect(
      left + layout.column(at) * cell + inset,
      top + layout.row(at) * cell + inset,
      cell - 2 * inset,
      cell - 2 * inset,
      cell * 0.16,
    );
    context.fill();
  }
  const { result } = app.play;
  context.textAlign = 'center';
  context.fillStyle = ink;
  context.font = '700 96px Figtree, sans-serif';
  context.fillText(clock((result?.seconds ?? 0) * 1000), size / 2, 850);
  context.font = '600 44px Figtree, sans-serif';
  context.fillText([app.title, app.rating.text].filter(Boolean).join(' · '), size / 2, 930);
  context.fillStyle = quiet;
  context.font = '500 36px Figtree, sans-serif';
  context.fillText(t('app.name'), size / 2, 1010);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
