// The tools beside the grid: hint, path, analysis. Each is a tab that shows the state of the app.

import type { App } from '../app.ts';
import type { Finding } from '../controllers/analysis.ts';
import { statusText } from '../controllers/hint.ts';
import type { Highlight, HintResponse, PathResponse, Step } from '../engine/api.ts';
import { t } from '../i18n.ts';
import type { Candidate } from '../model/game.ts';
import { legend } from '../model/picture.ts';
import { marksWithEffect } from '../model/puzzle.ts';
import { roleClass, roleName } from './board.ts';
import { button, fill, h, newId, s } from './dom.ts';
import { shape } from './shapes.ts';

type Tab = 'hint' | 'path' | 'analyze';
const TABS: readonly Tab[] = ['hint', 'path', 'analyze'];

export class Panels {
  readonly element: HTMLElement;
  private readonly app: () => App;
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly bodies = new Map<Tab, HTMLElement>();
  private keys = new Map<Tab, string>();
  private fromClues = true;
  private seen: {
    path?: PathResponse;
    hint?: { answer: HintResponse; level: number } | null;
    finding?: Finding;
  } = {};

  constructor(app: () => App) {
    this.app = app;
    const list = h('div', { role: 'tablist', class: 'tabs', 'aria-label': t('tab.label') });
    this.element = h('section', { class: 'panels' }, list);
    for (const tab of TABS) {
      const [tabId, bodyId] = [newId(), newId()];
      const handle = h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: tabId,
          'aria-controls': bodyId,
          onclick: () => this.show(tab),
        },
        t(`tab.${tab}`),
      );
      handle.addEventListener('keydown', (event) => this.key(event, tab));
      const body = h('div', {
        role: 'tabpanel',
        id: bodyId,
        'aria-labelledby': tabId,
        class: `panel ${tab}`,
      });
      list.append(handle);
      this.tabs.set(tab, handle);
      this.bodies.set(tab, body);
      this.element.append(body);
    }
    this.show('hint');
  }

  show(tab: Tab): void {
    for (const of of TABS) {
      const is = of === tab;
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
    this.show(next);
    this.tabs.get(next)!.focus();
  }

  render(): void {
    const app = this.app();
    // A new result selects its tab. Then the player may select another one.
    const [path, hint] = [
      app.path.shown?.answer,
      app.hint.shown && { answer: app.hint.shown.answer, level: app.hint.shown.level },
    ];
    if (path && path !== this.seen.path) this.show('path');
    else if (
      hint &&
      (hint.answer !== this.seen.hint?.answer || hint.level !== this.seen.hint?.level)
    )
      this.show('hint');
    else if (app.analysis.findings[0] && app.analysis.findings[0] !== this.seen.finding)
      this.show('analyze');
    this.seen = { path, hint, finding: app.analysis.findings[0] };
    this.draw(
      'hint',
      [
        app.hint.shown?.level,
        app.hint.shown?.answer,
        app.play.isSetting,
        app.play.isPlayable,
        app.hint.count,
        app.play.isDone,
      ],
      () => this.hint(app),
    );
    // The key of a path is short, because a path is long and does not change.
    this.draw(
      'path',
      [
        app.path.shown?.answer.steps.length,
        app.path.shown?.at,
        app.path.shown?.fromClues,
        app.play.isSetting,
        this.fromClues,
        app.key,
      ],
      () => this.path(app),
    );
    this.draw('analyze', [app.analysis.findings], () => this.analyze(app));
  }

  /** Redraws a tab if its state has changed. Keeps the focus if the button still exists. */
  private draw(tab: Tab, state: unknown, content: () => (Node | false | null)[]): void {
    const key = JSON.stringify(state);
    if (this.keys.get(tab) === key) return;
    this.keys.set(tab, key);
    const body = this.bodies.get(tab)!;
    const focused = body.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.key
      : undefined;
    fill(body, ...content());
    if (focused) {
      const same = body.querySelector<HTMLElement>(`[data-key="${focused}"]:not(:disabled)`);
      (same ?? body.querySelector<HTMLElement>('button.main') ?? this.tabs.get(tab)!).focus();
    }
  }

  // --- hint ---

  private hint(app: App): (Node | false)[] {
    const hint = app.hint.shown;
    const more = (text: string) =>
      button({ text, class: 'main', 'data-key': 'more', click: () => void app.hint.ask() });
    if (!hint) {
      return [
        h('p', { class: 'quiet' }, t('hint.intro')),
        h(
          'div',
          { class: 'actions' },
          button({
            text: t('hint.ask'),
            class: 'main',
            'data-key': 'more',
            disabled: app.play.isSetting,
            click: () => void app.hint.ask(),
          }),
        ),
        app.hint.count > 0 &&
          h('p', { class: 'quiet small' }, t('hint.used', { count: app.hint.count })),
      ];
    }
    const { step, status, mistakes } = hint.answer;
    const away = button({ text: t('hint.close'), 'data-key': 'close', click: () => app.close() });
    if (!step) {
      return [
        h('p', {}, statusText(hint.answer.status)),
        mistakes.length > 0 &&
          h(
            'ul',
            { class: 'plain' },
            ...mistakes.map((one) =>
              h(
                'li',
                {},
                formatCandidate(app, one.kind === 'digit' ? 'hint.placement' : 'hint.removed', one),
              ),
            ),
          ),
        h(
          'div',
          { class: 'actions' },
          mistakes.length > 0 &&
            button({
              text: t('hint.fix'),
              class: 'main',
              'data-key': 'more',
              click: () => app.hint.fixMistakes(),
            }),
          away,
        ),
      ];
    }
    const label = { 1: t('hint.where'), 2: t('hint.what'), 3: t('hint.apply') }[hint.level];
    return [
      status === 'multiple' && h('p', { class: 'quiet small' }, t('hint.multiple')),
      hint.level < 2 && h('p', { class: 'lead' }, step.nudge),
      hint.level === 2 && h('p', { class: 'lead' }, step.where),
      ...(hint.level === 3 ? explainStep(app, step) : []),
      h('div', { class: 'actions' }, more(label), away),
    ];
  }

  // --- path ---

  private path(app: App): (Node | false)[] {
    const path = app.path.shown;
    if (!path) {
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
        h('p', { class: 'quiet' }, t('path.intro')),
        h(
          'fieldset',
          { class: 'row' },
          h('legend', {}, t('path.from')),
          from(true, t('path.from.clues')),
          from(false, t('path.from.here')),
        ),
        h(
          'div',
          { class: 'actions' },
          button({
            text: t('path.find'),
            class: 'main',
            'data-key': 'find',
            disabled: app.play.isSetting,
            click: () => void app.path.find(this.fromClues),
          }),
        ),
      ];
    }
    const { steps, rating, status } = path.answer;
    const hardest = steps.reduce((one, other) => (other.rating > one.rating ? other : one));
    const last = steps.length;
    const goTo = (at: number) => app.path.goTo(at);
    const move = (key: 'first' | 'back' | 'next' | 'last', at: number, off: boolean) =>
      button({
        text: t(`path.${key}`),
        icon: key,
        iconOnly: true,
        'data-key': key,
        disabled: off,
        click: () => goTo(at),
      });
    const step = steps[path.at];
    const list = h(
      'ol',
      { class: 'steps', 'aria-label': t('path.steps') },
      ...steps.map((one, at) =>
        h(
          'li',
          { class: at === path.at ? 'is-current' : at < path.at ? 'is-past' : undefined },
          h(
            'button',
            {
              type: 'button',
              onclick: () => goTo(at),
              'data-key': `step-${at}`,
              'aria-current': at === path.at ? 'step' : undefined,
            },
            h('span', { class: 'rating' }, one.rating.toFixed(1)),
            h('span', {}, one.name),
            h('span', { class: 'follows' }, shortDeduction(app, one)),
          ),
        ),
      ),
    );
    queueMicrotask(() =>
      scrollListTo(list, list.children[Math.min(path.at, last - 1)] as HTMLElement),
    );
    return [
      h(
        'p',
        { class: 'quiet' },
        t('path.summary', {
          count: last,
          technique: hardest.name,
          rating: hardest.rating.toFixed(1),
        }),
      ),
      status === 'stuck' && h('p', {}, t('path.stuck')),
      h(
        'div',
        { class: 'actions travel' },
        move('first', 0, path.at === 0),
        move('back', path.at - 1, path.at === 0),
        h('span', { class: 'count' }, `${Math.min(path.at + 1, last)} / ${last}`),
        move('next', path.at + 1, path.at === last),
        move('last', last, path.at === last),
      ),
      list,
      ...(step
        ? explainStep(app, step)
        : [
            h(
              'p',
              { class: 'lead' },
              status === 'solved'
                ? t('hint.solved')
                : `${t('hint.rating', { rating: (rating ?? hardest.rating).toFixed(1) })}`,
            ),
          ]),
      h(
        'div',
        { class: 'actions' },
        button({
          text: t('path.close'),
          class: 'main',
          'data-key': 'close',
          click: () => app.close(),
        }),
        button({ text: t('path.adopt'), 'data-key': 'adopt', click: () => app.path.adopt() }),
      ),
    ];
  }

  // --- analysis ---

  private analyze(app: App): (Node | false)[] {
    const ask = (text: string, run: () => Promise<void>) =>
      button({ text, 'data-key': text, click: () => void run() });
    return [
      h('p', { class: 'quiet' }, t('analyze.intro')),
      h(
        'div',
        { class: 'actions' },
        ask(t('analyze.unique'), () => app.analysis.isUnique()),
        ask(t('analyze.count'), () => app.analysis.count()),
        ask(t('analyze.rate'), () => app.analysis.rate()),
        ask(t('analyze.candidates'), () => app.analysis.trueCandidates()),
        ask(t('analyze.solve'), () => app.analysis.showSolution()),
      ),
      h(
        'ul',
        { class: 'findings' },
        ...app.analysis.findings.map((finding, at) =>
          h(
            'li',
            { class: at === 0 ? 'is-new' : undefined },
            h('span', {}, finding.text),
            finding.actions &&
              at === 0 &&
              h(
                'div',
                { class: 'actions' },
                ...finding.actions.map(({ text, run }) =>
                  button({ text, 'data-key': text, click: run }),
                ),
              ),
          ),
        ),
      ),
    ];
  }
}

/** Creates the explanation of a step: reason, deduction and legend. */
function explainStep(app: App, step: Step): Node[] {
  const list = (key: 'hint.placement' | 'hint.elimination', candidates: readonly Candidate[]) =>
    candidates.map((one) => formatCandidate(app, key, one)).join(', ');
  const sign = (...content: Node[]) =>
    s('svg', { viewBox: '0 0 24 24', class: 'legend-sign', 'aria-hidden': 'true' }, ...content);
  return [
    h(
      'h2',
      { class: 'technique' },
      step.name,
      ' ',
      h('span', { class: 'badge' }, step.rating.toFixed(1)),
    ),
    h('p', {}, step.text || step.what),
    h(
      'p',
      { class: 'effect' },
      [
        step.placements.length
          ? t('hint.places', { list: list('hint.placement', step.placements) })
          : '',
        step.eliminations.length
          ? t('hint.eliminates', { list: list('hint.elimination', step.eliminations) })
          : '',
      ]
        .join(' ')
        .trim(),
    ),
    h(
      'ul',
      { class: 'legend', 'aria-label': t('hint.legend') },
      ...legend(marksWithEffect(step)).map(({ kind, role }) =>
        h(
          'li',
          {},
          sign(...drawSign(kind, role)),
          kind === 'link' ? t(`role.${role}` as 'role.weak') : roleName(role),
        ),
      ),
    ),
  ];
}

/** Creates a sign of the legend. */
function drawSign(kind: Highlight['kind'], role: string): Node[] {
  switch (kind) {
    case 'link':
      return [s('path', { class: `link ${role}`, d: 'M2 17Q12 5 22 12' })];
    case 'cell':
      return [
        s('rect', { class: `whole ${roleClass(role)}`, x: 3, y: 3, width: 18, height: 18, rx: 3 }),
      ];
    case 'house':
      return [s('path', { class: `house ${roleClass(role)}`, d: 'M1 5H23M1 19H23' })];
    case 'candidate':
      return [
        shape(role, 12, 12, 8.5),
        ...(role === 'eliminated' ? [s('path', { class: 'strike', d: 'M4 20L20 4' })] : []),
      ];
  }
}

/** Returns a short form of the deduction: `r1c2=3`, `r1c2≠3 …`. */
function shortDeduction(app: App, { placements, eliminations }: Step): string {
  const [sign, all] = placements.length > 0 ? ['=', placements] : ['≠', eliminations];
  const { layout } = app.play.game;
  const [first, ...more] = all;
  return first
    ? `${layout.name(first.cell)}${sign}${layout.symbol(first.digit)}${more.length > 0 ? ' …' : ''}`
    : '';
}

/** Returns the text for a placement, an elimination or a removed candidate. */
function formatCandidate(
  app: App,
  key: 'hint.placement' | 'hint.elimination' | 'hint.removed',
  { cell, digit }: Candidate,
): string {
  const { layout } = app.play.game;
  return t(key, { cell: layout.name(cell), digit: layout.symbol(digit) });
}

/** Scrolls a list to an entry. The page does not scroll. */
function scrollListTo(list: HTMLElement, entry: HTMLElement): void {
  list.scrollTop = entry.offsetTop - list.clientHeight / 2 + entry.clientHeight / 2;
}
