// The rules of a puzzle that is being created: a row for each, with a button that removes it. A press
// on a row shows the cells of its rule.

import { houseName, ruleName } from '../engine/names.ts';
import { language } from '../i18n.ts';
import type { Layout } from '../model/layout.ts';
import { argumentOf, cellsIn, notation } from '../model/rule-argument.ts';
import { button, fill, h } from './dom.ts';
import { t } from './dialog-texts.ts';

/** Signs for the ends of the notation, which has English words. */
const SIGNS: Readonly<Record<string, string>> = {
  ' from below': ' ↑',
  ' from right': ' ←',
  'down-right': '↘',
  'down-left': '↙',
  'up-right': '↗',
  'up-left': '↖',
};

/** Returns the argument of a rule for readers of another language than that of the notation. */
export const readable = (argument: string): string =>
  language === 'en'
    ? argument
    : argument
        .replace(/\b(?:row|column|box|region) \d+/g, (name) => houseName(name))
        .replace(/ from (?:below|right)|(?:down|up)-(?:left|right)/g, (words) => SIGNS[words]);

/** Returns a rule in the language of the page: `Killer 9: r1c1 r1c2`. */
export const ruleInWords = (rule: string): string => readable(notation(rule, ruleName(rule)));

export interface RuleListEvents {
  /** A row was pressed. */
  pick(at: number): void;
  /** The rule of a row is to go. */
  remove(at: number): void;
  /** The last row that had the focus has gone. */
  left(): void;
}

export class RuleList {
  readonly element = h('ul', { class: 'rule-list' });
  private readonly events: RuleListEvents;
  private rules: readonly string[] = [];
  private key = '';

  constructor(events: RuleListEvents) {
    this.events = events;
  }

  /** Shows rules. Those at all selected cells are marked, and the picked one is pressed. */
  render(
    layout: Layout,
    rules: readonly string[],
    selected: readonly number[],
    picked: number | null,
  ): void {
    const key = rules.join('\n');
    if (key !== this.key) {
      this.key = key;
      this.rules = rules;
      this.refill();
    }
    let first: Element | null = null;
    [...this.element.children].forEach((row, at) => {
      const cells = new Set(selected.length > 0 ? cellsIn(layout, rules[at]) : []);
      const isHere = selected.length > 0 && selected.every((cell) => cells.has(cell));
      if (isHere && !row.classList.contains('is-here')) first ??= row;
      row.classList.toggle('is-here', isHere);
      row.querySelector('.rule-pick')?.setAttribute('aria-pressed', String(at === picked));
    });
    if (picked === null) (first as Element | null)?.scrollIntoView({ block: 'nearest' });
  }

  /** Creates the rows. The focus stays at its place in the list. */
  private refill(): void {
    const before = document.activeElement;
    const rows = [...this.element.children];
    const focused = rows.findIndex((row) => row.contains(before));
    const kind = before?.matches('.rule-pick') ? '.rule-pick' : '.rule-remove';
    fill(this.element, ...this.rules.map((rule, at) => this.row(rule, at)));
    const { children } = this.element;
    if (children.length > rows.length)
      children[children.length - 1].scrollIntoView({ block: 'nearest' });
    if (focused < 0) return;
    const row = children[Math.min(focused, children.length - 1)];
    if (row) row.querySelector<HTMLElement>(kind)?.focus();
    else this.events.left();
  }

  private row(rule: string, at: number): HTMLElement {
    const name = ruleName(rule);
    const argument = argumentOf(rule);
    const words = [h('b', {}, name), argument && ` ${readable(argument)}`];
    const remove = button({
      text: t('set.rule.remove', { rule: ruleInWords(rule) }),
      icon: 'close',
      iconOnly: true,
      class: 'btn plain rule-remove',
      click: () => this.events.remove(at),
    });
    const pick = () => this.events.pick(at);
    return h(
      'li',
      {},
      argument
        ? h('button', { type: 'button', class: 'rule-pick', onclick: pick }, ...words)
        : h('span', {}, ...words),
      remove,
    );
  }
}
