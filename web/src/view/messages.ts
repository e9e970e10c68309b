// The line of messages beside the title: a message for some seconds, and else what lasts.

import type { MessageKind } from '../app.ts';
import { fill, h, icon } from './dom.ts';
import type { IconName } from './dom.ts';

/** Time that a message stays, and more for each of its characters, in milliseconds. */
const MESSAGE_TIME = 4000;
const TIME_PER_CHARACTER = 35;

const ICONS: Record<MessageKind, IconName> = { plain: 'info', good: 'check', bad: 'warn' };

/** A long message has more words. On phones, it begins with its first sentence only. */
const LONG = 8;
const SENTENCES = /^(.+?[.!?]) (.+)$/s;
const isLong = (text: string): boolean => text.split(' ').length > LONG;

interface Message {
  readonly text: string;
  readonly kind: MessageKind;
}

export class Messages {
  /** What screen readers hear. */
  readonly live = h('p', { class: 'heard', role: 'status', 'aria-live': 'polite' });
  readonly line = h('p', { class: 'msg', 'aria-hidden': 'true', hidden: true });
  private readonly words = h('span');
  private readonly changed: () => void;
  private until = 0;
  /** Shown whenever there is no message. The warning comes first. */
  private warning = '';
  private reminder: Message = { text: '', kind: 'plain' };

  /** `changed` is called whenever the line has changed. */
  constructor(changed: () => void) {
    this.changed = changed;
    // On phones, a long message is cut off. A tap shows all of it, and another one ends it.
    this.line.addEventListener('click', () => {
      const { classList } = this.line;
      const isCut =
        this.words.childElementCount > 0 || this.words.scrollHeight > this.words.clientHeight;
      classList.toggle('is-whole', isCut && !classList.contains('is-whole'));
    });
  }

  announce(text: string, kind: MessageKind | 'quiet'): void {
    // Screen readers announce a repeated text only if it was removed in between.
    this.live.textContent = '';
    requestAnimationFrame(() => (this.live.textContent = text));
    if (kind === 'quiet') return;
    this.fill({ text, kind });
    this.until = performance.now() + MESSAGE_TIME + text.length * TIME_PER_CHARACTER;
    this.changed();
  }

  warn(text: string): void {
    if (text === this.warning) return;
    this.warning = text;
    if (text) this.announce(text, 'bad');
    else this.changed();
  }

  remind(text: string, kind: MessageKind): void {
    // The message may be that of the reminder that ends.
    if (this.line.title === this.reminder.text) this.until = 0;
    this.reminder = { text, kind };
    if (text) this.announce(text, kind);
    else this.changed();
  }

  /** Ends a message whose time is over. */
  tick(): void {
    if (this.until !== 0 && performance.now() > this.until) this.end();
  }

  /** Ends the message. What lasts stays. */
  end(): void {
    this.until = 0;
    this.changed();
  }

  /** Shows the message, or else what lasts, unless a request is in progress. */
  render(isBusy: boolean): void {
    const isOver = this.until === 0;
    const lasting: Message = this.warning ? { text: this.warning, kind: 'bad' } : this.reminder;
    if (isOver && lasting.text) this.fill(lasting);
    this.line.hidden = isBusy || (isOver && !lasting.text);
  }

  private fill({ text, kind }: Message): void {
    const [, first = text, rest = ''] = isLong(text) ? (SENTENCES.exec(text) ?? []) : [];
    fill(this.words, first, rest ? h('small', { class: 'further' }, ` ${rest}`) : null);
    fill(this.line, icon(ICONS[kind]), this.words);
    this.line.className = `msg ${kind}`;
    this.line.title = text;
  }
}
