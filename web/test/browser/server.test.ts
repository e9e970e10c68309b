// The page as `ndoku serve` has it, with its own modules and with the engine of the server. NDOKU_BINARY names the command, which was built after the page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { digits, launch, open } from './setup.ts';

const BINARY = process.env.NDOKU_BINARY;

// Made by `ndoku generate`.
const EASY = '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';
const EASY_SOLVED =
  '198356274374928651526714389842593716931647825657182493465279138213865947789431562';

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
      const asked: string[] = [];
      page.on(
        'request',
        (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname),
      );
      await page.getByRole('button', { name: 'Hint', exact: true }).first().click();
      await page.getByRole('button', { name: 'Where?' }).click();
      await page.getByRole('button', { name: 'What and why?' }).click();
      await page.locator('.panel.hint .effect').waitFor();
      await page.getByRole('tab', { name: 'Analyze' }).click();
      await page.getByRole('button', { name: 'Show the solution' }).click();
      await page.getByText('The solution is shown.').first().waitFor();
      assert.equal(await digits(page), EASY_SOLVED);
      assert.deepEqual(
        [...new Set(asked)].sort(),
        engine === 'http' ? ['/v1/hint', '/v1/solve'] : [],
      );
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    },
  );
}
