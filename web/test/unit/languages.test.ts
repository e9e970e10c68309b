// The languages: complete tables with the same placeholders, plurals, names of the engine, and no
// English text in the code of the page.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import ts from 'typescript';
import { Api } from '../../src/engine/api.ts';
import type { Entry, Step } from '../../src/engine/api.ts';
import { EngineError } from '../../src/engine/engine.ts';
import { callModule, instantiate } from '../../src/engine/module.ts';
import { houseName, ruleName } from '../../src/engine/names.ts';
import { errorText } from '../../src/engine/problems.ts';
import { decimal, languageOf, LANGUAGES, loadTexts, setLanguage, t } from '../../src/i18n.ts';
import type { Texts } from '../../src/i18n.ts';
import { withTexts } from '../../src/model/handbook.ts';
import type { HandbookSource } from '../../src/model/handbook.ts';
import { placeNames } from '../../src/model/hint-view.ts';
import { plainLayout } from '../../src/model/layout.ts';
import { settingsFrom } from '../../src/model/settings.ts';
import { de, deNames, deRules } from '../../src/texts/de.ts';
import { deDialogs, deEntries } from '../../src/texts/de-dialogs.ts';
import { deParts } from '../../src/texts/de-parts.ts';
import { en } from '../../src/texts/en.ts';
import { enDialogs } from '../../src/texts/en-dialogs.ts';
import { enParts } from '../../src/texts/en-parts.ts';
import { es, esNames, esRules } from '../../src/texts/es.ts';
import { esDialogs, esEntries } from '../../src/texts/es-dialogs.ts';
import { esParts } from '../../src/texts/es-parts.ts';

const WEB = join(import.meta.dirname, '../../..');
const SOURCES = join(WEB, 'src');
const TESTDATA = join(WEB, '../crates/ndoku-api/testdata');

afterEach(() => setLanguage('en'));

const TABLES: [name: string, english: Texts, others: Record<string, Texts>][] = [
  ['page', en, { de, es }],
  ['dialogs', enDialogs, { de: deDialogs, es: esDialogs }],
  ['parts', enParts, { de: deParts, es: esParts }],
];

/** Returns the placeholders of a text, sorted: `{count}`, and `{count,}` for a number with a noun. */
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)(,[^}]*)?\}/g)]
    .map(([, name, noun]) => `{${name}${noun ? ',' : ''}}`)
    .sort();

for (const [name, english, others] of TABLES)
  for (const [language, texts] of Object.entries(others))
    test(`${language}: the texts of the ${name} are complete`, () => {
      assert.deepEqual(Object.keys(texts), Object.keys(english), 'the same keys in the same order');
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(text.trim(), `${key} is empty`);
        assert.deepEqual(placeholders(text), placeholders(english[key]), key);
        // A brace that is no placeholder would be visible.
        assert.doesNotMatch(text.replace(/\{\w+(?:, [^,{}]+, [^,{}]+)?\}/g, ''), /[{}]/, key);
      }
    });

test('the first sentence of a message has at most eight words', () => {
  const SHOWN = /^(open|message|read)\.(?!rule)|^hint\.(multiple\.stuck|deadEnd|none|wrong)/;
  // These invite to go on, and stand on two lines.
  const INVITING = /^message\.(filter|zoom)/;
  for (const [language, table] of Object.entries({ en, de, es }))
    for (const [key, text] of Object.entries(table)) {
      if (!SHOWN.test(key) || INVITING.test(key)) continue;
      const plain = text.replace(/\{\w+, [^}]+\}/g, '2 things').replace(/\{\w+\}/g, 'x');
      const [first] = /^.+?[.!?](?= |$)|^.+/.exec(plain) ?? [''];
      assert.ok(first.split(' ').length <= 8, `${language}, ${key}: ${first}`);
    }
});

test('things have one name in each language', () => {
  const OTHERS: Record<string, RegExp> = {
    en: /clear the pen|the pen$|has its own/i,
    de: /replay|art der eingabe|in der art|drück(e|st)|stift löschen|ohne verbindung/i,
    es: /dígito|\bcian\b|\brepetir\b|el lápiz$|casi cerrad|tiene el suyo/i,
  };
  const ALL = {
    en: [en, enDialogs, enParts],
    de: [de, deDialogs, deParts, deNames],
    es: [es, esDialogs, esParts, esNames],
  };
  for (const [language, tables] of Object.entries(ALL))
    for (const table of tables)
      for (const [key, text] of Object.entries(table))
        assert.doesNotMatch(text, OTHERS[language], `${language}: ${key}`);
});

test('the sign for more has a space before it in German only', () => {
  for (const table of [en, enDialogs, enParts, es, esDialogs, esParts])
    assert.doesNotMatch(Object.values(table).join('\n'), / …$/m);
  for (const table of [de, deDialogs, deParts])
    assert.doesNotMatch(Object.values(table).join('\n'), /[^ ]…$/m);
});

test('a name of any gender fits into the sentences of the page', () => {
  // “Nackter Dreier” cannot be inflected, and Spanish would merge “de el”.
  for (const [key, text] of Object.entries({ ...de, ...deDialogs, ...deParts }))
    assert.doesNotMatch(text, /\b(mit|für|ein|eine|einen) \{name\}/, key);
  for (const [key, text] of Object.entries({ ...es, ...esDialogs, ...esParts }))
    assert.doesNotMatch(text, /\b(de|a) \{houses?\}/, key);
});

test('the help of the pointer has the same sentences in all languages', () => {
  for (const texts of [deDialogs, esDialogs])
    assert.equal(
      texts['help.pointer'].match(/[.](?= |$)/g)?.length,
      enDialogs['help.pointer'].match(/[.](?= |$)/g)?.length,
    );
});

test('both languages name the same houses, rules, formats and problems', () => {
  assert.deepEqual(Object.keys(esNames), Object.keys(deNames));
  assert.deepEqual(Object.keys(esRules), Object.keys(deRules));
  assert.deepEqual(Object.keys(esEntries), Object.keys(deEntries));
});

test('all families of techniques have a name', () => {
  const pages = JSON.parse(readFileSync(join(TESTDATA, 'handbook.json'), 'utf8'));
  const families = new Set((pages as HandbookSource[]).map(({ family }) => `family.${family}`));
  const named = Object.keys(deNames).filter((key) => key.startsWith('family.'));
  assert.deepEqual(named.sort(), [...families].sort());
});

test('the techniques of the first page have the names of the handbook', () => {
  const tables = { en: enParts, de: deParts, es: esParts } as const;
  for (const [language, texts] of Object.entries(tables)) {
    const file = join(TESTDATA, `handbook${language === 'en' ? '' : `.${language}`}.json`);
    const pages = JSON.parse(readFileSync(file, 'utf8'));
    const nameOf = (id: string): string =>
      language === 'en'
        ? pages.find((page: HandbookSource) => page.id === id).name
        : pages[id].name;
    for (const [key, name] of Object.entries(texts)) {
      const [, id] = /^technique\.(.*)$/.exec(key) ?? [];
      if (id) assert.equal(name, nameOf(id), `${language}: ${id}`);
    }
  }
});

/** Lines that a rule draws under a name of their own. */
const LINES = new Set(['rule.dutch-whisper']);

const FULL = join(SOURCES, 'wasm/full.wasm');

test(
  'all rules and formats of the engine have texts',
  { skip: existsSync(FULL) ? false : 'not built' },
  async () => {
    const engine = await instantiate(await WebAssembly.compile(readFileSync(FULL)));
    const list = (method: 'rules' | 'formats'): Entry[] =>
      JSON.parse(callModule(engine, method, '{}').json)[method];
    const rules = list('rules');
    assert.deepEqual(
      Object.keys(deRules).filter((key) => !LINES.has(key)),
      rules.map(({ id }) => `rule.${id}`),
    );
    const ruleKeys = rules.flatMap(({ id, argument }) => [
      `rule.${id}.summary`,
      ...(argument ? [`rule.${id}.argument`] : []),
    ]);
    const entries = Object.keys(deEntries);
    assert.deepEqual(
      entries.filter((key) => key.startsWith('rule.')),
      ruleKeys,
    );
    assert.deepEqual(
      entries.filter((key) => key.startsWith('format.')).sort(),
      list('formats')
        .map(({ id }) => `format.${id}`)
        .sort(),
    );
  },
);

test('the language is the chosen one, or else the first known one of the browser', () => {
  assert.equal(languageOf('auto', ['de-AT', 'en']), 'de');
  assert.equal(languageOf('auto', ['fr-FR', 'es-MX', 'de']), 'es');
  assert.equal(languageOf('auto', ['fr', 'ja']), 'en');
  assert.equal(languageOf('auto', []), 'en');
  assert.equal(languageOf('es', ['de']), 'es');
  for (const language of Object.keys(LANGUAGES))
    assert.equal(settingsFrom({ language }).language, language);
  assert.equal(settingsFrom({ language: 'fr' }).language, 'auto');
  assert.equal(settingsFrom({}).language, 'auto');
});

test('numbers have singular and plural, and a comma where the language wants it', async () => {
  const said = async (language: keyof typeof LANGUAGES) => {
    await setLanguage(language);
    return [0, 1, 2].map((count) => t('hint.used', { count }));
  };
  assert.deepEqual(await said('en'), ['0 hints used', '1 hint used', '2 hints used']);
  assert.equal(decimal(4), '4.0');
  assert.deepEqual(await said('de'), ['0 Tipps genutzt', '1 Tipp genutzt', '2 Tipps genutzt']);
  assert.equal(decimal(4.2), '4,2');
  assert.deepEqual(await said('es'), ['0 pistas usadas', '1 pista usada', '2 pistas usadas']);
  assert.equal(decimal(7.5), '7,5');
});

const LAYOUT = plainLayout(9, 3, 3);

/** A step in row 2 and box 1, as the engine describes it. */
const STEP = {
  placements: [],
  eliminations: [{ cell: 0, digit: 1 }],
  marks: ['row 2', 'box 1'].map((house) => ({ kind: 'house', house, role: 'base', cells: [0] })),
} as unknown as Step;

test('names of houses and rules are in the language', async () => {
  assert.deepEqual(placeNames(LAYOUT, STEP), ['row 2', 'box 1']);
  assert.equal(ruleName('anti-knight'), 'Anti-knight');
  assert.equal(ruleName('xv-negative'), 'Negative XV');
  assert.equal(ruleName('disjoint-groups'), 'Disjoint groups');
  assert.equal(ruleName('thermo'), 'Thermometer');
  assert.equal(ruleName('killer=9: r1c1 r1c2'), 'Killer');
  assert.equal(ruleName('whisper 5'), 'Whispers 5');
  assert.equal(ruleName('difference 1'), 'White dot 1');
  await setLanguage('de');
  assert.deepEqual(placeNames(LAYOUT, STEP), ['Zeile 2', 'Box 1']);
  assert.deepEqual(placeNames(LAYOUT, { ...STEP, marks: [] }), ['Box 1']);
  assert.equal(houseName('main diagonal'), 'die Hauptdiagonale');
  assert.equal(houseName('disjoint group 3'), 'Gruppe 3');
  assert.equal(houseName('asterisk'), 'die Sternzellen');
  assert.equal(houseName('extra house 1'), 'Zusatzeinheit 1');
  assert.equal(houseName('my own house'), 'my own house', 'players name houses');
  assert.equal(ruleName('killer=9: r1c1 r1c2'), 'Killer');
  assert.equal(ruleName('anti-knight'), 'Anti-Springer');
  assert.equal(ruleName('arrow'), 'Pfeil');
  assert.equal(ruleName('killer 9'), 'Killer 9');
  await setLanguage('es');
  assert.deepEqual(placeNames(LAYOUT, STEP), ['la fila 2', 'la caja 1']);
  assert.equal(houseName('extra house 2'), 'la unidad adicional 2');
});

test('an error of the engine begins with its kind', async () => {
  const title = 'The puzzle cannot be read';
  const error = new EngineError({ type: 'urn:ndoku:unreadable', title, detail: 'no `digits`' });
  assert.equal(errorText(error), 'The puzzle cannot be read (no “digits”).');
  await setLanguage('de');
  assert.equal(errorText(error), 'Das Rätsel ist nicht lesbar (no “digits”).');
  assert.equal(errorText(new Error('broken')), 'broken');
  assert.equal(new EngineError({}).message, 'Etwas ist schiefgegangen.');
});

test('the handbook of a language is laid over the English one', async () => {
  const page = {
    id: 'x-wing',
    name: 'X-Wing',
    family: 'Fish',
    summary: 'one',
    text: ['two'],
    examples: [{ grid: '', gone: '', step: { text: 'why' } }],
    nearMisses: [
      { grid: '', gone: '', why: 'three' },
      { grid: '', gone: '', why: 'four' },
    ],
  } as unknown as HandbookSource;
  const other = { ...page, id: 'naked-pair', name: 'Naked Pair' };
  await setLanguage('de');
  const texts = {
    name: 'X-Flügel',
    summary: 'eins',
    text: ['zwei'],
    examples: ['warum'],
    nearMisses: ['drei'],
  };
  const [first, second] = withTexts([page, other], { 'x-wing': texts });
  assert.deepEqual(
    [first.name, first.english, first.family, first.summary, first.text],
    ['X-Flügel', 'X-Wing', 'Fische', 'eins', ['zwei']],
  );
  assert.deepEqual(
    first.nearMisses.map(({ why }) => why),
    ['drei', 'four'],
  );
  assert.deepEqual([first.examples[0].step.text, second.examples[0].step.text], ['warum', 'why']);
  assert.deepEqual(
    [second.name, second.english, second.summary],
    ['Naked Pair', 'Naked Pair', 'one'],
  );
});

test('requests for explanations name the language, unless it is English', async () => {
  const sent: object[] = [];
  const api = new Api({
    call: async (_, request) => {
      sent.push(request);
      return {};
    },
  });
  const puzzle = { puzzle: '1.....2..3.....4' };
  await api.hint(puzzle);
  assert.deepEqual(sent.splice(0), [puzzle]);
  await setLanguage('es');
  await api.path(puzzle);
  assert.deepEqual(sent.splice(0), [{ ...puzzle, language: 'es' }]);
  await api.solve(puzzle);
  assert.deepEqual(sent, [puzzle]);
});

test('texts of a part are English until they are loaded', async () => {
  await setLanguage('de');
  const { t: ofDialogs } = await import('../../src/view/dialog-texts.ts');
  const { t: ofParts } = await import('../../src/view/part-texts.ts');
  assert.equal(ofDialogs('settings.title'), 'Settings');
  assert.equal(ofDialogs('menu.settings'), 'Einstellungen');
  await Promise.all([loadTexts('dialogs'), loadTexts('parts')]);
  assert.equal(ofDialogs('settings.title'), 'Einstellungen');
  assert.equal(ofParts('learn.title'), 'Techniken');
  await setLanguage('en');
  assert.equal(ofDialogs('settings.title'), 'Settings');
});

// --- English texts in the code ---

/** The first visible argument of a function, and the one after the last. */
const SHOWN_ARGUMENTS: Record<string, [from: number, to: number]> = {
  h: [2, Infinity],
  s: [2, Infinity],
  fill: [1, Infinity],
  checkbox: [0, 1],
  field: [0, 1],
  openDialog: [0, 1],
  stat: [0, 2],
  '.append': [0, Infinity],
  '.announce': [0, 1],
  '.announceQuietly': [0, 1],
};
/** Properties and attributes whose value is visible or spoken. */
const SHOWN = /^(text|title|label|placeholder|alt|textContent|innerText|innerHTML|aria-label)$/;
/** Names and signs that are the same in every language. */
const ALWAYS = /ndoku|sudoku|png|svg/gi;

/** Returns the literal texts of a file that a reader sees, each with its line. */
function englishIn(name: string, code: string): string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    if (isText && isEnglish(node.text, isShown(node))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${name}:${line + 1} ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A visible text has a word. Elsewhere, only a sentence or a heading counts. */
function isEnglish(text: string, isVisible: boolean): boolean {
  const plain = text.replace(ALWAYS, '');
  if (isVisible) return /\p{L}{2}/u.test(plain);
  return /^[A-Z][a-z]+ [a-z]+/.test(plain) || /^[A-Z]?[a-z]+( [a-z]+)+[.?!…]$/.test(plain);
}

/** Returns `true` if the value of an expression reaches the reader. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isPropertyAssignment(parent))
    return parent.initializer === node && SHOWN.test(parent.name.getText().replace(/'/g, ''));
  if (ts.isCallExpression(parent)) {
    const { expression: called, arguments: all } = parent;
    const name = called.getText().replace(/^.*(?=\.)/s, '');
    const at = all.indexOf(node as ts.Expression);
    if (at < 0) return ['.join', '.filter', '.trim'].includes(name) && isShown(parent);
    if (name === '.setAttribute') return at === 1 && SHOWN.test(all[0].getText().replace(/'/g, ''));
    const [from, to] = SHOWN_ARGUMENTS[name] ?? [0, 0];
    return at >= from && at < to;
  }
  if (ts.isBinaryExpression(parent)) {
    const { left, operatorToken, right } = parent;
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken)
      return right === node && ts.isPropertyAccessExpression(left) && SHOWN.test(left.name.text);
    const passes = ['+', '??', '||', '&&'].includes(operatorToken.getText());
    return passes && isShown(parent);
  }
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  const passesOn =
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isPropertyAccessExpression(parent);
  return passesOn && isShown(parent);
}

test('the scan finds English texts, and nothing else', () => {
  const findings = (code: string) => englishIn('x', code).map((line) => line.replace(/^\S+ /, ''));
  assert.deepEqual(findings("h('p', { class: 'quiet small' }, 'hello')"), ['hello']);
  assert.deepEqual(findings("button({ text: on ? 'Stop' : t('a.b') })"), ['Stop']);
  assert.deepEqual(findings('app.announce(`${n} cells`)'), [' cells']);
  assert.deepEqual(findings("note.textContent = ['Copied', x].join(' ')"), ['Copied']);
  assert.deepEqual(findings("const hint = 'Try the other one.'"), ['Try the other one.']);
  assert.deepEqual(findings("e.setAttribute('aria-label', 'Close')"), ['Close']);
  assert.deepEqual(findings("h('p', { class: 'a b' }, t('menu.home'), `${n}×${n}`, ' · ')"), []);
  assert.deepEqual(findings("document.querySelector('button.main, .btn')"), []);
});

test('texts of the page are in the tables', () => {
  const folders = ['view', 'controllers'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder)).map((name) => `${folder}/${name}`),
  );
  const found = ['app.ts', 'main.ts', ...folders].flatMap((name) =>
    englishIn(name, readFileSync(join(SOURCES, name), 'utf8')),
  );
  assert.deepEqual(found, []);
});

test('the first document shows no English', () => {
  const html = readFileSync(join(WEB, 'index.html'), 'utf8');
  const shown = html.replace(/<noscript>.*<\/noscript>|<head>.*<\/head>/gs, '');
  const words = shown.replace(/<[^>]*>/g, '').replace(ALWAYS, '');
  assert.doesNotMatch(words, /\p{L}/u);
  assert.match(html, /<title>ndoku: Sudoku<\/title>/);
});
