// The progress of a request that takes long: what it does, since when, and Cancel.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';
import { button, fill, h } from './dom.ts';

/** Delay before a running request is shown, in milliseconds. */
const DELAY = 300;

export class Busy {
  readonly element = h('div', { class: 'msg busy', hidden: true });

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /** Moves to a place. `isApart` means that it floats above a part without a title line. */
  moveTo(place: HTMLElement, isApart: boolean): void {
    if (this.element.parentElement !== place) place.append(this.element);
    this.element.classList.toggle('is-apart', isApart);
  }

  /** Shows the request in progress. Returns what screen readers hear, or null without a change. */
  render(app: App): string | null {
    const job = app.jobs.current;
    const waited = job === null ? 0 : performance.now() - job.startedAt;
    const isSlow = waited >= DELAY;
    const what = job?.label ?? '';
    const begun = t('analyze.begun', { what });
    if (isSlow) {
      const seconds = Math.floor(waited / 1000);
      const text = seconds < 2 ? begun : t('analyze.working', { what, seconds });
      const label = this.element.querySelector('.busy-text');
      if (label && label.textContent !== text) label.textContent = text;
    }
    if (isSlow === this.isShown) return null;
    this.element.hidden = !isSlow;
    if (!isSlow) return '';
    fill(
      this.element,
      h('span', { class: 'spinner', 'aria-hidden': 'true' }),
      h('span', { class: 'busy-text' }, begun),
      button({
        text: t('analyze.cancel'),
        class: 'btn small',
        'data-cancel': '',
        click: () => app.jobs.cancel(),
      }),
    );
    return begun;
  }
}
