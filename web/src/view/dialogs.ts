// The dialogs of the page: new, open, create, share, settings, help. Each is created when it is
// opened, and removed when it is closed.

import type { App } from '../app.ts';
import type { Entry, FormatName, GenerateRequest, Grid, LayoutRequest } from '../engine/api.ts';
import { ruleName } from '../engine/names.ts';
import { errorText } from '../engine/problems.ts';
import { engineText, formatDate, language, languageOf, LANGUAGES } from '../i18n.ts';
import type { DigitSize, Settings, Theme } from '../model/settings.ts';
import { levelsOf, SIZES } from '../model/levels.ts';
import type { Kind } from '../model/levels.ts';
import { ownNameOf } from '../model/library.ts';
import { firstLines } from '../model/pasted.ts';
import { puzzleRequest } from '../model/puzzle.ts';
import { SYMMETRIES } from '../model/symmetry.ts';
import { ratingText } from '../controllers/rating.ts';
import { games, keepForReload, saveSettings } from '../store.ts';
import { button, checkbox, field, fill, h, selectBox } from './dom.ts';
import { canCheck, openListCheck } from './list-check.ts';
import { openRegions } from './regions.ts';
import { savePuzzlePdf } from './print.ts';
import { askRestart } from './menus.ts';
export { askSolution, askTrueCandidates, openMenu, openTools } from './menus.ts';
export { openPrint } from './print.ts';
import { saveFile } from './save.ts';
import { formatOptions, formatSummary } from './share-formats.ts';
import { readText } from './text.ts';
import { pictureIn, readPicture } from './photo-open.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';
import type { DialogTextKey } from './dialog-texts.ts';

/** The diagonals of a type of puzzle. */
const DIAGONALS: Record<string, LayoutRequest['diagonals']> = {
  x: ['main', 'anti'],
  down: ['main'],
  up: ['anti'],
};

/** Creates a line for errors, which screen readers announce. */
const alertLine = (): HTMLElement => h('p', { class: 'alert', role: 'alert' });

function showError(line: HTMLElement, error: unknown): void {
  line.textContent = errorText(error);
}

/** Creates the button that reads a photograph instead. */
const photoButton = (app: App): HTMLButtonElement =>
  button({
    text: t('open.photo'),
    icon: 'camera',
    'data-photo': 'open',
    click: () => app.attempt(readPicture(app)),
  });

// --- new ---

export function openNew(app: App): void {
  const size = selectBox(
    SIZES.map((n) => [String(n), `${n}×${n}`] as const),
    '9',
  );
  const kinds: [string, DialogTextKey][] = [
    ['plain', 'new.plain'],
    ['x', 'new.x'],
    ['down', 'new.down'],
    ['up', 'new.up'],
    ['jigsaw', 'new.jigsaw'],
    ['windoku', 'new.windoku'],
  ];
  const kind = selectBox(
    kinds.map(([value, key]) => [value, t(key)] as const),
    'plain',
  );
  const level = h('select');
  let wanted = 'easy';
  level.addEventListener('change', () => (wanted = level.value));
  const symmetry = selectBox(
    SYMMETRIES.map((name) => [name === 'none' ? '' : name, t(`symmetry.${name}`)] as const),
    'rotational',
  );
  const seed = h('input', {
    type: 'text',
    inputmode: 'numeric',
    pattern: '[0-9]*',
    autocomplete: 'off',
  });
  const windoku = [...kind.options].find((option) => option.value === 'windoku')!;
  /** Offers only what exists for the size and type. */
  const sized = () => {
    windoku.disabled = size.value !== '9';
    if (windoku.disabled && windoku.selected) kind.value = 'plain';
    const known = levelsOf(Number(size.value), kind.value as Kind);
    const options: [string, string][] = [
      ['', t('level.any')],
      ...known.map((name): [string, string] => [name, t(`level.${name}`)]),
    ];
    fill(level, ...options.map(([value, text]) => h('option', { value }, text)));
    const isOffered = options.some(([value]) => value === wanted);
    level.value = isOffered ? wanted : (known[0] ?? '');
  };
  sized();
  size.addEventListener('change', sized);
  kind.addEventListener('change', sized);
  const alert = alertLine();
  const go = button({ text: t('new.go'), class: 'main', type: 'submit', click: () => {} });
  const form = h(
    'form',
    { class: 'form' },
    h('div', { class: 'pair' }, field(t('new.size'), size), field(t('new.kind'), kind)),
    h('div', { class: 'pair' }, field(t('new.level'), level), field(t('new.symmetry'), symmetry)),
    field(t('new.seed'), seed, t('new.seed.help')),
    alert,
    h('div', { class: 'actions end' }, go),
  );
  const dialog = openDialog(t('new.title'), form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const lines = DIAGONALS[kind.value];
    const layout: LayoutRequest = {
      size: Number(size.value),
      ...(lines ? { diagonals: lines } : {}),
      ...(kind.value === 'windoku' ? { rules: ['windoku'] } : {}),
    };
    const random = crypto.getRandomValues(new Uint32Array(1))[0];
    const number = seed.value.trim() === '' ? random : Number(seed.value);
    if (!Number.isSafeInteger(number) || number < 0) {
      seed.setCustomValidity(t('new.seed.help'));
      seed.reportValidity();
      seed.setCustomValidity('');
      return;
    }
    dialog.close();
    void app.generate({
      layout,
      seed: number,
      ...(kind.value === 'jigsaw' ? { random_regions: true } : {}),
      ...(level.value ? { level: level.value as GenerateRequest['level'] } : {}),
      ...(symmetry.value ? { symmetry: symmetry.value as GenerateRequest['symmetry'] } : {}),
    });
  });
}

// --- open ---

/** Number of characters from which a list is checked at once: a longer field makes browsers slow. */
const MAX_TYPED = 100_000;

const isLongList = (app: App, text: string): boolean =>
  text.length > MAX_TYPED && canCheck(app, text);

/** Opens the dialog for opening puzzles. A text is read immediately. */
export function openOpen(app: App, text = ''): void {
  if (isLongList(app, text)) return openListCheck(app, text);
  const area = h('textarea', {
    rows: 7,
    spellcheck: false,
    autocapitalize: 'off',
    autocomplete: 'off',
    class: 'mono',
  });
  const alert = alertLine();
  const several = h('div', { class: 'several' });
  const found = h('ul', { class: 'plain found' });
  const file = h('input', {
    type: 'file',
    class: 'hidden-input',
    tabindex: -1,
    'aria-hidden': 'true',
  });
  const form = h(
    'form',
    { class: 'form import' },
    field(t('open.text'), area, t('open.help')),
    alert,
    several,
    found,
    h(
      'div',
      { class: 'actions end' },
      photoButton(app),
      button({ text: t('open.file'), click: () => file.click() }),
      file,
      button({ text: t('open.go'), class: 'main', type: 'submit', click: () => {} }),
    ),
  );
  const recent = games();
  const list = h(
    'ul',
    { class: 'plain recent' },
    ...recent.slice(0, 12).map((entry) => {
      const [, game] = entry;
      return h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'entry',
            onclick: () => void take(() => app.openStored(entry)),
          },
          h(
            'span',
            {},
            ownNameOf(game) || game.title || h('span', { class: 'mono' }, short(game.text)),
            game.rated
              ? h('span', { class: 'tag' }, ratingText(game.rated.level, game.rated.rating))
              : null,
          ),
          h(
            'span',
            { class: 'quiet small' },
            `${formatDate(new Date(game.when))}${game.done ? ' ✓' : ''}`,
          ),
        ),
      );
    }),
  );
  const dialog = openDialog(
    t('open.title'),
    form,
    h('h3', {}, t('open.recent')),
    recent.length > 0 ? list : h('p', { class: 'quiet' }, t('open.none')),
  );
  area.focus();

  async function take(open: () => Promise<void>): Promise<void> {
    alert.textContent = '';
    try {
      await open();
      dialog.close();
    } catch (error) {
      showError(alert, error);
    }
  }
  /** Opens a single puzzle, or lists several. A long list is checked at once. */
  async function read(text: string): Promise<void> {
    if (isLongList(app, text)) {
      dialog.close();
      return openListCheck(app, text);
    }
    alert.textContent = '';
    fill(several);
    fill(found);
    try {
      if (await app.openLink(firstLines(text))) return dialog.close();
      const { puzzles: grids, skipped, more } = await app.readList(text);
      if (grids.length === 1) return await take(() => app.open(grids[0], { keep: true }));
      const entry = (grid: Grid, at: number) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'entry',
              onclick: () => void take(() => app.open(grid, { keep: true })),
            },
            h('span', {}, grid.title || t('open.which', { n: at + 1 })),
            h('span', { class: 'mono quiet small' }, short(grid.line)),
          ),
        );
      const checkAll = button({
        text: t('check.go'),
        class: 'btn',
        click: () => {
          dialog.close();
          openListCheck(app, text);
        },
      });
      const notes = [
        skipped > 0 && t('open.skipped', { count: skipped }),
        more && t('open.more'),
      ].filter((note) => note !== false);
      fill(
        several,
        notes.length > 0 && h('p', { class: 'help', role: 'status' }, notes.join(' ')),
        canCheck(app, text) && checkAll,
      );
      fill(found, ...grids.map(entry));
      found.querySelector('button')?.focus();
    } catch (error) {
      const grids = await app.readWithoutRules(text);
      if (grids.length > 0) {
        dialog.close();
        return openWithoutRules(app, grids[0], error);
      }
      showError(alert, error);
      area.setAttribute('aria-invalid', 'true');
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void read(area.value);
  });
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const picture = pictureIn(file.files);
    // The same file can be chosen again, for example after a change.
    file.value = '';
    if (picture) return app.attempt(readPicture(app, picture));
    const content = await readText(chosen).catch((error: unknown) => {
      showError(alert, error);
      return null;
    });
    if (content !== null) show(content);
  });
  if (text) show(text);

  /** Takes a text into the field, as far as the field does not block the page, and reads it. */
  function show(content: string): void {
    area.value = firstLines(content);
    void read(content);
  }
}

/** Asks whether a puzzle is opened without the rules that ndoku does not know. */
export function openWithoutRules(app: App, grid: Grid, error: unknown): void {
  const why = errorText(error);
  const dialog = openDialog(
    t('open.without'),
    h('p', {}, t('open.without.text')),
    h('p', { class: 'quiet' }, t('open.without.why', { why })),
    h(
      'div',
      { class: 'actions end' },
      button({ text: t('open.cancel'), class: 'btn', click: () => dialog.close() }),
      button({
        text: t('open.without.go'),
        class: 'btn primary main',
        click: () => {
          dialog.close();
          app.attempt(app.open(grid, { keep: true }));
        },
      }),
    ),
  );
}

const short = (text: string): string => (text.length > 42 ? `${text.slice(0, 40)}…` : text);

// --- set ---

/**
 * Asks for the grid of a puzzle that is created. `hasGame` means that the player has an open puzzle,
 * whose clues can be taken. `begun` is called when the new grid is there.
 */
export function openSet(
  app: App,
  { hasGame, begun }: { readonly hasGame: boolean; readonly begun: () => void },
): void {
  const size = selectBox(
    Array.from({ length: 22 }, (_, n) => [String(n + 4), `${n + 4}×${n + 4}`] as const),
    '9',
  );
  const boxes = h('select', {});
  const shapes = () => {
    const n = Number(size.value);
    const all = Array.from({ length: n }, (_, w) => w + 1).filter(
      (width) => n % width === 0 && width > 1 && width < n,
    );
    const best = all.find((width) => width >= Math.sqrt(n));
    fill(
      boxes,
      ...all.map((width) =>
        h(
          'option',
          { value: `${width}x${n / width}`, selected: width === best },
          t('set.boxes.of', { width, height: n / width }),
        ),
      ),
      h('option', { value: 'regions' }, t('set.regions')),
      h('option', { value: 'none', selected: all.length === 0 }, t('set.none')),
    );
  };
  shapes();
  const edit = button({
    text: t('set.edit'),
    click: () => {
      dialog.close();
      app.attempt(app.set(null).then(begun));
    },
  });
  size.addEventListener('change', () => {
    shapes();
    // The clues have the size of their grid.
    edit.disabled = Number(size.value) !== app.play.layout.size;
  });
  const down = checkbox(t('set.down'), false);
  const up = checkbox(t('set.up'), false);
  const isOn = (label: HTMLLabelElement) => label.querySelector('input')!.checked;
  const rules = h('div', { class: 'ticks' });
  const alert = alertLine();
  void app.api.rules().then(
    (all) => {
      // Rules with an argument need cells. `rule-editor.ts` adds them.
      const further = all.filter(
        ({ id, argument }) => !argument && !id.startsWith('diagonal') && id !== 'x',
      );
      fill(
        rules,
        ...further.map(({ id, summary }) => {
          const text = engineText(`rule.${id}.summary`, summary);
          const label = checkbox(`${ruleName(id)}: ${text}`, false);
          label.querySelector('input')!.value = id;
          return label;
        }),
      );
    },
    (error) => showError(alert, error),
  );
  const start = async (map?: string) => {
    const diagonals = [isOn(down) && 'main', isOn(up) && 'anti'].filter(
      (one): one is 'main' | 'anti' => one !== false,
    );
    const chosen = [...rules.querySelectorAll('input')]
      .filter((box) => box.checked)
      .map((box) => box.value);
    const layout: LayoutRequest = {
      size: Number(size.value),
      ...(map ? { regions: map } : { box: boxes.value }),
      ...(diagonals.length ? { diagonals } : {}),
      ...(chosen.length ? { rules: chosen } : {}),
    };
    try {
      await app.set(layout);
      begun();
      dialog.close();
    } catch (error) {
      showError(alert, error);
    }
  };
  const form = h(
    'form',
    { class: 'form' },
    app.play.game.isTouched() && !app.play.isCreating && h('p', { class: 'help' }, t('set.keeps')),
    h('div', { class: 'pair' }, field(t('set.size'), size), field(t('set.boxes'), boxes)),
    h('div', { class: 'ticks' }, down, up),
    h('details', {}, h('summary', {}, t('set.rules')), rules),
    alert,
    h(
      'div',
      { class: 'actions end' },
      photoButton(app),
      hasGame && edit,
      button({ text: t('set.start'), class: 'main', type: 'submit', click: () => {} }),
    ),
  );
  const dialog = openDialog(t('set.title'), form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (boxes.value === 'regions') openRegions(app, Number(size.value), (map) => void start(map));
    else void start();
  });
}

// --- share ---

export function openShare(app: App): void {
  const link = h('input', { type: 'text', readOnly: true, class: 'mono' });
  const progress = checkbox(
    t('share.progress'),
    app.play.game.isTouched(),
    () => void refresh().catch(failed),
  );
  const format = h('select', {});
  const text = h('textarea', {
    rows: 6,
    readOnly: true,
    class: 'mono',
    'aria-label': t('share.as'),
  });
  const note = h('p', { class: 'help', 'aria-live': 'polite' });
  const failed = (error: unknown) => showError(note, error);
  const code = h('div', { class: 'qr-place' });
  const refresh = async () => {
    link.value = await app.storage.link(progress.querySelector('input')!.checked);
    const { qrDrawing } = await import('./export.ts');
    fill(
      code,
      qrDrawing(link.value, t('share.qr')) ?? h('p', { class: 'help' }, t('share.qr.long')),
    );
  };
  const picture = async (kind: 'svg' | 'png') => {
    const { gridPng, svgText } = await import('./export.ts');
    if (kind === 'svg') saveFile(new Blob([svgText()], { type: 'image/svg+xml' }), 'sudoku.svg');
    else {
      const blob = await gridPng(1800);
      if (blob) saveFile(blob, 'sudoku.png');
    }
  };
  const elsewhere = h('a', {
    class: 'btn',
    target: '_blank',
    rel: 'noopener noreferrer',
    hidden: true,
  });
  elsewhere.textContent = t('share.sudokupad');
  const current = app.current();
  void current
    .then((puzzle) => app.api.convert({ ...puzzleRequest(puzzle), to: 'sudokupad' }))
    .then(
      ({ text: address }) => {
        elsewhere.href = address.trim();
        elsewhere.hidden = !/^https:\/\/\S+$/.test(address.trim());
      },
      () => {},
    );
  const copy = (from: HTMLInputElement | HTMLTextAreaElement) => async () => {
    try {
      await navigator.clipboard.writeText(from.value);
      note.textContent = t('share.copied');
    } catch {
      from.select();
    }
  };
  const about = h('p', { class: 'help' });
  let describe = () => {};
  const convert = async () => {
    describe();
    const to = format.value as FormatName;
    const isLate = () => to !== format.value;
    try {
      const converted = await app.api.convert({ ...puzzleRequest(await current), to });
      if (isLate()) return;
      text.value = converted.text;
      note.textContent = converted.lost.length
        ? t('share.loses', {
            what: converted.lost.map((name) => engineText(`feature.${name}`, name)).join(', '),
          })
        : '';
    } catch (error) {
      if (isLate()) return;
      text.value = '';
      showError(note, error);
    }
  };
  const save = () => saveFile(text.value, `sudoku-${format.value}.txt`);
  openDialog(
    t('share.title'),
    h(
      'div',
      { class: 'form' },
      h('p', { class: 'share-name' }, app.title),
      field(t('share.link'), link),
      app.play.game.isTouched() && progress,
      h(
        'div',
        { class: 'actions end' },
        'share' in navigator &&
          button({
            text: t('share.send'),
            click: () =>
              void navigator.share({ url: link.value, title: t('app.name') }).catch(() => {}),
          }),
        button({ text: t('share.copy'), class: 'main', click: () => void copy(link)() }),
      ),
      h(
        'div',
        { class: 'share-more' },
        code,
        h(
          'div',
          { class: 'share-files' },
          button({ text: t('share.svg'), click: () => void picture('svg').catch(failed) }),
          button({ text: t('share.png'), click: () => void picture('png').catch(failed) }),
          button({
            text: t('print.file'),
            click: () => void savePuzzlePdf(app).catch(failed),
          }),
          elsewhere,
        ),
      ),
      field(t('share.as'), format),
      about,
      text,
      note,
      h(
        'div',
        { class: 'actions end' },
        button({ text: t('share.file'), click: save }),
        button({ text: t('share.copy.text'), click: () => void copy(text)() }),
      ),
    ),
  );
  void refresh().catch(failed);
  format.addEventListener('change', () => void convert());
  const list = (all: readonly Entry[]) => {
    fill(format, ...formatOptions(all));
    format.value = 'line';
    describe = () => {
      const entry = all.find(({ id }) => id === format.value);
      about.textContent = entry ? formatSummary(entry) : '';
    };
    void convert();
  };
  app.api.formats().then(list).catch(failed);
}

// --- settings ---

export function openSettings(app: App): void {
  const { settings } = app;
  const on = (name: keyof Settings & TextName) =>
    checkbox(t(`settings.${name}`), settings[name] as boolean, (value) =>
      app.change({ [name]: value }),
    );
  const themes: [Theme, DialogTextKey][] = [
    ['auto', 'settings.theme.auto'],
    ['light', 'settings.theme.light'],
    ['dark', 'settings.theme.dark'],
    ['contrast', 'settings.theme.contrast'],
  ];
  const theme = selectBox(
    themes.map(([value, key]) => [value, t(key)] as const),
    settings.theme,
    (value) => app.change({ theme: value as Theme }),
  );
  const digitSize = selectBox(
    (['small', 'normal', 'large'] as const).map(
      (value) => [value, t(`settings.digitSize.${value}`)] as const,
    ),
    settings.digitSize,
    (value) => app.change({ digitSize: value as DigitSize }),
  );
  const names = selectBox(
    [['auto', t('settings.language.auto')], ...Object.entries(LANGUAGES)],
    settings.language,
    async (value) => {
      if (await changeLanguage(app, value as Settings['language'])) return;
      // Only then it takes room.
      unstored.textContent = t('settings.language.unstored');
      names.closest('.pair')!.after(unstored);
      names.value = app.settings.language;
    },
  );
  const unstored = alertLine();
  for (const option of names.options) if (option.value in LANGUAGES) option.lang = option.value;
  const group = (title: DialogTextKey, ...content: Node[]) =>
    h('fieldset', {}, h('legend', {}, t(title)), ...content);
  const act = (text: DialogTextKey, run: () => void) =>
    button({ text: t(text), disabled: !app.play.isPlayable, click: () => (run(), dialog.close()) });
  const dialog = openDialog(
    t('settings.title'),
    h(
      'div',
      { class: 'form' },
      group(
        'settings.look',
        h(
          'div',
          { class: 'pair' },
          field(t('settings.theme'), theme),
          field(t('settings.digitSize'), digitSize),
          field(t('settings.language'), names),
        ),
        on('colorLabels'),
        on('leftHand'),
      ),
      group('settings.input', on('digitFirst')),
      group('settings.highlight', on('sameDigit'), on('peers')),
      group(
        'settings.candidates',
        checkbox(t('settings.autoAlways'), settings.autoAlways, (autoAlways) =>
          app.change({ autoAlways, autoCandidates: autoAlways }),
        ),
        on('autoRemove'),
      ),
      group('settings.conflicts', on('repeats'), on('check'), on('wrong')),
      group(
        'settings.timer',
        checkbox(t('settings.timer.run'), settings.timer, (timer) => app.change({ timer })),
        checkbox(t('settings.timer.hide'), settings.timerHidden, (timerHidden) =>
          app.change({ timerHidden }),
        ),
      ),
      group(
        'settings.keys',
        checkbox(t('settings.keys.anywhere'), settings.keysAnywhere, (keysAnywhere) =>
          app.change({ keysAnywhere }),
        ),
      ),
      h(
        'div',
        { class: 'actions' },
        act('settings.adopt', () => {
          app.play.edited(app.play.game.removeUnmarked());
          app.change({ autoCandidates: true });
        }),
        act('settings.colors', () => app.play.edited(app.play.game.clearColors())),
        act('settings.restart', () => askRestart(app)),
      ),
    ),
  );
}

/**
 * Stores the language. If it is another one, the page starts again with the same game. Returns
 * `false` without storage, where it would start in the same language.
 */
async function changeLanguage(app: App, chosen: Settings['language']): Promise<boolean> {
  const before = app.settings.language;
  app.change({ language: chosen });
  if (languageOf(chosen, navigator.languages) === language) return true;
  if (!saveSettings(app.settings)) {
    app.change({ language: before });
    return false;
  }
  await app.storage.saveNow();
  const { level } = app.hint.shown ?? {};
  keepForReload({ selected: app.play.selection.inOrder(), ...(level ? { level } : {}) });
  location.reload();
  return true;
}

type TextName =
  | 'colorLabels'
  | 'leftHand'
  | 'digitFirst'
  | 'sameDigit'
  | 'peers'
  | 'autoRemove'
  | 'repeats'
  | 'check'
  | 'wrong';

// --- help ---

export function openHelp(): void {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const rows: [keys: string, what: DialogTextKey][] = [
    ['← ↑ → ↓ · W A S D', 'help.move'],
    [t('help.extend.keys'), 'help.extend'],
    ['1 … 9', 'help.digit'],
    [t('help.corner.keys'), 'help.corner'],
    [t('help.center.keys'), 'help.center'],
    [t('help.color.keys'), 'help.color'],
    ['Z X C V', 'help.modes'],
    ['V · V', 'help.paint'],
    ['L', 'help.link'],
    ['N', 'help.pen'],
    [t('help.nextMode.keys'), 'help.nextMode'],
    [t('help.clear.keys'), 'help.clear'],
    [t('help.undo.keys'), 'help.undo'],
    [t('help.select.keys'), 'help.select'],
    [t('help.selectEqual.keys'), 'help.selectEqual'],
    ['H', 'help.hint'],
    ['F', 'help.fill'],
    ['G', 'help.filter'],
    ['G · G', 'help.pairs'],
    ['R', 'help.replay'],
    ['+ · -', 'help.zoom'],
    ['P', 'help.pause'],
    [t('help.solve.keys'), 'help.solve'],
    ['A … P', 'help.letters'],
    [t('help.alt.keys'), 'help.alt'],
    [t('help.paste.keys'), 'help.paste'],
  ];
  const words: [name: DialogTextKey, what: DialogTextKey][] = [
    ['mode.corner', 'help.word.corner'],
    ['mode.center', 'help.word.center'],
    ['pad.auto', 'help.word.auto'],
    ['pad.highlight', 'help.word.highlight'],
    ['analyze.candidates', 'help.word.true'],
  ];
  const keys = h(
    'dl',
    { class: 'keys' },
    ...rows.flatMap(([keys, what]) => [
      h('dt', {}, ...keys.split(' · ').flatMap((key, n) => [n > 0 ? ' ' : '', h('kbd', {}, key)])),
      h('dd', {}, t(what)),
    ]),
  );
  openDialog(
    t('help.title'),
    h('p', {}, t('help.rules')),
    isTouch && h('p', {}, t('help.touch')),
    h('h3', {}, t('help.words')),
    h(
      'dl',
      { class: 'keys' },
      ...words.flatMap(([name, what]) => [h('dt', {}, h('b', {}, t(name))), h('dd', {}, t(what))]),
    ),
    // Few phones have a keyboard.
    isTouch && h('details', {}, h('summary', {}, t('help.keys')), keys),
    !isTouch && h('h3', {}, t('help.keys')),
    !isTouch && keys,
    !isTouch && h('p', { class: 'quiet' }, t('help.pointer')),
    h('p', { class: 'quiet' }, t('help.marks')),
  );
}
