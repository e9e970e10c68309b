// Starts the page: chooses the engine and opens the puzzle of the address, or the latest game. A
// first visit shows the first page, with a puzzle that is ready.

import { App } from './app.ts';
import { changeOfAddress } from './controllers/storage.ts';
import { Api } from './engine/api.ts';
import type { Grid } from './engine/api.ts';
import type { Engine } from './engine/engine.ts';
import { HttpEngine } from './engine/http.ts';
import { errorText, readError } from './engine/problems.ts';
import { WasmEngine } from './engine/wasm.ts';
import core from './wasm/core.wasm?url';
import full from './wasm/full.wasm?url';
import { language, languageOf, setLanguage, t } from './i18n.ts';
import { MAX_SIZE } from './model/layout.ts';
import { plainGrid } from './model/puzzle.ts';
import { fromFragment, keyOf, partOf } from './model/share.ts';
import type { Shared } from './model/share.ts';
import {
  findGame,
  games,
  lastChange,
  loadSettings,
  onStoredElsewhere,
  takeReload,
} from './store.ts';
import { steps } from './steps.ts';
import { Page } from './view/page.ts';
import './style/tokens.css';
import './style/controls.css';
import './style/play.css';
import './style/pad.css';
import './style/coach.css';
import './style/grid.css';
import './style/windows.css';
import './style/narrow.css';
import './style/print.css';

/** The first puzzle of a new player. ndoku generated it. */
const FIRST_PUZZLE =
  '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';

/** Chooses the engine. `?engine=http` is that of the page's server. The policy allows no other. */
function chooseEngine(): Engine {
  if (new URLSearchParams(location.search).get('engine') === 'http')
    return new HttpEngine(new URL('v1/', document.baseURI));
  return new WasmEngine(new URL(core, document.baseURI), new URL(full, document.baseURI));
}

/** Registers the service worker. Without it, the page needs a connection. */
function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
}

/** Prefers the stored state of a game to an earlier one in an address that the page wrote. */
function withLatest(shared: Shared): Shared {
  const change = changeOfAddress(history.state);
  const stored = findGame(keyOf(shared.puzzle, shared.layout));
  const isLater = change !== null && stored !== undefined && lastChange(stored) > change;
  return isLater && !shared.isCreating ? { ...shared, state: stored.state || null } : shared;
}

async function start(): Promise<void> {
  // The engine is fetched at the same time.
  const engine = chooseEngine();
  await setLanguage(languageOf(loadSettings().language, navigator.languages));
  document.documentElement.lang = language;
  const api = new Api(engine);
  const root = document.querySelector<HTMLElement>('#page')!;
  const wanted = fromFragment(location.hash);
  const [, last] = games()[0] ?? [];
  const candidates: Shared[] = [];
  if (wanted) candidates.push(withLatest(wanted));
  if (last && !wanted)
    candidates.push({ puzzle: last.text, layout: last.layout, state: last.state || null });
  candidates.push({ puzzle: FIRST_PUZZLE, layout: {}, state: null });
  const isNowhere = location.hash.length > 1 && !wanted && !partOf(location.hash);
  let reason = isNowhere ? t('open.noPart') : '';
  for (const { puzzle, layout, state, isCreating } of candidates) {
    let grid: Grid | null | undefined = plainGrid(puzzle, layout);
    try {
      const { puzzles, errors } = grid
        ? { puzzles: [grid], errors: [] }
        : await api.read(puzzle, layout, 1);
      grid = puzzles[0];
      if (!grid) throw readError(puzzle, errors[0]);
      if (grid.size > MAX_SIZE) throw new Error(t('open.large', { size: MAX_SIZE }));
    } catch (error) {
      reason ||= wanted ? t('open.damaged', { why: errorText(error) }) : errorText(error);
    }
    if (!grid || grid.size > MAX_SIZE) continue;
    const first = grid;
    const page = new Page(root, (listener) => new App(api, first, listener));
    if (!last && location.hash.length <= 1) steps.replace(null, '#/home');
    const isPart = partOf(location.hash) !== null;
    await page.app.open(first, { state, quiet: true });
    if (isCreating) await page.app.set(null, true);
    const reload = takeReload();
    if (isPart) page.followAddress();
    if (reason) remindOfAddress(page, reason);
    if (reload) page.resume(reload);
    window.addEventListener('popstate', ({ state: mark }) => {
      // The game may have changed while a dialog was open.
      if (steps.take()) page.app.attempt(page.app.storage.writeAddress(false));
      else followAddress(page, changeOfAddress(mark) !== null);
    });
    const takeLater = () => page.app.attempt(page.app.takeLater());
    onStoredElsewhere(takeLater);
    // A page that comes back from the history has heard of nothing.
    window.addEventListener('pageshow', ({ persisted }) => persisted && takeLater());
    document.documentElement.dataset.ready = '';
    // Then the page loads the full engine, and after it the files for offline use.
    if (engine instanceof WasmEngine) setTimeout(() => engine.startFull(), 300);
    setTimeout(registerServiceWorker, 2000);
    return;
  }
  throw new Error(reason);
}

/** Says why the address is not that of what is shown. It stays until the player acts. */
function remindOfAddress({ app }: Page, reason: string): void {
  app.storage.holdAddress();
  app.endReminders();
  app.remind(reason);
}

/**
 * Shows what the address names, after a step back or a changed address. A step back to an own
 * address opens the stored state of its game, because the address may have an earlier one.
 */
function followAddress(page: Page, isOwn: boolean): void {
  if (page.followAddress()) return;
  const next = fromFragment(location.hash);
  if (!next) {
    page.showGame();
    return remindOfAddress(page, t('open.noPart'));
  }
  const { app } = page;
  const key = keyOf(next.puzzle, next.layout);
  const isOpen = key === app.key && !next.isCreating && !app.play.isCreating;
  // A link may have other progress.
  if (isOpen && (isOwn || !next.state)) return page.showGame();
  const isStored = isOwn && findGame(key) !== undefined;
  app
    .openShared(next, { latest: isStored, isAddressed: true })
    .catch((error) => remindOfAddress(page, t('open.damaged', { why: errorText(error) })));
}

start().catch((error: unknown) => {
  const root = document.querySelector('#page')!;
  root.textContent = t('message.failed', { why: errorText(error) });
});
