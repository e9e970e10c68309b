// The parts of the page beside the game: home, learn, library, statistics. A first visit loads home
// alone. The others load when they are shown.

import '../style/parts.css';
import type { App } from '../app.ts';
import type { Part } from '../model/share.ts';
import type { MenuActions } from './menus.ts';
import { homePart } from './home.ts';
import { button, h, icon, wordmark } from './dom.ts';
import type { IconName } from './dom.ts';
import { t } from './part-texts.ts';

/** The page around a part, with the actions that the part can start. */
export interface PartContext {
  readonly app: App;
  /** Shows another part. */
  show(part: Part): void;
  readonly actions: MenuActions;
}

/** Creates a part, with the head and the bar that phones have. */
export async function createPart(
  part: Part,
  app: App,
  show: (part: Part) => void,
  actions: MenuActions,
): Promise<Node> {
  const context: PartContext = { app, show, actions };
  return h('div', {}, phoneHead(context), await contentOf(part, context), tabBar(part, context));
}

async function contentOf(part: Part, context: PartContext): Promise<Node> {
  switch (part.name) {
    case 'learn':
      return (await import('./learn.ts')).learnPart(context, part.id);
    case 'library':
      return (await import('./library.ts')).libraryPart(context);
    case 'stats':
      return (await import('./statistics.ts')).statsPart(context);
    default:
      return homePart(context);
  }
}

function phoneHead({ actions }: PartContext): HTMLElement {
  return h(
    'div',
    { class: 'phone-head' },
    wordmark(),
    button({ text: t('menu.settings'), icon: 'gear', class: 'btn plain', click: actions.settings }),
  );
}

/** Creates the bar of the parts at the lower edge of phones. */
function tabBar({ name }: Part, { show, actions }: PartContext): HTMLElement {
  const items: [string, IconName, boolean, () => void][] = [
    [t('menu.play'), 'grid', name === 'home', () => show({ name: 'home' })],
    [t('menu.learn'), 'book', name === 'learn', () => show({ name: 'learn' })],
    [t('menu.set'), 'pen', false, actions.set],
    [t('menu.library'), 'library', name === 'library', () => show({ name: 'library' })],
  ];
  return h(
    'nav',
    { class: 'tab-bar', 'aria-label': t('menu.label') },
    ...items.map(([text, of, isCurrent, run]) =>
      h(
        'button',
        { type: 'button', 'aria-current': isCurrent ? 'page' : undefined, onclick: run },
        icon(of),
        h('span', {}, text),
      ),
    ),
  );
}
