// The library of techniques: a list by family, and for each technique its example in three steps,
// the reason, how to find it, near misses, and practice.

import type { App } from '../app.ts';
import { cellsText } from '../controllers/hint-cells.ts';
import type { Grid } from '../engine/api.ts';
import { decimal, language, listOf, loadTexts } from '../i18n.ts';
import { candidatesOf, familiesOf, readPosition } from '../model/handbook.ts';
import type { HandbookPage, HandbookPosition } from '../model/handbook.ts';
import { loadHandbook } from '../engine/handbook-files.ts';
import { hintOverlay, placeNames } from '../model/hint-view.ts';
import type { HintLevel } from '../model/hint-view.ts';
import { Game } from '../model/game.ts';
import { plainLayout } from '../model/layout.ts';
import type { Layout } from '../model/layout.ts';
import { picture } from '../model/picture.ts';
import type { Overlay } from '../model/picture.ts';
import { createLayout, formatClues } from '../model/puzzle.ts';
import { Selection } from '../model/selection.ts';
import { DEFAULTS } from '../model/settings.ts';
import { Board } from './board.ts';
import { button, fill, h } from './dom.ts';
import type { PartContext } from './parts.ts';
import { t } from './part-texts.ts';
import { legendOf, ratingTag } from './technique.ts';

export async function learnPart(context: PartContext, id?: string): Promise<Node> {
  let pages: readonly HandbookPage[];
  try {
    [pages] = await Promise.all([loadHandbook(), loadTexts('dialogs')]);
  } catch {
    return h(
      'div',
      { class: 'part' },
      h('h1', {}, t('learn.title')),
      h('p', {}, t('learn.failed')),
    );
  }
  const page = pages.find((one) => one.id === id);
  if (!page) return overview(context, pages, id);
  return h(
    'div',
    { class: 'part learn' },
    contents(context, pages, page),
    await figure(context.app, page),
    prose(context, pages, page),
  );
}

/** Creates the list of all techniques. `unknown` is the ID of one that does not exist. */
function overview({ show }: PartContext, pages: readonly HandbookPage[], unknown?: string): Node {
  return h(
    'div',
    { class: 'part learn-list' },
    h('h1', {}, t('learn.title')),
    unknown && h('p', { class: 'alert', role: 'alert' }, t('learn.unknown', { id: unknown })),
    h('p', { class: 'quiet' }, t('home.scale')),
    h(
      'div',
      { class: 'families' },
      ...familiesOf(pages).map(({ family, pages: own, hasRules }) =>
        h(
          'section',
          { class: 'card' },
          h('h2', {}, family),
          hasRules && h('p', { class: 'quiet small' }, t('learn.rules')),
          h(
            'ul',
            {},
            ...own.map((one) =>
              h(
                'li',
                {},
                h(
                  'button',
                  { type: 'button', onclick: () => show({ name: 'learn', id: one.id }) },
                  h('span', {}, one.name),
                  h('span', { class: 'quiet' }, decimal(one.rating)),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function contents(
  { show }: PartContext,
  pages: readonly HandbookPage[],
  current: HandbookPage,
): HTMLElement {
  const list = h(
    'nav',
    { class: 'toc', 'aria-label': t('learn.list'), tabindex: 0 },
    ...familiesOf(pages).flatMap(({ family, pages: own }) => [
      h('h2', {}, family),
      ...own.map((one) =>
        h(
          'button',
          {
            type: 'button',
            'aria-current': one === current ? 'page' : undefined,
            onclick: () => show({ name: 'learn', id: one.id }),
          },
          h('span', {}, one.name),
          h('span', { class: 'rating' }, decimal(one.rating)),
        ),
      ),
    ]),
  );
  requestAnimationFrame(() => {
    const entry = list.querySelector<HTMLElement>('[aria-current]');
    if (entry) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
  });
  return list;
}

async function layoutOf(app: App, position: HandbookPosition): Promise<Layout> {
  if (!position.rules) return plainLayout(9, 3, 3);
  const text = formatClues(readPosition(position).clues, [...'123456789']);
  const { puzzles } = await app.api.read(text, { rules: position.rules }, 1);
  return createLayout(puzzles[0] as Grid);
}

/** Draws a position. */
function drawPosition(board: Board, layout: Layout, position: HandbookPosition, overlay: Overlay) {
  const read = readPosition(position);
  const game = new Game(layout, read.clues, { digit: read.entered, removed: read.removed });
  const candidates = candidatesOf(layout, read);
  const settings = { ...DEFAULTS, peers: false, sameDigit: false, repeats: false };
  const selection = new Selection(layout);
  const shown = { candidates, ...overlay };
  board.render(picture({ game, selection, settings, overlay: shown, solution: null }));
}

async function figure(app: App, page: HandbookPage): Promise<HTMLElement> {
  const place = h('div', { class: 'fig-board' });
  const text = h('p', { class: 'fig-text', 'aria-live': 'polite' });
  const signs = h('div');
  const steps = h('div', { class: 'seg', role: 'group', 'aria-label': t('learn.steps') });
  const near = h('div', { class: 'actions' });
  const stages: readonly [HintLevel, string][] = [
    [2, t('learn.step.1')],
    [3, t('learn.step.2')],
    [4, t('learn.step.3')],
  ];
  // The reader looks first.
  let stage: HintLevel = 2;
  let example = 0;
  let miss = -1;

  const draw = async () => {
    const position = miss >= 0 ? page.nearMisses[miss] : page.examples[example];
    const layout = await layoutOf(app, position);
    const label = t('learn.grid', { name: page.name });
    const board = new Board(
      layout,
      { press: () => {}, drag: () => {}, double: () => {}, focus: () => {} },
      label,
    );
    if (layout.decorations.length > 0) {
      const { drawRules } = await import('./decorations.ts');
      board.showRules(drawRules(layout));
    }
    board.addNumbers();
    if (miss >= 0) {
      drawPosition(board, layout, position, {});
      text.textContent = t('learn.near.text', { why: page.nearMisses[miss].why });
      fill(signs);
    } else {
      const { step } = page.examples[example];
      const read = readPosition(position);
      const digits = read.clues.map((clue, cell) => clue || read.entered[cell]);
      const overlay = hintOverlay(layout, step, stage, digits, candidatesOf(layout, read));
      drawPosition(board, layout, position, overlay);
      text.textContent =
        stage === 4
          ? step.text || step.what
          : (stage === 3 && cellsText(layout, step, digits)) ||
            t('learn.look', { place: listOf(placeNames(layout, step)) });
      fill(signs, stage > 2 ? legendOf(overlay) : null);
    }
    fill(place, board.element);
    const chosen = (is: boolean) => ({ 'aria-pressed': String(is) });
    const focused = steps.contains(document.activeElement);
    fill(
      steps,
      ...stages.map(([level, name]) =>
        h(
          'button',
          {
            type: 'button',
            ...chosen(miss < 0 && level === stage),
            onclick: () => {
              [stage, miss] = [level, -1];
              app.attempt(draw());
            },
          },
          name,
        ),
      ),
    );
    if (focused) steps.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    const pressed = [...near.children].findIndex((one) => one === document.activeElement);
    fill(
      near,
      ...(page.examples.length > 1
        ? page.examples.map((_, at) =>
            button({
              text: t('learn.example', { n: at + 1 }),
              class: 'chip',
              ...chosen(miss < 0 && at === example),
              click: () => {
                [example, miss] = [at, -1];
                app.attempt(draw());
              },
            }),
          )
        : []),
      ...page.nearMisses.map((_, at) =>
        button({
          text: t(miss === at ? 'learn.near.hide' : 'learn.near.show'),
          class: 'chip',
          ...chosen(miss === at),
          click: () => {
            miss = miss === at ? -1 : at;
            app.attempt(draw());
          },
        }),
      ),
    );
    (near.children[pressed] as HTMLElement | undefined)?.focus();
  };
  await draw();
  const view = h('div', { class: 'fig-view' }, place, steps);
  return h('section', { class: 'fig' }, view, text, signs, near);
}

/** Creates a paragraph of the handbook. Stars mark emphasis. */
function paragraph(text: string, name?: string): HTMLElement {
  const parts = text.split(/\*([^*]+)\*/);
  return h('p', { class: name }, ...parts.map((part, n) => (n % 2 ? h('em', {}, part) : part)));
}

/** Returns the other names. Other languages have the English name, and none in English words. */
function aliasesOf({ name, english, aliases }: HandbookPage): readonly string[] {
  if (language === 'en') return aliases;
  const isShort = (alias: string) => /^[^a-z\s]*$/.test(alias);
  return [...(english === name ? [] : [english]), ...aliases.filter(isShort)];
}

function prose(
  { app, show }: PartContext,
  pages: readonly HandbookPage[],
  page: HandbookPage,
): HTMLElement {
  // The next one is that of the list, which is by family.
  const inOrder = familiesOf(pages).flatMap(({ pages: own }) => own);
  const next = inOrder[inOrder.indexOf(page) + 1];
  const [how = '', spot, ...more] = page.text;
  const aliases = aliasesOf(page);
  const texts = {
    working: t('practice.working', { name: page.name }),
    name: t('practice.name', { name: page.name }),
    go: t('practice.go', { name: page.name }),
    done: t('practice.done', { name: page.name }),
  };
  return h(
    'article',
    { class: 'prose' },
    h(
      'div',
      { class: 'tags' },
      h('span', { class: 'tag' }, page.family),
      ratingTag(page.level, page.rating),
    ),
    h('h1', {}, page.name),
    h('p', { class: 'lead' }, page.summary),
    h('h2', {}, t('learn.how')),
    paragraph(how),
    spot ? h('h2', {}, t('learn.spot')) : null,
    spot ? paragraph(spot) : null,
    ...more.map((text) => paragraph(text)),
    page.needsUnique && h('p', { class: 'quiet' }, t('learn.unique')),
    aliases.length > 0 &&
      h('p', { class: 'quiet' }, t('learn.also', { names: aliases.join(', ') })),
    h(
      'div',
      { class: 'prose-actions' },
      button({
        text: t('learn.practice', { name: page.name }),
        class: 'btn primary',
        'data-practice': page.id,
        click: () => app.attempt(app.practice.start(page, texts)),
      }),
      next
        ? button({
            text: t('learn.next', { name: next.name }),
            class: 'btn',
            click: () => show({ name: 'learn', id: next.id }),
          })
        : null,
      button({
        text: t('learn.back'),
        class: 'btn plain',
        click: () => show({ name: 'learn' }),
      }),
    ),
  );
}
