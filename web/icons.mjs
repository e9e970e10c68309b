// Draws the icons of the installed page from `public/icon.svg`: `node icons.mjs`. They are
// committed, because they rarely change.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('public/', import.meta.url);
const icon = readFileSync(new URL('icon.svg', folder), 'utf8');
/** Without rounded corners, because the system cuts its own shape. */
const full = icon.replace(/ rx="\d+"/, '');
/** Like `full`, but smaller, because the system may cut off a tenth of each side. */
const maskable = full.replace(
  /(<rect[^>]*>)(.*)(<\/svg>)/,
  '$1<g transform="translate(48 48)scale(.84)translate(-48 -48)">$2</g>$3',
);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
for (const [name, size, svg] of [
  ['apple-touch-icon', 180, full],
  ['icon-192', 192, icon],
  ['icon-512', 512, icon],
  ['icon-maskable-512', 512, maskable],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html, body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
  );
  writeFileSync(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
