// The ways back from the game or from a created puzzle: a word above the panel, and on phones a
// button before the title.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';
import { button, h, icon } from './dom.ts';

export class WayBack {
  private readonly app: () => App;
  private readonly word = h('span');
  /** Leads from a created puzzle to the game. */
  readonly toGame = button({
    text: t('replay.end'),
    icon: 'back',
    class: 'btn plain to-game',
    click: () => this.leaveSet(),
  });
  /** Leads one step up, on phones: to the first page, or from a created puzzle to the game. */
  readonly up: HTMLElement;

  constructor(app: () => App, home: () => void) {
    this.app = app;
    const click = () => this.leaveSet() || home();
    const properties = { type: 'button', class: 'back', onclick: click };
    this.up = h('button', properties, icon('back'), this.word);
  }

  /** Leads from a created puzzle to the game. Returns `false` without one. */
  private leaveSet(): boolean {
    const app = this.app();
    const { leaveSet } = app;
    if (leaveSet) app.attempt(leaveSet());
    return leaveSet !== null;
  }

  render(): void {
    const hasGame = this.app().leaveSet !== null;
    this.toGame.hidden = !hasGame;
    this.up.ariaLabel = hasGame ? t('replay.end') : null;
    const word = t(hasGame ? 'set.game' : 'menu.home');
    if (this.word.textContent !== word) this.word.textContent = word;
  }
}
