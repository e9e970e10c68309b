// Common parts of the browser tests: a server for the built page, Chromium, and actions of a
// player.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { callModule, instantiate } from '../../src/engine/module.ts';

const DIST = join(import.meta.dirname, '../../../dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The path of Chromium. The variable `CHROMIUM` overrides it. */
const CHROMIUM =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** A factor that slows the processor of the page down, to find tests that need a fast machine. */
const SLOWDOWN = Number(process.env.NDOKU_SLOW ?? 1);
/** A delay of frames, workers and responses, to find tests that do not wait for them. */
const DELAY_MS = Number(process.env.NDOKU_DELAY ?? (SLOWDOWN > 1 ? 50 * SLOWDOWN : 0));

/** Serves the built page on a free port. `NDOKU_PAGE` is the address of another server. */
export async function serve(): Promise<{ url: string; server: Server; requests: string[] }> {
  const served = process.env.NDOKU_PAGE;
  if (served) return { url: served, server: createServer(), requests: [] };
  assert.ok(existsSync(join(DIST, 'index.html')), 'build the page first: npm run build');
  const requests: string[] = [];
  // The module answers the methods of the server.
  const engine = await instantiate(
    await WebAssembly.compile(readFileSync(join(DIST, '../src/wasm/full.wasm'))),
  );
  const server = createServer((request, answer) => {
    const path = normalize(
      decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname),
    ).replace(/^\/app\//, '/');
    requests.push(path);
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { ok, json } = callModule(
          engine,
          path.replace('/v1/', ''),
          Buffer.concat(parts).toString(),
        );
        answer
          .writeHead(ok ? 200 : JSON.parse(json).status, {
            'content-type': ok ? 'application/json' : 'application/problem+json',
          })
          .end(json);
      });
      return;
    }
    const file = join(DIST, path.endsWith('/') ? `${path}index.html` : path);
    if (!file.startsWith(DIST) || !existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    const packed = `${file}.br`;
    const isPacked =
      /\bbr\b/.test(String(request.headers['accept-encoding'])) && existsSync(packed);
    const send = () =>
      answer
        .writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'text/plain',
          'cache-control': 'no-cache',
          ...(isPacked ? { 'content-encoding': 'br' } : {}),
        })
        .end(readFileSync(isPacked ? packed : file));
    setTimeout(send, DELAY_MS);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/`,
    server,
    requests,
  };
}

export function launch(more: string[] = []): Promise<Browser> {
  assert.ok(CHROMIUM, 'Chromium is not installed; set CHROMIUM to its path');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...more],
  });
}

/** Delays frames and requests to workers, as on a busy machine. Runs in the page. */
function delay(ms: number): void {
  const draw = requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    setTimeout(() => draw(callback), ms);
    return 1;
  };
  const post = Worker.prototype.postMessage as (...sent: unknown[]) => void;
  Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
    setTimeout(() => post.apply(this, sent), ms);
  };
}

/** Opens a page and waits until it is ready. `prepare` runs before the page is loaded. */
export async function open(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page & { consoleErrors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, ...options });
  if (DELAY_MS > 0) await context.addInitScript(delay, DELAY_MS);
  const page = (await context.newPage()) as Page & { consoleErrors: string[] };
  await prepare?.(page);
  page.consoleErrors = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      page.consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => page.consoleErrors.push(String(error)));
  page.setDefaultTimeout(20_000 * SLOWDOWN);
  if (SLOWDOWN > 1)
    await (
      await context.newCDPSession(page)
    ).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(url);
  await ready(page);
  return page;
}

export const ready = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-ready]', { state: 'attached' });

/** Returns the label of a cell, by row and column from 1. */
export async function cell(page: Page, row: number, column: number): Promise<string> {
  return (
    (await page
      .locator(`[role=row]:nth-child(${row}) [role=gridcell]:nth-child(${column})`)
      .getAttribute('aria-label')) ?? ''
  );
}

/** Returns the digits in the labels of all cells, with `.` for a blank. */
export async function digits(page: Page): Promise<string> {
  const labels = await page
    .locator('#grid [role=gridcell]')
    .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label') ?? ''));
  return labels
    .map((label) => {
      const [, , ...rest] = label.split(', ');
      const first =
        label.includes('box') || label.includes('region') ? rest[0] : label.split(', ')[1];
      return first === undefined || first === 'empty' ? '.' : first.replace('clue ', '');
    })
    .join('');
}

/** Clicks the middle of a cell. */
export async function press(
  page: Page,
  row: number,
  column: number,
  keys: ('Control' | 'Shift')[] = [],
): Promise<void> {
  const board = page.locator('#grid');
  const box = (await board.boundingBox())!;
  const size = Number(await board.getAttribute('data-size'));
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.click(
    box.x + ((column - 0.5) / size) * box.width,
    box.y + ((row - 0.5) / size) * box.height,
  );
  for (const key of keys) await page.keyboard.up(key);
}

/** Pastes a text, as Ctrl+V does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Waits until the page is rendered. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Returns the last announcement for screen readers. */
export const announced = (page: Page): Promise<string | null> =>
  page.locator('.heard[role=status]').textContent();

export async function waitAnnounced(page: Page, text: RegExp): Promise<void> {
  const from = { source: text.source, flags: text.flags };
  await page.waitForFunction(
    ({ source, flags }) =>
      new RegExp(source, flags).test(
        document.querySelector('.heard[role=status]')?.textContent ?? '',
      ),
    from,
  );
}
