// A window of the page: modal, labelled, closed by its button, by Escape, or by a press beside it.

import { t } from '../i18n.ts';
import { button, h, newId } from './dom.ts';

/** Opens a window; it is closed by its button, by Escape, or by a press beside it. */
export function dialog(title: string, ...content: (Node | false | null)[]): HTMLDialogElement {
  const titleId = newId();
  const close = () => window.close();
  const window = h(
    'dialog',
    { 'aria-labelledby': titleId },
    h(
      'div',
      { class: 'window' },
      h(
        'header',
        {},
        h('h2', { id: titleId }, title),
        button({
          text: t('dialog.close'),
          icon: 'close',
          iconOnly: true,
          class: 'flat',
          click: close,
        }),
      ),
      ...content,
    ),
  );
  // A drag that only ends beside the window, as when text is selected, does not close it.
  let beside = false;
  window.addEventListener('pointerdown', (event) => (beside = event.target === window));
  window.addEventListener('click', (event) => beside && event.target === window && close());
  window.addEventListener('close', () => window.remove());
  document.body.append(window);
  window.showModal();
  return window;
}
