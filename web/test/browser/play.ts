// A browser and a server for the tests of a file, and short names for actions of a player.

import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { button } from './actions.ts';
import { launch, open, serve, nextFrame } from './setup.ts';

export {
  agree,
  button,
  closeDialog,
  menu,
  openTab,
  openTools,
  reveal,
  typedRule,
} from './actions.ts';

export let browser: Browser;
let server: Server;
export let url: string;
export let requests: string[];

before(async () => {
  ({ server, url, requests } = await serve());
  browser = await launch();
});

after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

export const at = (puzzle: string, more = '') => `${url}#p=${encodeURIComponent(puzzle)}${more}`;
/**
 * Runs a test in a new page. `prepare` runs before the page is loaded. Fails if the page wrote errors
 * to the console.
 */
export async function play(
  address: string,
  run: (page: Page) => Promise<void>,
  options = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await open(browser, address, options, prepare);
  try {
    await run(page);
    assert.deepEqual(page.consoleErrors, []);
  } finally {
    await page.context().close();
  }
}
/** Undoes all moves. The end of a game has no button for it. */
export const undo = async (page: Page) => {
  do {
    await page.keyboard.press('Control+z');
    await nextFrame(page);
  } while (await button(page, 'Undo').isEnabled());
};
