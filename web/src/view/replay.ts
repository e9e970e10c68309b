// The controls of a replay beside the grid: play, steps, slider, speed. They load with the first
// replay.

import '../style/replay.css';
import type { App } from '../app.ts';
import { SPEEDS } from '../controllers/replay.ts';
import type { Replay } from '../controllers/replay.ts';
import { t } from '../i18n.ts';
import { clock } from '../model/timer.ts';
import { button, field, h, icon, selectBox } from './dom.ts';
import type { IconName } from './dom.ts';

/** The controls, and a function that shows the state of the replay. */
export interface ReplayPanel {
  readonly content: Node[];
  render(): void;
}

export function createReplayPanel(app: App, replay: Replay): ReplayPanel {
  const count = replay.moves.length;
  const end = replay.moves[count - 1]?.at ?? 0;
  const slider = h('input', {
    type: 'range',
    class: 'replay-slider',
    min: '0',
    max: String(count),
    'aria-label': t('replay.slider'),
  });
  slider.addEventListener('input', () => {
    replay.pause();
    replay.goTo(Number(slider.value));
  });
  const place = h('span', { class: 'replay-place' });
  const time = h('span', { class: 'replay-time' });
  const what = h('p', { class: 'replay-what' });
  const step = (key: 'first' | 'back' | 'next' | 'last', run: () => void) =>
    button({ text: t(`path.${key}`), icon: key, iconOnly: true, class: 'btn', click: run });
  const toggle = button({
    text: t('replay.play'),
    icon: 'play',
    class: 'btn primary',
    'data-replay': 'toggle',
    click: () => replay.toggle(),
  });
  const speed = selectBox(
    SPEEDS.map((one) => [String(one), t('replay.times', { speed: one })] as const),
    String(replay.speed),
    (value) => replay.setSpeed(Number(value)),
  );
  const content: Node[] = [
    h('h2', { tabindex: -1 }, t('replay.title')),
    h('p', { class: 'replay-line' }, place, time),
    what,
    slider,
    h(
      'div',
      { class: 'replay-steps' },
      step('first', () => replay.show(0)),
      step('back', () => replay.step(-1)),
      toggle,
      step('next', () => replay.step(1)),
      step('last', () => replay.show(count)),
    ),
    h(
      'div',
      { class: 'replay-foot' },
      field(t('replay.speed'), speed),
      button({ text: t('replay.end'), class: 'btn', click: () => app.endReplay() }),
    ),
  ];
  const entries = replay.moves.map(({ at }, n) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          onclick: () => replay.show(n + 1),
        },
        h('span', {}, n + 1),
        h('span', { class: 'what' }, replay.describe(n + 1)),
        h('span', { class: 'rating' }, clock(at * 100)),
      ),
    ),
  );
  const list = h('ol', { class: 'steps', 'aria-label': t('replay.list') }, ...entries);
  content.splice(-1, 0, list);
  let current: HTMLElement | undefined;
  let shown = '';
  const render = () => {
    const state = `${replay.at} ${replay.isPlaying} ${replay.speed}`;
    if (state === shown) return;
    shown = state;
    place.textContent = replay.place();
    time.textContent = `${clock(replay.time)} / ${clock(end * 100)}`;
    what.textContent = replay.describe();
    slider.value = String(replay.at);
    slider.setAttribute(
      'aria-valuetext',
      `${replay.place()}, ${clock(replay.time)}. ${replay.describe()}`,
    );
    speed.value = String(replay.speed);
    current?.classList.remove('is-current');
    current?.firstElementChild!.removeAttribute('aria-current');
    current = entries[replay.at - 1];
    current?.classList.add('is-current');
    current?.firstElementChild!.setAttribute('aria-current', 'step');
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    const [text, name]: [string, IconName] = replay.isPlaying
      ? [t('timer.pause'), 'pause']
      : [t('replay.play'), 'play'];
    toggle.replaceChildren(icon(name), h('span', {}, text));
  };
  render();
  return { content, render };
}
