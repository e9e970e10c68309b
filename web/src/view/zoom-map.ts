// The map of a large grid, of which only a part is visible: a small picture of the whole grid with a
// frame around the part. A press moves the part, a drag moves it along.

import '../style/zoom-map.css';
import { t } from '../i18n.ts';
import type { Game } from '../model/game.ts';
import type { Board } from './board.ts';
import { fill, h, s } from './dom.ts';
import { mini } from './mini.ts';

/** Width of a cell in the picture. */
const UNIT = 10;

/** What each map shows. */
const shown = new WeakMap<HTMLElement, string>();

/** Draws the map of a grid, unless all of the grid is visible. */
export function drawMap(place: HTMLElement, board: Board, game: Game): void {
  const { part } = board;
  if (!part) return;
  const { size, cells } = game.layout;
  const clues = cells.map((cell) => (game.isClue(cell) ? 1 : 0));
  const entered = cells.map((cell) => game.digit(cell));
  const key = JSON.stringify([part, clues, entered.map(Boolean)]);
  if (shown.get(place) === key) return;
  shown.set(place, key);
  const { row, column, span } = part;
  const picture = mini(clues, entered);
  picture.append(
    ...['zoom-halo', 'zoom-frame'].map((name) =>
      s('rect', {
        class: name,
        x: column * UNIT,
        y: row * UNIT,
        width: span * UNIT,
        height: span * UNIT,
        rx: 3,
      }),
    ),
  );
  const move = (event: PointerEvent) => {
    const box = place.querySelector('.mini')!.getBoundingClientRect();
    const at = (from: number, length: number) => Math.floor((from / length) * size);
    board.showAround(
      at(event.clientY - box.top, box.height),
      at(event.clientX - box.left, box.width),
    );
    drawMap(place, board, game);
  };
  // The element of the events stays, while the picture in it changes under the pointer.
  const area = place.querySelector<HTMLElement>('.zoom-area') ?? h('div', { class: 'zoom-area' });
  fill(area, picture);
  area.onpointerdown = (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    area.setPointerCapture(event.pointerId);
    move(event);
  };
  area.onpointermove = (event) => {
    if (area.hasPointerCapture(event.pointerId)) move(event);
  };
  const values = { top: row + 1, bottom: row + span, left: column + 1, right: column + span };
  const words = h(
    'p',
    { class: 'zoom-words' },
    h('b', {}, t('zoom.part', values)),
    h('span', { class: 'quiet' }, t('zoom.help')),
  );
  if (area.isConnected) place.lastChild!.replaceWith(words);
  else fill(place, area, words);
}
