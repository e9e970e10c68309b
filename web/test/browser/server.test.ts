// The page of `ndoku serve`, with its own modules and with the engine of the server. NDOKU_BINARY
// is the path of the command, which was built after the page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { agree, openTab, reveal } from './actions.ts';
import { EASY, EASY_SOLVED } from './puzzles.ts';
import { digits, launch, open } from './setup.ts';

const BINARY = process.env.NDOKU_BINARY;

let server: ChildProcess;
let browser: Browser;
let url: string;

before(async () => {
  if (!BINARY) return;
  server = spawn(BINARY, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = await once(server.stdout!, 'data');
  url = String(first).trim();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  if (server?.kill('SIGINT')) await once(server, 'exit');
});

for (const engine of ['wasm', 'http']) {
  test(
    `served by ndoku, with the engine ${engine}`,
    { skip: !BINARY && 'NDOKU_BINARY is not set' },
    async () => {
      const page = await open(
        browser,
        `${url}${engine === 'http' ? '?engine=http' : ''}#p=${EASY}`,
      );
      const requested: string[] = [];
      page.on(
        'request',
        (request) => request.method() === 'POST' && requested.push(new URL(request.url()).pathname),
      );
      await reveal(page, 4);
      await page.locator('.hint .effect').waitFor();
      await openTab(page, 'Analysis');
      await agree(page, 'Show solution');
      await page.getByText('The grid shows the solution.').first().waitFor();
      assert.equal(await digits(page), EASY_SOLVED);
      // The title needs a rating, which may have been requested earlier.
      const asked = new Set(requested.filter((path) => path !== '/v1/rate'));
      assert.deepEqual([...asked].sort(), engine === 'http' ? ['/v1/hint', '/v1/solve'] : []);
      assert.deepEqual(page.consoleErrors, []);
      await page.context().close();
    },
  );
}
