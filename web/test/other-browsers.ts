// The page in Firefox and WebKit, by the WebDriver protocol: `npm run other-browsers`. A browser
// whose driver is not installed is skipped:
//
//   Firefox   geckodriver (`cargo install geckodriver`) and Firefox
//   WebKit    WebKitWebDriver (Debian: `webkit2gtk-driver`) and Xvfb, or a display
//
// `NDOKU_SHOTS=FOLDER` keeps a screenshot of each state.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EASY, FOUR } from './browser/puzzles.ts';
import { serve } from './browser/setup.ts';

const PATIENCE_MS = 60_000;
const SHOTS = process.env.NDOKU_SHOTS;

/** Keys without a character, by the codes of WebDriver. */
const KEYS = {
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Left: '\uE012',
  Right: '\uE014',
  Down: '\uE015',
} as const;

interface BrowserKind {
  readonly name: string;
  readonly driver: string;
  readonly port: (port: number) => string[];
  readonly capabilities: () => Record<string, unknown>;
}

/** Returns the small browser of WebKitGTK, which has no fixed path. */
function miniBrowser(): string {
  const root = '/usr/lib/x86_64-linux-gnu';
  const folders = existsSync(root) ? readdirSync(root) : [];
  const all = folders.filter((name) => name.startsWith('webkit2gtk'));
  return all.map((name) => join(root, name, 'MiniBrowser')).find(existsSync) ?? 'MiniBrowser';
}

const BROWSERS: readonly BrowserKind[] = [
  {
    name: 'Firefox',
    driver: 'geckodriver',
    port: (port) => ['--port', String(port)],
    capabilities: () => ({
      browserName: 'firefox',
      'moz:firefoxOptions': {
        args: ['-headless'],
        prefs: { 'intl.accept_languages': 'en-US, en' },
      },
    }),
  },
  {
    name: 'WebKit',
    driver: 'WebKitWebDriver',
    port: (port) => [`--port=${port}`],
    capabilities: () => ({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    }),
  },
];

/** Returns a free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A browser with a page. */
class Driver {
  private constructor(
    private readonly kind: BrowserKind,
    private readonly process: ChildProcess,
    private readonly session: string,
  ) {}

  static async start(kind: BrowserKind): Promise<Driver> {
    const port = await freePort();
    const env = { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' };
    const child = spawn(kind.driver, kind.port(port), { env, stdio: 'ignore' });
    const address = `http://127.0.0.1:${port}`;
    const body = { capabilities: { alwaysMatch: kind.capabilities() } };
    for (const end = Date.now() + PATIENCE_MS; ;) {
      try {
        const { sessionId } = (await call('POST', `${address}/session`, body)) as {
          sessionId: string;
        };
        return new Driver(kind, child, `${address}/session/${sessionId}`);
      } catch (error) {
        // The driver does not listen yet.
        if (Date.now() > end || !(error instanceof TypeError)) {
          child.kill();
          throw error;
        }
        await sleep(200);
      }
    }
  }

  async stop(): Promise<void> {
    await this.send('DELETE', '').catch(() => {});
    this.process.kill();
  }

  send(method: string, path: string, body?: unknown): Promise<unknown> {
    return call(method, this.session + path, body);
  }

  /** Opens an address and waits until the page is ready. */
  async open(url: string): Promise<void> {
    await this.send('POST', '/url', { url: 'about:blank' });
    await this.send('POST', '/url', { url });
    await this.until('return document.documentElement.hasAttribute("data-ready")');
  }

  /** Runs a script in the page and returns its value. */
  script<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.send('POST', '/execute/sync', { script, args }) as Promise<T>;
  }

  /** Waits until a script returns `true`. */
  async until(script: string, ...args: (string | number)[]): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      if (await this.script<boolean>(script, ...args)) return;
      if (Date.now() > end) {
        await this.shoot('failed');
        throw new Error(`${this.kind.name} waited in vain: ${script} ${args.join(' ')}`);
      }
    }
  }

  /** Clicks the visible element that an XPath finds, as soon as there is one. */
  async click(xpath: string): Promise<void> {
    const body = { using: 'xpath', value: xpath };
    const visible = async () => {
      const found = (await this.send('POST', '/elements', body)) as Record<string, string>[];
      for (const element of found) {
        const [id] = Object.values(element);
        if (await this.send('GET', `/element/${id}/displayed`)) return id;
      }
      return null;
    };
    let id = await visible();
    for (const end = Date.now() + PATIENCE_MS; !id && Date.now() < end; id = await visible())
      await sleep(50);
    if (!id) {
      await this.shoot('failed');
      throw new Error(`${this.kind.name} found nothing to click: ${xpath}`);
    }
    await this.send('POST', `/element/${id}/click`, {});
  }

  clickButton(name: string): Promise<void> {
    return this.click(`//button[normalize-space()="${name}" or @aria-label="${name}"]`);
  }

  clickCell(row: number, column: number): Promise<void> {
    return this.click(`(//*[@id="grid"]//*[@role="row"])[${row}]//*[@role="gridcell"][${column}]`);
  }

  /** Presses a key while others are held. */
  async press(key: string, ...held: string[]): Promise<void> {
    const down = (value: string) => ({ type: 'keyDown', value });
    const up = (value: string) => ({ type: 'keyUp', value });
    const actions = [...held.map(down), down(key), up(key), ...held.reverse().map(up)];
    await this.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Returns the digits in the labels of all cells, with `.` for a blank. */
  async digits(): Promise<string> {
    const labels = await this.script<string[]>(
      `return [...document.querySelectorAll('#grid [role=gridcell]')]
        .map((cell) => cell.getAttribute('aria-label'))`,
    );
    return labels.map((label) => /, (?:clue )?(\d+)(?=,|$)/.exec(label)?.[1] ?? '.').join('');
  }

  /** Waits until the label of a cell matches. */
  untilLabel(row: number, column: number, pattern: string): Promise<void> {
    return this.until(
      `return new RegExp(arguments[2]).test(document.querySelector('[role=row]:nth-child('
        + arguments[0] + ') [role=gridcell]:nth-child(' + arguments[1] + ')').getAttribute('aria-label'))`,
      row,
      column,
      pattern,
    );
  }

  /** Waits until the digits of the grid are these. */
  async untilDigits(wanted: RegExp): Promise<string> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      const digits = await this.digits();
      if (wanted.test(digits)) return digits;
      assert.ok(Date.now() < end, `${this.kind.name} shows ${digits}, not ${wanted}`);
    }
  }

  /** Waits until a text is somewhere in the page, for a reader or on the screen. */
  waitForText(pattern: string): Promise<void> {
    return this.until('return new RegExp(arguments[0]).test(document.body.textContent)', pattern);
  }

  async shoot(name: string): Promise<void> {
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    // WebKit shows what it painted last.
    await this.send('POST', '/execute/async', {
      script: 'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))',
      args: [],
    });
    const png = (await this.send('GET', '/screenshot')) as string;
    writeFileSync(join(SHOTS, `${this.kind.name}-${name}.png`), Buffer.from(png, 'base64'));
  }
}

/** Sends a command and returns its value. */
async function call(method: string, url: string, body?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const text = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...text });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message} (${method} ${url})`);
  return value;
}

/** Starts a display for browsers that need one. */
async function startDisplay(): Promise<ChildProcess | null> {
  if (process.env.DISPLAY || spawnSync('which', ['Xvfb']).status !== 0) return null;
  const display = `:${90 + (process.pid % 100)}`;
  const child = spawn('Xvfb', [display, '-screen', '0', '1280x960x24'], { stdio: 'ignore' });
  process.env.DISPLAY = display;
  await sleep(1_000);
  return child;
}

/** Solves a puzzle by keys, and takes everything back. */
async function playByKeys(page: Driver, at: (puzzle: string) => string): Promise<void> {
  await page.open(at(FOUR));
  assert.equal(await page.digits(), FOUR);
  await page.clickButton('Analysis');
  await page.clickButton('Show solution');
  await page.clickButton('Show it');
  const solution = await page.untilDigits(/^[1-4]{16}$/);
  await page.clickButton('Hide');
  await page.clickCell(1, 1);
  for (let cell = 0; cell < 16; cell++) {
    if (FOUR[cell] === '.') await page.press(solution[cell]);
    await page.press(KEYS.Right);
    if (cell % 4 === 3) await page.press(KEYS.Down);
  }
  await page.waitForText('Solved in');
  assert.equal(await page.digits(), solution);
  await page.shoot('finish');
}

/** Enters marks, follows a hint and looks at a path. */
async function askTheCoach(page: Driver, at: (puzzle: string) => string): Promise<void> {
  await page.open(at(EASY));
  await page.clickCell(1, 1);
  await page.press('1', KEYS.Shift);
  await page.press('8', KEYS.Control);
  await page.untilLabel(1, 1, 'corner 1.*center 8');
  await page.press('z', KEYS.Control);
  await page.press('z', KEYS.Control);
  await page.untilLabel(1, 1, 'empty$');
  const before = await page.digits();
  await page.clickButton('Hint');
  for (const level of [1, 2, 3, 4]) {
    await page.until(
      'return document.querySelectorAll(".hint .hint-progress .on").length >= arguments[0]',
      level,
    );
    if (level < 4) await page.click('//*[@data-key="more"]');
  }
  await page.shoot('hint');
  await page.click('//*[contains(@class,"hint")]//button[contains(@class,"main")]');
  // The step enters one digit.
  const after = await page.untilDigits(new RegExp(`^(?!${before.replaceAll('.', '\\.')}$)`));
  assert.equal([...after].filter((digit, at) => digit !== before[at]).length, 1);
}

/** Visits the other parts of the page. */
async function visitParts(page: Driver, url: string): Promise<void> {
  const parts = {
    home: 'Three puzzles a day',
    learn: 'Naked Pair',
    'learn/xy-wing': 'pincers',
    library: 'Library',
    stats: 'Statistics',
  };
  for (const [part, text] of Object.entries(parts)) {
    await page.open(`${url}#/${part}`);
    await page.until('return new RegExp(arguments[0]).test(document.body.innerText)', text);
    await page.shoot(part.replace('/', '-'));
  }
}

const display = await startDisplay();
test.after(() => display?.kill());
for (const kind of BROWSERS) {
  const isMissing = spawnSync('which', [kind.driver]).status !== 0;
  const skip = isMissing ? `${kind.driver} is not installed` : false;
  test(kind.name, { skip }, async (t) => {
    const { url, server } = await serve();
    const page = await Driver.start(kind);
    const at = (puzzle: string) => `${url}#p=${encodeURIComponent(puzzle)}`;
    try {
      await t.test('keys solve a puzzle', () => playByKeys(page, at));
      await t.test('marks, undo and hints', () => askTheCoach(page, at));
      await t.test('all parts open', () => visitParts(page, url));
      await t.test('without its server, the page plays and hints', async () => {
        await page.until(
          `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
            .then((all) => Promise.all(all.map((cache) => cache.keys())))
            .then((keys) => { window.isKept = keys.flat().some(({ url }) => /full.*\\.wasm$/.test(url)); });
          return window.isKept === true`,
        );
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
        await askTheCoach(page, at);
      });
    } finally {
      await page.stop();
      server.closeAllConnections();
      server.close();
    }
  });
}
