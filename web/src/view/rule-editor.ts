// The editor of rules, beside the grid while a puzzle is created. The selected cells become the
// cells of a rule, in the order of their selection, and the grid shows the rule at once.

import '../style/rules.css';
import type { App } from '../app.ts';
import { RuleChanges } from '../controllers/rule-changes.ts';
import type { Entry } from '../engine/api.ts';
import { ruleName, withCellNames } from '../engine/names.ts';
import { errorText } from '../engine/problems.ts';
import { engineText } from '../i18n.ts';
import { argumentOf, cellsIn, cellsOfRule, hasValue, isTyped } from '../model/rule-argument.ts';
import { remarkOf, typedValue } from '../model/rule-argument.ts';
import { valueOf, valueRange, valueWord, withCells, withValue } from '../model/rule-argument.ts';
import { command } from '../model/keys.ts';
import { FAMILIES, familyOf, inFamily } from '../model/rule-families.ts';
import type { Draft } from './decorations.ts';
import { button, field, fill, h, icon, keyOf, newId } from './dom.ts';
import { t } from './dialog-texts.ts';
import { RuleDraft } from './rule-draft.ts';
import { RuleList, readable, ruleInWords } from './rule-list.ts';

// The panel loads both at once.
export { ClueSymmetry } from './clue-symmetry.ts';

export class RuleEditor {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly changes: RuleChanges;
  private readonly focusGrid: () => void;
  private readonly picture: RuleDraft;
  private entries: readonly Entry[] = [];
  private readonly rule = h('select');
  private readonly value = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    enterkeyhint: 'done',
  });
  private readonly valueField = field(' ', this.value);
  private readonly hint = h('p', { class: 'rule-hint', id: newId() });
  private readonly go = button({
    text: t('set.rule.add'),
    icon: 'plus',
    class: 'btn',
    type: 'submit',
    click: () => {},
  });
  private readonly form: HTMLFormElement;
  /** The whole argument. The number and the selected cells write into it. */
  private readonly argument = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': t('set.rule.argument'),
  });
  private readonly typed: HTMLDetailsElement;
  private readonly summary = h('p', { class: 'help' });
  private readonly list: RuleList;
  private readonly alert = h('p', { class: 'alert', role: 'alert' });
  private isShown = false;
  /** The last seen selection, and the cells that it wrote. */
  private selected = '';
  private written = '';
  /** The place of the rule that is being changed. */
  private picked: number | null = null;

  constructor(app: App, redraw: () => void, focusGrid: () => void) {
    this.app = app;
    this.focusGrid = focusGrid;
    app.play.rules = this.changes = new RuleChanges(app);
    this.picture = new RuleDraft(app, redraw);
    this.value.setAttribute('aria-describedby', this.hint.id);
    this.go.append(icon('check'));
    this.valueField.classList.add('rule-value');
    this.form = h(
      'form',
      { class: 'rule-form' },
      field(t('set.rule'), this.rule),
      this.valueField,
      this.hint,
      this.go,
    );
    this.typed = h(
      'details',
      { class: 'rule-typed' },
      h('summary', {}, t('set.rule.argument')),
      this.argument,
      h('p', { class: 'help' }, t('set.rule.help')),
    );
    this.list = new RuleList({
      pick: (at) => this.pick(at),
      remove: (at) => void this.remove(at),
      left: () => this.rule.focus(),
    });
    this.element = h(
      'div',
      { class: 'rule-editor' },
      this.form,
      this.alert,
      this.summary,
      this.typed,
      this.list.element,
    );
    this.listen();
    this.load();
  }

  /** The rule that is being made, as the grid shows it. */
  get draft(): Draft | undefined {
    return this.picture.shown;
  }

  /** Asks the engine for the rules, unless it has answered before. */
  load(): void {
    if (this.entries.length > 0) return;
    void this.app.api.rules().then(
      (all) => {
        this.entries = all;
        const option = ({ id }: Entry) => h('option', { value: id }, ruleName(id));
        const group = (family: (typeof FAMILIES)[number]) =>
          h('optgroup', { label: t(`set.family.${family}`) }, ...inFamily(family, all).map(option));
        fill(this.rule, ...FAMILIES.map(group));
        this.chosen();
      },
      (error) => this.showError(errorText(error)),
    );
  }

  /** Shows the selection and the rules of the puzzle. */
  update(isShown: boolean): void {
    this.isShown = isShown;
    const { layout } = this.app.play;
    const cells = this.followSelection();
    this.list.render(layout, this.changes.all, isShown ? cells : [], this.picked);
    this.refresh();
  }

  /** Writes the selected cells into the rule, if they are others than before, and returns them. */
  private followSelection(): readonly number[] {
    const cells = this.app.play.selection.inOrder();
    const selected = cells.join(' ');
    if (selected !== this.selected) {
      this.selected = selected;
      // Other cells are those of another rule.
      if (this.picked !== null) this.endPick();
      this.writeCells();
    }
    return cells;
  }

  // --- the rule that is being made ---

  private get id(): string {
    return this.rule.value;
  }

  private get placeholder(): string {
    return this.entries.find(({ id }) => id === this.id)?.argument ?? '';
  }

  /** Another rule was chosen. The selected cells stay. */
  private chosen(): void {
    this.picked = null;
    this.argument.value = '';
    this.describe();
    this.writeCells();
    this.refresh();
  }

  /** Shows the parts of the form that the rule has. */
  private describe(): void {
    const { id, placeholder } = this;
    const entry = this.entries.find((one) => one.id === id);
    const form = engineText(`rule.${id}.argument`, placeholder);
    const word = hasValue(placeholder) ? valueWord(form) : '';
    this.valueField.hidden = !word;
    this.valueField.querySelector('label')!.textContent = word;
    this.value.inputMode = id === 'xv' ? 'text' : 'numeric';
    this.value.placeholder = id === 'xv' ? 'X, V' : word;
    this.value.value = valueOf(this.argument.value);
    this.argument.placeholder = form;
    this.typed.hidden = !placeholder;
    this.typed.open = isTyped(placeholder);
    this.summary.textContent = engineText(`rule.${id}.summary`, entry?.summary ?? '');
    this.alert.textContent = '';
    this.form.classList.toggle('has-value', word !== '');
  }

  private writeCells(): void {
    const { layout, selection } = this.app.play;
    const cells = cellsOfRule(layout, this.placeholder, selection.inOrder());
    const isOwn = withValue(this.argument.value, '') === this.written;
    // Without a selection, typed cells stay.
    if (cells || isOwn) this.argument.value = withCells(this.argument.value, cells);
    if (cells || isOwn) this.written = cells;
  }

  /** Shows what the rule can have as its number, and the rule in the grid. */
  private refresh(): void {
    const { id, placeholder, picked } = this;
    if (!placeholder && this.entries.length === 0) return;
    const { layout } = this.app.play;
    const argument = this.argument.value.trim();
    const cells = placeholder ? cellsIn(layout, `${id}=${argument}`) : [];
    const range = hasValue(placeholder) ? valueRange(id, layout.size, cells.length) : null;
    this.hint.textContent = this.hintFor(cells.length, range);
    const value = Number(this.value.value || 'NaN');
    const isBad = range !== null && cells.length > 0 && (value < range[0] || value > range[1]);
    this.value.setAttribute('aria-invalid', String(isBad));
    this.form.classList.toggle('is-bad', isBad);
    this.go.querySelector('span')!.textContent = t(
      picked === null ? 'set.rule.add' : 'set.rule.change',
    );
    this.go.classList.toggle('is-change', picked !== null);
    const isMade = !placeholder || cells.length > 0 || isTyped(placeholder);
    const isNew = this.isShown && picked === null && isMade;
    // The picture of a rule that needs a number comes before its number.
    const isOpen = hasValue(placeholder) && !placeholder.startsWith('[') && !this.value.value;
    const stand = id === 'xv' ? 'X' : String(range?.[0] ?? 1);
    const text = isOpen ? withValue(argument, stand) : argument;
    const rule = placeholder ? `${id}=${text}` : id;
    const isListed = this.changes.all.includes(rule);
    const hasRoom = this.isShown && familyOf(id) === 'outside';
    this.picture.show(isNew && !isListed ? rule : '', isOpen, hasRoom);
  }

  private hintFor(count: number, range: readonly [number, number] | null): string {
    const { placeholder } = this;
    if (!placeholder || isTyped(placeholder)) return '';
    const isOutside = familyOf(this.id) === 'outside';
    if (count === 0) return t(isOutside ? 'set.rule.outside' : 'set.rule.select');
    if (isOutside && range) {
      const place = readable(withValue(this.argument.value, ''));
      const line = place.replace(/^[a-z](?!\d)/, (letter) => letter.toUpperCase());
      return t('set.rule.line', { line, from: range[0], to: range[1] });
    }
    const { size } = this.app.play.layout;
    if (this.id === 'killer' && count > size) return t('set.rule.many', { count, size });
    if (!range) return t('set.rule.cells', { count });
    return t('set.rule.range', { count, from: range[0], to: range[1] });
  }

  // --- keys and presses ---

  private listen(): void {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.add();
    });
    this.rule.addEventListener('change', () => this.chosen());
    this.value.addEventListener('input', () => {
      const value = typedValue(this.id, this.value.value.trim());
      this.argument.value = withValue(this.argument.value, value);
      this.refresh();
    });
    this.argument.addEventListener('input', () => {
      this.value.value = valueOf(this.argument.value);
      this.refresh();
    });
    this.argument.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      void this.add();
    });
    document.addEventListener('keydown', (event) => this.key(event), true);
  }

  /**
   * Takes the keys of the grid: digits are those of the number, and Enter adds the rule. No key
   * changes clues, which the player cannot mean here.
   */
  private key(event: KeyboardEvent): void {
    const { play } = this.app;
    const target = event.target as HTMLElement;
    const isField = target.closest('input, textarea, select, dialog') !== null;
    if (!this.isShown || isField || event.isComposing || event.defaultPrevented) return;
    const onGrid = target.closest('#grid') !== null;
    const isEnter = onGrid && event.key === 'Enter' && play.selection.size > 0;
    const { type } = command(keyOf(event), play.layout) ?? { type: '' };
    const isClue = ['enter', 'clear', 'zero'].includes(type) || (onGrid && type === 'next-mode');
    if (!isEnter && !isClue) return;
    event.stopPropagation();
    if (isEnter || !this.takesKey(event)) event.preventDefault();
    if (isEnter) return void this.add();
    if (type === 'clear' && this.picked !== null) return void this.remove(this.picked);
    if (!this.takesKey(event)) return;
    // The field gets the character, because it has the focus by then.
    this.value.focus();
    this.value.select();
  }

  /** Returns `true` for a key of the number of the rule. */
  private takesKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const isOwn = this.id === 'xv' ? /^[xv0-9]$/i : /^\d$/;
    const hasCells = this.app.play.selection.size > 0;
    return (
      hasCells && !this.valueField.hidden && isOwn.test(key) && !ctrlKey && !metaKey && !altKey
    );
  }

  // --- the rules of the puzzle ---

  /** Shows a rule of the list: its cells, and its number to be changed. Again ends this. */
  private pick(at: number): void {
    const { play } = this.app;
    const rule = this.changes.all[at];
    const cells = this.picked === at ? [] : cellsIn(play.layout, rule);
    if (this.picked === at) this.endPick();
    else {
      this.rule.value = rule.replace(/=.*$/s, '');
      this.argument.value = argumentOf(rule);
      this.picked = at;
      this.describe();
      this.written = withValue(this.argument.value, '');
      this.selected = cells.join(' ');
    }
    play.selection.set(cells);
    this.app.changed();
  }

  /** Ends the change of a rule of the list. The rule stays chosen, without its number. */
  private endPick(): void {
    this.picked = null;
    this.argument.value = withValue(this.argument.value, '');
    this.describe();
  }

  private async add(): Promise<void> {
    // A quick player presses Enter before the page has rendered the last cells.
    this.followSelection();
    const { app, picked, selected } = this;
    const argument = withCellNames(this.argument.value.trim());
    const rule = this.placeholder ? `${this.id}=${argument}` : this.id;
    const rules = this.changes.all;
    const others = rules.filter((_, at) => at !== picked);
    const remark = remarkOf(app.play.layout, rule, others);
    const isRefused = remark === 'twice' || remark === 'single';
    this.alert.textContent = '';
    if (isRefused) app.announceQuietly('');
    else {
      const old = picked === null ? null : rules[picked];
      const edit = (all: readonly string[]) =>
        old === null ? [...all, rule] : all.map((one) => (one === old ? rule : one));
      const done = old === null ? 'added' : 'changed';
      if (await this.change(edit, done, ruleInWords(rule))) this.clear(selected);
    }
    if (remark && !this.alert.textContent) this.showError(t(`set.rule.${remark}`));
  }

  /** Makes room for the next rule of the same kind. A selection that began meanwhile stays. */
  private clear(selected: string): void {
    const { selection } = this.app.play;
    const isSame = selection.inOrder().join(' ') === selected;
    this.picked = null;
    this.argument.value = this.value.value = this.written = '';
    if (isSame) selection.none();
    this.app.changed();
    const focused = document.activeElement as HTMLElement;
    if (![this.value, document.body].includes(focused)) return;
    // The keys of the grid select the next cells, and no keyboard of a phone covers the page. The grid
    // knows its cursor once it is rendered.
    requestAnimationFrame(() => this.focusGrid());
  }

  private async remove(at: number): Promise<void> {
    const rule = this.changes.all[at];
    this.picked = null;
    await this.change((all) => all.filter((one) => one !== rule), 'removed', ruleInWords(rule));
  }

  /** Changes the rules of the puzzle. Returns `false` if that fails. */
  private async change(
    edit: (rules: readonly string[]) => readonly string[],
    done: 'added' | 'changed' | 'removed',
    rule: string,
  ): Promise<boolean> {
    this.alert.textContent = '';
    try {
      await this.changes.set(edit);
      this.app.announceQuietly(t(`set.rule.${done}`, { rule }));
      return true;
    } catch (error) {
      // Screen readers hear the alert, and not the last success once more.
      this.app.announceQuietly('');
      this.showError(errorText(error));
      return false;
    }
  }

  private showError(text: string): void {
    this.alert.textContent = text;
    this.alert.scrollIntoView({ block: 'nearest' });
  }
}
