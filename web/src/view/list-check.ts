// The check of a list: how many solutions each of many lines has, and a file of the solutions.

import type { App } from '../app.ts';
import { solveLines } from '../engine/lines.ts';
import { errorText } from '../engine/problems.ts';
import { decimal } from '../i18n.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';
import type { DialogTextKey } from './dialog-texts.ts';
import { button, fill, h } from './dom.ts';
import { saveFile } from './save.ts';

/** The first character of an answer, and its words. */
const VERDICTS: Record<string, DialogTextKey> = {
  '=': 'check.unique',
  '+': 'check.multiple',
  '-': 'check.none',
  '?': 'check.unread',
};
/** Number of characters that are shown of a line without a puzzle. */
const MAX_SHOWN = 100;
/** Number of lines that are listed. */
const MAX_LISTED = 100;

const whole = (value: number): string =>
  Math.round(value).toLocaleString(document.documentElement.lang);

/**
 * Returns the lines that are neither empty nor a comment, and their numbers in the text. A line
 * that begins with a puzzle loses what follows, such as a rating.
 */
export function puzzleLines(text: string): { lines: string[]; numbers: number[] } {
  const lines: string[] = [];
  const numbers: number[] = [];
  text.split('\n').forEach((line, at) => {
    const kept = /^\s*([0-9._*]{81})(?![0-9._*])/.exec(line)?.[1] ?? line.trim();
    if (kept === '' || kept.startsWith('#')) return;
    lines.push(kept);
    numbers.push(at + 1);
  });
  return { lines, numbers };
}

/** Returns `true` for a text with at least two puzzles of 81 characters, if the engine runs here. */
export const canCheck = (app: App, text: string): boolean =>
  /^[ \t]*[0-9._*]{81}(?![0-9._*])[^]*^[ \t]*[0-9._*]{81}(?![0-9._*])/m.test(text) &&
  app.api.linesModule() !== null;

/** Opens the check of all lines of a text, and begins. Closing the dialog ends it. */
export function openListCheck(app: App, text: string): void {
  const { lines, numbers } = puzzleLines(text);
  const answers = new Array<string>(lines.length).fill('');
  const counts: Record<string, number> = { '=': 0, '+': 0, '-': 0, '?': 0 };
  const stop = new AbortController();
  const progress = h('progress', { class: 'bar', max: lines.length, value: 0 });
  const status = h('p', { role: 'status' });
  const table = h('dl', { class: 'check-counts' });
  const others = h('div');
  const save = button({
    text: t('check.save'),
    class: 'btn primary main',
    disabled: true,
    click: () => {
      saveFile(formatAnswers(lines, answers), 'solutions.txt');
      app.announce(t('check.saved'), 'good');
    },
  });
  const dialog = openDialog(
    t('check.title'),
    progress,
    status,
    table,
    others,
    h('div', { class: 'actions end' }, save),
  );
  dialog.addEventListener('close', () => stop.abort());
  let done = 0;
  const draw = () => {
    progress.value = done;
    status.textContent = t('check.running', { done: whole(done), count: whole(lines.length) });
    fill(
      table,
      ...Object.entries(VERDICTS).flatMap(([sign, key]) => [
        h('dt', {}, t(key)),
        h('dd', {}, whole(counts[sign])),
      ]),
    );
  };
  draw();
  void run();

  async function run(): Promise<void> {
    try {
      const module = await app.api.linesModule();
      if (!module || stop.signal.aborted) return;
      const start = performance.now();
      const take = (block: { first: number; answers: readonly string[] }) => {
        block.answers.forEach((answer, at) => {
          answers[block.first + at] = answer;
          counts[answer[0]]++;
        });
        done += block.answers.length;
        draw();
      };
      await solveLines(module, lines, take, stop.signal);
      const seconds = Math.max(performance.now() - start, 1) / 1000;
      status.textContent = t('check.done', {
        count: whole(lines.length),
        time: decimal(seconds),
        speed: whole(lines.length / seconds),
      });
      progress.hidden = true;
      save.disabled = counts['='] === 0;
      fill(others, ...listOthers());
    } catch (error) {
      if (stop.signal.aborted) return;
      status.textContent = errorText(error);
      // The other workers have nothing to do any more.
      stop.abort();
    }
  }

  /** Lists lines without exactly one solution. Each puzzle can be opened. */
  function listOthers(): Node[] {
    const found = answers.flatMap((answer, at) => (answer.startsWith('=') ? [] : [at]));
    if (found.length === 0) return [h('p', { class: 'quiet' }, t('check.all'))];
    const entry = (at: number) => {
      const text = `${t('check.line', { n: whole(numbers[at]) })}: ${t(VERDICTS[answers[at]])}`;
      const open = () => {
        dialog.close();
        app.attempt(app.read(lines[at]).then(([grid]) => app.open(grid, { keep: true })));
      };
      const isPuzzle = answers[at] !== '?';
      return h(
        'li',
        {},
        isPuzzle
          ? button({ text, class: 'entry', click: open })
          : h('span', {}, `${text}: `, h('code', {}, lines[at].slice(0, MAX_SHOWN))),
      );
    };
    return [
      h('h3', {}, t('check.others')),
      h('ul', { class: 'plain recent' }, ...found.slice(0, MAX_LISTED).map(entry)),
      ...(found.length > MAX_LISTED
        ? [h('p', { class: 'quiet' }, t('check.more', { count: found.length - MAX_LISTED }))]
        : []),
    ];
  }
}

/** Returns a line for each puzzle: its solution, or a status as in tables. */
function formatAnswers(lines: readonly string[], answers: readonly string[]): string {
  const words: Record<string, string> = { '+': 'multiple', '-': 'none', '?': 'invalid' };
  return lines
    .map((_, at) => (answers[at].startsWith('=') ? answers[at].slice(1) : words[answers[at]]))
    .map((answer) => `${answer}\n`)
    .join('');
}
