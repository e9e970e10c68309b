// The editor of jigsaw regions.

import type { App } from '../app.ts';
import { EngineError } from '../engine/engine.ts';
import { errorText } from '../engine/problems.ts';
import { Layout, plainLayout } from '../model/layout.ts';
import { command } from '../model/keys.ts';
import { EMPTY_PICTURE } from '../model/picture.ts';
import type { CellPicture } from '../model/picture.ts';
import { cellCounts, firstRegions, regionMap } from '../model/regions.ts';
import { Selection } from '../model/selection.ts';
import { Board } from './board.ts';
import { button, fill, h, keyOf } from './dom.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';

export function openRegions(app: App, size: number, use: (map: string) => void): void {
  const plain = plainLayout(size, size, 1);
  const layout = new Layout({ ...plain, regions: null, houses: [] });
  const regions = firstRegions(size);
  const selection = new Selection(layout);
  let brush = 0;
  let isPainting = false;
  const note = h('p', { class: 'help', 'aria-live': 'polite' });
  const palette = h('div', {
    class: 'palette',
    role: 'group',
    'aria-label': t('set.regions.title'),
  });
  const paint = (cell: number, region = brush) => {
    regions[cell] = region;
    selection.only(cell);
    render();
  };
  const board = new Board(
    layout,
    {
      press: (cell) => {
        isPainting = true;
        paint(cell);
      },
      drag: (cell) => isPainting && paint(cell),
      double: (cell) => paint(cell),
      focus: () => {},
    },
    t('set.regions.title'),
  );
  board.element.addEventListener('keydown', (event) => {
    const pressed = command(keyOf(event), layout);
    if (pressed?.type === 'enter') paint(selection.cursor, pressed.digit - 1);
    else if (pressed?.type === 'next-mode') paint(selection.cursor);
    else if (pressed?.type === 'move') {
      selection.move(pressed.direction, false);
      render();
      board.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const done = button({
    text: t('set.regions.use'),
    class: 'main',
    click: () => {
      dialog.close();
      use(regionMap(regions));
    },
  });
  const drawRandom = async () => {
    note.textContent = t('new.working');
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      const { puzzles } = await app.api.generate({ layout: { size }, random_regions: true, seed });
      const drawn = puzzles[0]?.puzzle.regions;
      if (!drawn) throw new EngineError({ detail: t('new.none') });
      drawn.forEach((region, cell) => (regions[cell] = region));
      render();
    } catch (error) {
      note.textContent = errorText(error);
    }
  };
  const dialog = openDialog(
    t('set.regions.title'),
    h(
      'div',
      { class: 'form' },
      h('p', { class: 'help' }, t('set.regions.help')),
      h('div', { class: 'region-board' }, board.element),
      palette,
      note,
      h(
        'div',
        { class: 'actions end' },
        button({ text: t('set.regions.random'), click: () => void drawRandom() }),
        done,
      ),
    ),
  );

  function render(): void {
    const counts = cellCounts(regions, size);
    const cells = regions.map((region, cell): CellPicture => ({
      digit: region + 1,
      kind: 'shown',
      corner: [],
      center: [],
      candidates: null,
      colors: [(region % 9) + 1],
      conflict: false,
      wrong: false,
      selected: selection.has(cell),
      cursor: selection.cursor === cell,
      same: false,
      peer: false,
      fits: false,
      isPair: false,
      tints: [],
      nodes: [],
      isSpread: false,
      start: 0,
      ownLinks: [],
      pen: [],
      highlighted: false,
      veiled: false,
      hatched: false,
      roles: [],
      candidateRoles: new Map(),
    }));
    board.drawRegions(regions);
    board.render({ ...EMPTY_PICTURE, cells });
    const bad = counts.findIndex((count) => count !== size);
    done.disabled = bad >= 0;
    note.textContent =
      bad < 0
        ? t('set.regions.ok')
        : `${t('set.regions.left', { size })} ${t('set.regions.bad', { region: layout.symbol(bad + 1), count: counts[bad] })}`;
    fill(
      palette,
      ...counts.map((count, region) => {
        const symbol = layout.symbol(region + 1);
        const one = button({
          text: `${symbol}: ${count}/${size}`,
          class: `key-small${count === size ? ' is-done' : ''}`,
          'aria-pressed': String(region === brush),
          click: () => {
            brush = region;
            render();
            palette.querySelectorAll('button')[region].focus();
          },
        });
        one.setAttribute('aria-label', t('set.region.count', { region: symbol, count, size }));
        return one;
      }),
    );
  }
  render();
}
