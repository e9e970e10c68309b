// The editor of rules, beside the grid while a puzzle is created. The selected cells become the
// cells of a rule, in the order of their selection.

import '../style/rules.css';
import type { App } from '../app.ts';
import type { Entry } from '../engine/api.ts';
import { ruleName, withCellNames } from '../engine/names.ts';
import { errorText } from '../engine/problems.ts';
import { engineText } from '../i18n.ts';
import { argumentOf, cellsOfRule, notation, remarkOf, withCells } from '../model/rule-argument.ts';
import { button, field, fill, h } from './dom.ts';
import { t } from './dialog-texts.ts';

export class RuleEditor {
  readonly element: HTMLElement;
  private readonly app: App;
  private entries: readonly Entry[] = [];
  private readonly rule = h('select');
  private readonly argument = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  private readonly argumentField = field(t('set.rule.argument'), this.argument);
  private readonly summary = h('p', { class: 'help' });
  private readonly list = h('ul', { class: 'rule-list' });
  private readonly alert = h('p', { class: 'alert', role: 'alert' });
  /** The last seen selection and rules. */
  private selected = '';
  private listed = '';

  constructor(app: App) {
    this.app = app;
    const form = h(
      'form',
      { class: 'rule-form' },
      field(t('set.rule'), this.rule),
      this.argumentField,
      button({ text: t('set.rule.add'), class: 'btn', type: 'submit', click: () => {} }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.add();
    });
    this.rule.addEventListener('change', () => this.chosen());
    this.element = h('div', { class: 'rule-editor' }, form, this.alert, this.summary, this.list);
    this.load();
    this.update();
  }

  /** Asks the engine for the rules, unless it has answered before. */
  load(): void {
    if (this.entries.length > 0) return;
    void this.app.api.rules().then(
      (all) => {
        // The diagonals belong to the layout of a new puzzle.
        this.entries = all.filter(({ id }) => id !== 'x' && !id.startsWith('diagonal'));
        fill(this.rule, ...this.entries.map(({ id }) => h('option', { value: id }, ruleName(id))));
        const killer = this.entries.find(({ id }) => id === 'killer');
        if (killer) this.rule.value = killer.id;
        this.chosen();
      },
      (error) => this.showError(errorText(error)),
    );
  }

  /** Shows the selection and the rules of the puzzle. */
  update(): void {
    const { play, grid } = this.app;
    const selected = play.selection.inOrder().join(' ');
    if (selected !== this.selected) {
      this.selected = selected;
      this.writeCells();
    }
    const rules = grid.layout.rules ?? [];
    const listed = rules.join('\n');
    if (listed === this.listed) return;
    this.listed = listed;
    const buttons = [...this.list.querySelectorAll('button')];
    const focused = buttons.findIndex((one) => one === document.activeElement);
    fill(
      this.list,
      ...rules.map((rule, at) => {
        const name = ruleName(rule);
        const text = notation(rule, name);
        const remove = button({
          text: t('set.rule.remove', { rule: text }),
          icon: 'close',
          iconOnly: true,
          class: 'btn plain',
          click: () =>
            void this.change(
              rules.filter((_, other) => other !== at),
              'removed',
              text,
            ),
        });
        const argument = argumentOf(rule);
        const words = h('span', {}, h('b', {}, name), argument && ` ${argument}`);
        return h('li', {}, words, remove);
      }),
    );
    if (focused >= 0) this.focusRule(focused);
  }

  /** Focuses the button of the rule at a place, or of the last one, or else the choice of a rule. */
  private focusRule(at: number): void {
    const buttons = this.list.querySelectorAll('button');
    (buttons[Math.min(at, buttons.length - 1)] ?? this.rule).focus();
  }

  private get entry(): Entry | undefined {
    return this.entries.find(({ id }) => id === this.rule.value);
  }

  private get placeholder(): string {
    return this.entry?.argument ?? '';
  }

  private chosen(): void {
    const { value: id } = this.rule;
    this.argument.placeholder = engineText(`rule.${id}.argument`, this.placeholder);
    this.argumentField.hidden = !this.placeholder;
    const summary = engineText(`rule.${id}.summary`, this.entry?.summary ?? '');
    this.summary.textContent = this.placeholder ? `${summary} ${t('set.rule.help')}` : summary;
    this.alert.textContent = '';
    this.argument.value = '';
    this.writeCells();
  }

  private writeCells(): void {
    const { layout, selection } = this.app.play;
    const cells = cellsOfRule(layout, this.placeholder, selection.inOrder());
    if (cells) this.argument.value = withCells(this.argument.value, cells);
  }

  private async add(): Promise<void> {
    const argument = withCellNames(this.argument.value.trim());
    const rule = this.placeholder ? `${this.rule.value}=${argument}` : this.rule.value;
    const rules = this.app.grid.layout.rules ?? [];
    const remark = remarkOf(this.app.play.layout, rule, rules);
    const isRefused = remark === 'twice' || remark === 'single';
    this.alert.textContent = '';
    if (isRefused) this.app.announceQuietly('');
    else await this.change([...rules, rule], 'added', notation(rule, ruleName(rule)));
    if (remark && !this.alert.textContent) this.showError(t(`set.rule.${remark}`));
  }

  private async change(
    rules: readonly string[],
    done: 'added' | 'removed',
    rule: string,
  ): Promise<void> {
    this.alert.textContent = '';
    try {
      await this.app.setRules(rules);
      this.app.announceQuietly(t(`set.rule.${done}`, { rule }));
    } catch (error) {
      // Screen readers hear the alert, and not the last success once more.
      this.app.announceQuietly('');
      this.showError(errorText(error));
    }
  }

  private showError(text: string): void {
    this.alert.textContent = text;
    this.alert.scrollIntoView({ block: 'nearest' });
  }
}
