// The coach beside the grid: hint, path, analysis. At rest it offers them; open, it has a tab for
// each. It shows the state of the app.

import type { App } from '../app.ts';
import type { Finding } from '../controllers/analysis.ts';
import { hintStatusText } from '../controllers/hint.ts';
import type { ShownHint } from '../controllers/hint.ts';
import type { HintResponse, PathResponse, Step } from '../engine/api.ts';
import { decimal, t } from '../i18n.ts';
import type { HintLevel } from '../model/hint-view.ts';
import type { Board } from './board.ts';
import { button, fill, h, icon, newId } from './dom.ts';
import { assistButtons } from './pad.ts';
import {
  conclusionOf,
  formatCandidate,
  legendOf,
  linkSign,
  techniqueHeading,
} from './technique.ts';

/** A result that the page shows only after a question: the solution, or the true candidates. */
export type Revealed = 'solution' | 'candidates';
export type Tab = 'hint' | 'path' | 'analyze';
const TABS: readonly Tab[] = ['hint', 'path', 'analyze'];
const HINT_LEVELS: readonly HintLevel[] = [1, 2, 3, 4];

type Content = (Node | false | null)[];

export class Coach {
  readonly element: HTMLElement;
  /** The pictures of the rules of the puzzle, if it has any. */
  private legend: HTMLElement | null = null;
  /** The open tab, or null at rest. */
  tab: Tab | null = null;
  private readonly app: () => App;
  /** Opens the page of a technique. */
  private readonly learn: (id: string) => void;
  /** Asks before the solution is shown, or what may be the solution. */
  private readonly ask: (what: Revealed) => void;
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly bodies = new Map<Tab, HTMLElement>();
  private readonly rest: HTMLElement;
  private readonly restBody: HTMLElement;
  private readonly head: HTMLElement;
  /** The map of a large grid. */
  private readonly map = h('div', { class: 'zoom-map', hidden: true });
  private readonly assist: ReturnType<typeof assistButtons>;
  private keys = new Map<string, string>();
  private fromClues = true;
  private seen: { path?: PathResponse; hint?: HintResponse | null; finding?: Finding } = {};

  constructor(app: () => App, learn: (id: string) => void, ask: (what: Revealed) => void) {
    this.app = app;
    this.learn = learn;
    this.ask = ask;
    const list = h('div', { role: 'tablist', class: 'tablist', 'aria-label': t('tab.label') });
    this.head = h(
      'div',
      { class: 'tabs' },
      list,
      button({
        text: t('coach.close'),
        icon: 'close',
        iconOnly: true,
        class: 'x',
        click: () => this.close(),
      }),
    );
    this.assist = assistButtons(app, 'btn');
    this.restBody = h('div', { class: 'cbody rest' });
    this.rest = h(
      'div',
      { class: 'rest-c' },
      this.restBody,
      this.map,
      h('div', { class: 'tools' }, ...this.assist.elements, this.checkButton()),
      h(
        'div',
        { class: 'cfoot' },
        button({
          text: t('hint.ask'),
          icon: 'bulb',
          class: 'btn coach-b main',
          click: () => void this.app().hint.ask(),
        }),
        button({ text: t('tab.path'), class: 'btn', click: () => this.open('path') }),
        button({ text: t('tab.analyze'), class: 'btn', click: () => this.open('analyze') }),
      ),
    );
    this.element = h(
      'section',
      { class: 'coach', 'aria-label': t('coach.label') },
      this.head,
      this.rest,
    );
    for (const tab of TABS) {
      const [tabId, bodyId] = [newId(), newId()];
      const handle = h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: tabId,
          'aria-controls': bodyId,
          onclick: () => this.open(tab),
        },
        t(`tab.${tab}`),
      );
      handle.addEventListener('keydown', (event) => this.key(event, tab));
      const body = h('div', {
        role: 'tabpanel',
        id: bodyId,
        'aria-labelledby': tabId,
        class: `tab-body ${tab}`,
      });
      list.append(handle);
      this.tabs.set(tab, handle);
      this.bodies.set(tab, body);
      this.element.append(body);
    }
    this.showTab();
  }

  get isOpen(): boolean {
    return this.tab !== null;
  }

  /** Shows the pictures of the rules of another puzzle, or none. */
  showLegend(legend: HTMLElement | null): void {
    this.legend = legend;
    this.keys.delete('rest');
  }

  /** Opens a tab. */
  open(tab: Tab): void {
    this.tab = tab;
    this.showTab();
    this.app().changed();
    if (!this.tabs.get(tab)!.contains(document.activeElement)) this.tabs.get(tab)!.focus();
  }

  /** Closes the tabs, and what they show in the grid. */
  private close(): void {
    const inside = this.element.contains(document.activeElement);
    this.tab = null;
    this.showTab();
    this.app().close();
    if (inside) this.rest.querySelector('button')?.focus();
  }

  private showTab(): void {
    this.head.hidden = this.tab === null;
    this.rest.hidden = this.tab !== null;
    for (const of of TABS) {
      const is = of === this.tab;
      this.tabs.get(of)!.setAttribute('aria-selected', String(is));
      this.tabs.get(of)!.tabIndex = is ? 0 : -1;
      this.bodies.get(of)!.hidden = !is;
    }
  }

  private key(event: KeyboardEvent, tab: Tab): void {
    const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(tab) + turn + TABS.length) % TABS.length];
    this.open(next);
    this.tabs.get(next)!.focus();
  }

  private checkButton(): HTMLElement {
    return button({
      text: t('pad.check'),
      icon: 'check',
      class: 'btn assist-check',
      click: () => void this.app().hint.check(),
    });
  }

  render(): void {
    const app = this.app();
    // A new result selects its tab. Then the player may select another one. A hint that is over
    // leaves its tab.
    const path = app.path.shown?.answer;
    const hint = app.hint.shown?.answer ?? null;
    const [finding] = app.analysis.findings;
    const before = this.tab;
    const isOnKeys = this.element.querySelector(':focus-visible') !== null;
    if (path && path !== this.seen.path) this.tab = 'path';
    else if (!path && this.seen.path && this.tab === 'path') this.tab = null;
    else if (hint && hint !== this.seen.hint) this.tab = 'hint';
    else if (!hint && this.seen.hint && this.tab === 'hint') this.tab = null;
    else if (finding && finding !== this.seen.finding) this.tab = 'analyze';
    this.seen = { path, hint, finding };
    this.showTab();
    this.assist.render();
    this.draw('rest', this.restBody, app.hint.count, () => this.atRest(app));
    const { play } = app;
    this.drawTab('hint', [app.hint.shown?.level, hint, play.isCreating, play.isPlayable], () =>
      this.hint(app),
    );
    // The key of a path is short, because a path is long and does not change.
    const { at, fromClues, link } = app.path.shown ?? {};
    this.drawTab(
      'path',
      [path?.steps.length, at, link, fromClues, play.isCreating, this.fromClues, app.key],
      () => this.path(app),
    );
    this.drawTab('analyze', [app.analysis.findings], () => this.analyze(app));
    // The focus would be lost with what is hidden now.
    const { tab } = this;
    if (!isOnKeys || tab === before) return;
    const main = (tab ? this.bodies.get(tab)! : this.rest).querySelector<HTMLElement>('.main');
    (main ?? this.tabs.get(tab!)!).focus({ preventScroll: true });
  }

  /** Shows which part of a large grid is visible. */
  renderMap(board: Board): void {
    const app = this.app();
    this.map.hidden = board.part === null;
    if (board.part)
      app.attempt(
        import('./zoom-map.ts').then(({ drawMap }) => drawMap(this.map, board, app.play.game)),
      );
  }

  private drawTab(tab: Tab, state: unknown, content: () => Content): void {
    const handle = this.tabs.get(tab)!;
    this.draw(tab, this.bodies.get(tab)!, state, content, handle);
  }

  /** Redraws a part if its state has changed. Keeps the focus if the button still exists. */
  private draw(
    name: string,
    body: HTMLElement,
    state: unknown,
    content: () => Content,
    fallback?: HTMLElement,
  ): void {
    const key = JSON.stringify(state);
    if (this.keys.get(name) === key) return;
    this.keys.set(name, key);
    const focused = body.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.key
      : undefined;
    fill(body, ...content());
    requestAnimationFrame(() => makeScrollable(body));
    if (focused && fallback) {
      const same = body.querySelector<HTMLElement>(`[data-key="${focused}"]:not(:disabled)`);
      const other = body.querySelector<HTMLElement>('button.main, .btn:not(:disabled)');
      // What is new stands above, and stays in view.
      (same ?? other ?? fallback).focus({ preventScroll: true });
    }
  }

  // --- at rest ---

  private atRest(app: App): Content {
    const levels = HINT_LEVELS.map((level) =>
      h(
        'li',
        {},
        h('i', { 'aria-hidden': 'true' }, level),
        h('span', {}, t(`hint.level.${level}.long`)),
      ),
    );
    return [
      h('h2', {}, t('coach.title')),
      h('p', { class: 'quiet' }, t('hint.intro')),
      this.legend ?? h('ol', { class: 'hint-levels' }, ...levels),
      app.hint.count > 0 &&
        h('p', { class: 'quiet small' }, t('hint.used', { count: app.hint.count })),
    ];
  }

  // --- hint ---

  private hint(app: App): Content {
    const shown = app.hint.shown;
    if (!shown) {
      return [
        h('div', { class: 'cbody' }, h('p', { class: 'quiet' }, t('hint.intro'))),
        foot(
          button({
            text: t('hint.ask'),
            icon: 'bulb',
            class: 'btn coach-b main',
            'data-key': 'more',
            disabled: app.play.isCreating,
            click: () => this.askHint(),
          }),
        ),
      ];
    }
    const { step, status } = shown.answer;
    if (!step) return this.hintWithoutStep(app, shown);
    const { level } = shown;
    // The heading is the second one.
    const earlier = HINT_LEVELS.filter((one) => one < level && one !== 2).map((one) =>
      h(
        'li',
        { class: 'on' },
        h('i', { 'aria-hidden': 'true' }, icon('check')),
        h('span', {}, app.hint.text(one)),
      ),
    );
    const later = HINT_LEVELS.filter((one) => one > level).map((one) =>
      h(
        'li',
        {},
        h('i', { 'aria-hidden': 'true' }, one),
        h('span', {}, t(`hint.level.${one}.long`)),
      ),
    );
    const more =
      level === 4 ? this.applyText(step) : t(`hint.level.${(level + 1) as HintLevel}.ask`);
    return [
      h(
        'div',
        { class: 'cbody' },
        hintProgress(level),
        ...this.levelContent(app, step, level),
        status === 'multiple' && h('p', { class: 'quiet small' }, t('hint.multiple')),
        level > 2 && legendOf(app.overlay ?? {}),
        h('ol', { class: 'hint-levels' }, ...earlier, ...(level < 4 ? later : [])),
      ),
      foot(
        button({
          text: more,
          class: 'btn coach-b main',
          'data-key': 'more',
          click: () => void app.hint.ask(),
        }),
        level > 1 && this.learnButton(step.technique),
      ),
    ];
  }

  /** Asks for a hint. It is about the game, which a path hides. */
  private askHint(): void {
    const app = this.app();
    if (app.path.shown) app.close();
    void app.hint.ask();
  }

  private levelContent(app: App, step: Step, level: HintLevel): Node[] {
    switch (level) {
      case 1:
        return [h('h2', { class: 'lead' }, app.hint.text(1))];
      case 2:
        return [techniqueHeading(step), h('p', {}, nudgeOf(step))];
      case 3:
        return [techniqueHeading(step), h('p', {}, app.hint.text(3))];
      case 4:
        return [techniqueHeading(step), ...conclusionOf(app, step)];
    }
  }

  private hintWithoutStep(app: App, { answer }: ShownHint): Content {
    const { mistakes } = answer;
    const list = mistakes.map((one) =>
      h(
        'li',
        {},
        formatCandidate(
          app.play.layout,
          one.kind === 'digit' ? 'hint.placement' : 'hint.removed',
          one,
        ),
      ),
    );
    return [
      h(
        'div',
        { class: 'cbody' },
        h('p', {}, hintStatusText(answer)),
        list.length > 0 && h('ul', { class: 'plain' }, ...list),
      ),
      foot(
        mistakes.length > 0 &&
          button({
            text: t('hint.fix'),
            class: 'btn coach-b main',
            'data-key': 'more',
            click: () => app.hint.fixMistakes(),
          }),
        button({
          text: t('hint.close'),
          class: 'btn',
          'data-key': 'close',
          click: () => this.close(),
        }),
      ),
    ];
  }

  /** Returns the words of the button that makes a step. */
  private applyText({ placements, eliminations }: Step): string {
    const { layout } = this.app().play;
    const digits = new Set([...placements, ...eliminations].map(({ digit }) => digit));
    const list = [...digits].sort((a, b) => a - b).map((digit) => layout.symbol(digit));
    if (list.length > 3) return t('hint.apply');
    return t(placements.length > 0 ? 'hint.place' : 'hint.ruleOut', { digits: list.join(', ') });
  }

  private learnButton(technique: string): HTMLElement {
    return button({
      text: t('hint.learn'),
      icon: 'book',
      class: 'btn',
      'data-key': 'learn',
      click: () => this.learn(technique),
    });
  }

  // --- path ---

  private path(app: App): Content {
    const path = app.path.shown;
    if (!path) return this.pathStart(app);
    const { steps, rating, status } = path.answer;
    const hardest = steps.reduce((one, other) => (other.rating > one.rating ? other : one));
    const last = steps.length;
    const move = (key: 'first' | 'back' | 'next' | 'last', off: boolean, click: () => void) =>
      button({
        text: t(`path.${key}`),
        icon: key,
        iconOnly: true,
        class: 'btn',
        'data-key': key,
        disabled: off,
        click,
      });
    const step = steps[path.at];
    const lines = app.path.chain();
    const isChain = lines.length > 0;
    // The line above the panel has the step.
    const where = isChain && path.link >= 0;
    const link = where ? t('path.link', { link: path.link + 1, count: lines.length }) : '';
    const list = h(
      'ol',
      {
        class: `steps${isChain ? ' of-chain' : ''}${where ? ' of-link' : ''}`,
        'aria-label': t('path.steps'),
      },
      ...steps.map((one, at) =>
        h(
          'li',
          { class: at === path.at ? 'is-current' : at < path.at ? 'is-past' : undefined },
          h(
            'button',
            {
              type: 'button',
              onclick: () => app.path.goTo(at),
              'data-key': `step-${at}`,
              'aria-current': at === path.at ? 'step' : undefined,
            },
            h('span', { class: 'rating' }, decimal(one.rating)),
            h('span', {}, one.name),
            h('span', { class: 'follows mono' }, shortDeduction(app, one)),
          ),
        ),
      ),
    );
    const current = Math.min(path.at, last - 1);
    queueMicrotask(() => scrollListTo(list, list.children[current] as HTMLElement));
    // The conclusion comes first, so that a long chain does not push it out of sight.
    const [conclusion, reason] = step ? conclusionOf(app, step) : [];
    const text = step
      ? [conclusion, isChain && this.chain(app, path.link), !where && reason]
      : [
          h(
            'p',
            { class: 'lead' },
            status === 'solved'
              ? t('path.solved', { technique: hardest.name, rating: decimal(hardest.rating) })
              : t('path.stuck'),
          ),
          status !== 'solved' &&
            h('p', { class: 'quiet' }, t('hint.rating', { rating: decimal(rating ?? 0) })),
        ];
    return [
      h(
        'div',
        { class: 'transport' },
        move('first', path.at === 0, () => app.path.goTo(0)),
        move('back', path.at === 0 && path.link < 1, () => app.path.step(-1)),
        h('span', { class: 'count' }, link),
        move('next', path.at === last, () => app.path.step(1)),
        move('last', path.at === last, () => app.path.goTo(last)),
      ),
      h(
        'div',
        { class: 'cbody' },
        step !== undefined && techniqueHeading(step),
        ...text,
        step !== undefined && legendOf(app.overlay ?? {}),
      ),
      list,
      foot(
        isChain &&
          button({
            text: t(
              path.link < 0
                ? 'path.links'
                : path.link < lines.length - 1
                  ? 'path.nextLink'
                  : 'path.nextStep',
            ),
            class: 'btn coach-b',
            'data-key': 'link',
            click: () => (path.link < 0 ? app.path.showLink(0) : app.path.step(1)),
          }),
        where &&
          button({
            text: t('path.whole'),
            class: 'btn',
            'data-key': 'whole',
            click: () => app.path.showLink(-1),
          }),
        !where &&
          button({
            text: t('path.adopt'),
            class: 'btn',
            'data-key': 'adopt',
            click: () => app.path.adopt(),
          }),
        !isChain &&
          button({
            text: t('path.close'),
            class: 'btn',
            'data-key': 'close',
            click: () => this.close(),
          }),
      ),
    ];
  }

  /** Creates the links of a chain, one a line. */
  private chain(app: App, now: number): HTMLElement {
    const list = h(
      'ol',
      { class: 'chain' },
      ...app.path.chain().map(({ node, strong, end, reason }, at) =>
        h(
          'li',
          { class: now < 0 ? 'is-past' : at === now ? 'is-now' : at < now ? 'is-past' : 'is-next' },
          h(
            'button',
            {
              type: 'button',
              'data-key': `link-${at}`,
              'aria-current': at === now ? 'step' : undefined,
              onclick: () => app.path.showLink(at),
            },
            h('span', { class: 'mono' }, node),
            h('span', { class: 'heard' }, `, ${t(strong ? 'role.strong' : 'role.weak')}, `),
            linkSign(strong ? 'strong' : 'weak', 34),
            h('span', { class: 'mono' }, end),
            h('span', { class: 'why' }, reason),
          ),
        ),
      ),
    );
    if (now >= 0) queueMicrotask(() => scrollListTo(list, list.children[now] as HTMLElement));
    return list;
  }

  private pathStart(app: App): Content {
    const from = (clues: boolean, text: string) => {
      const box = h('input', {
        type: 'radio',
        name: 'path-from',
        checked: this.fromClues === clues,
        'data-key': `from-${clues}`,
      });
      box.addEventListener('change', () => (this.fromClues = clues));
      return h('label', { class: 'tick' }, box, h('span', {}, text));
    };
    return [
      h(
        'div',
        { class: 'cbody path-start' },
        h('p', { class: 'quiet' }, t('path.intro')),
        h(
          'fieldset',
          { class: 'row' },
          h('legend', {}, t('path.from')),
          from(true, t('path.from.clues')),
          from(false, t('path.from.here')),
        ),
      ),
      foot(
        button({
          text: t('path.find'),
          class: 'btn coach-b main',
          'data-key': 'find',
          disabled: app.play.isCreating,
          click: () =>
            void app.path.find(this.fromClues).then(() => {
              // The arrow keys walk along the path, and Enter goes on.
              if (app.path.shown) requestAnimationFrame(() => this.focusNext());
            }),
        }),
      ),
    ];
  }

  private focusNext(): void {
    this.bodies.get('path')!.querySelector<HTMLElement>('[data-key=next]')?.focus();
  }

  // --- analysis ---

  private analyze(app: App): Content {
    const ask = (text: string, run: () => unknown) =>
      button({ text, class: 'btn', 'data-key': text, click: () => void run() });
    const { findings } = app.analysis;
    const list = (all: readonly Finding[], isNew: boolean) =>
      h(
        'ul',
        { class: 'findings' },
        ...all.map(({ text, actions }) =>
          h(
            'li',
            { class: isNew ? 'is-new' : undefined },
            h('span', {}, text),
            isNew && actions
              ? h(
                  'div',
                  { class: 'actions' },
                  ...actions.map(({ text: word, run }) =>
                    button({ text: word, class: 'btn', 'data-key': word, click: run }),
                  ),
                )
              : null,
          ),
        ),
      );
    return [
      h(
        'div',
        { class: 'cbody' },
        h(
          'div',
          { class: 'actions' },
          ask(t('analyze.unique'), () => app.analysis.isUnique()),
          ask(t('analyze.count'), () => app.analysis.count()),
          ask(t('analyze.rate'), () => app.analysis.rate()),
          ask(t('analyze.candidates'), () => this.ask('candidates')),
          ask(t('analyze.solve'), () => this.ask('solution')),
        ),
        // The newest result takes the place of the introduction. Where there is room, it stands below
        // the buttons, so that it moves none of them.
        findings.length > 0
          ? list(findings.slice(0, 1), true)
          : h('p', { class: 'quiet' }, t('analyze.intro')),
        findings.length > 1 && list(findings.slice(1), false),
      ),
    ];
  }
}

const foot = (...content: (Node | false)[]): HTMLElement =>
  h('div', { class: 'cfoot' }, ...content);

/** Creates the four bars that show how much of a hint is revealed. */
function hintProgress(level: HintLevel): HTMLElement {
  return h(
    'div',
    { class: `hint-progress${level === 4 ? ' is-full' : ''}` },
    ...HINT_LEVELS.map((one) =>
      h('i', { class: one <= level ? 'on' : undefined, 'aria-hidden': 'true' }),
    ),
    h(
      'span',
      {},
      h('span', { class: 'heard' }, t('hint.level.of', { level })),
      t(`hint.level.${level}`),
    ),
  );
}

/** Returns the sentence that describes the technique of a step. */
function nudgeOf({ nudge }: Step): string {
  const at = nudge.indexOf(': ');
  const text = at < 0 ? nudge : nudge.slice(at + 2);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a short form of the deduction: `r1c2=3`, `r1c2-3 …`. */
function shortDeduction(app: App, { placements, eliminations }: Step): string {
  const [sign, all] = placements.length > 0 ? ['=', placements] : ['-', eliminations];
  const { layout } = app.play.game;
  const [first, ...more] = all;
  return first
    ? `${layout.name(first.cell)}${sign}${layout.symbol(first.digit)}${more.length > 0 ? ' …' : ''}`
    : '';
}

/** Makes a text that is cut off reachable for the keyboard, which then scrolls it. */
function makeScrollable(body: HTMLElement): void {
  const part = body.classList.contains('cbody') ? body : body.querySelector('.cbody');
  if (!(part instanceof HTMLElement)) return;
  const isCut = part.scrollHeight > part.clientHeight + 1;
  if (isCut && !part.querySelector('button, a, input, select')) part.tabIndex = 0;
  else part.removeAttribute('tabindex');
}

/** Scrolls a list to an entry, and the text around the list if it shows the entry in part only. */
function scrollListTo(list: HTMLElement, entry: HTMLElement): void {
  list.scrollTop = entry.offsetTop - list.clientHeight / 2 + entry.clientHeight / 2;
  const around = list.closest('.cbody');
  if (!around) return;
  const [inner, outer] = [entry.getBoundingClientRect(), around.getBoundingClientRect()];
  const margin = inner.height / 2;
  const below = inner.bottom + margin - outer.bottom;
  const above = outer.top - inner.top;
  if (below > 0) around.scrollTop += below;
  else if (above > 0) around.scrollTop -= above;
}
