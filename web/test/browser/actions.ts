// Actions of a player that several files of tests share.

import type { Locator, Page } from 'playwright-core';

/** Opens a tab of the coach. At rest, its buttons open the tabs. */
export async function openTab(page: Page, name: 'Hint' | 'Path' | 'Analysis'): Promise<void> {
  const tab = page.getByRole('tab', { name });
  if (await tab.isVisible()) return tab.click();
  if (name === 'Hint') return page.locator('.rest-c .coach-b').click();
  await page.locator('.rest-c .cfoot').getByRole('button', { name, exact: true }).click();
}

/** What has a button in the bar instead of an entry in the menu, where there is a bar. */
const IN_BAR: Record<string, string> = {
  create: 'set',
  all: 'library',
  techniques: 'learn',
  'share-this': 'share',
  'print-this': 'print',
  change: 'settings',
  keys: 'help',
};
const TOOLS = [
  ...['auto', 'filter', 'several', 'paint', 'link', 'pen', 'pairs'],
  ...['clear-colors', 'clear-pen'],
];

/** Opens the further tools. */
export async function openTools(page: Page): Promise<void> {
  const more = page.locator('.assist-more');
  if (await more.isVisible()) return more.click();
  await page.locator('[data-menu=menu]').click();
  await page.locator('dialog [data-menu=tools]').click();
}

/** Chooses an entry of the menu, of the further tools or of the bar. */
export async function menu(page: Page, name: string): Promise<void> {
  const inBar = page.locator(`.top [data-menu=${IN_BAR[name] ?? 'none'}]`);
  if (await inBar.isVisible()) return inBar.click();
  if (TOOLS.includes(name)) await openTools(page);
  else await page.locator('[data-menu=menu]').click();
  await page.locator(`dialog [data-menu=${name}]`).click();
}

/** Closes the open dialog, and waits until the browser has left its step of the history. */
export async function closeDialog(page: Page): Promise<void> {
  const hasLeft = page.evaluate(
    () => new Promise<void>((done) => addEventListener('popstate', () => done(), { once: true })),
  );
  await page.keyboard.press('Escape');
  await hasLeft;
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Reveals a hint up to a level. */
export async function reveal(page: Page, level: number): Promise<void> {
  const shown = () => page.locator('.hint .hint-progress .on').count();
  if ((await shown()) === 0) await page.locator('.coach-b.main:visible').click();
  await page.locator('.hint .hint-progress').waitFor({ state: 'attached' });
  while ((await shown()) < level) {
    const before = await shown();
    await page.locator('.hint [data-key=more]').click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('.hint .hint-progress .on').length > count,
      before,
    );
  }
}

/** Clicks a button of the analysis that asks first, and agrees. */
export async function agree(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.locator('dialog [data-go]').click();
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Shows the field for a rule in words while a puzzle is created, and returns it. */
export async function typedRule(page: Page): Promise<Locator> {
  const typed = page.locator('.rule-typed');
  if (!(await typed.getAttribute('open').then((open) => open !== null)))
    await typed.locator('summary').click();
  return typed.locator('input');
}
