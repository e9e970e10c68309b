// A modal dialog.

import '../style/dialogs.css';
import { t } from '../i18n.ts';
import { steps } from '../steps.ts';
import { button, h, newId } from './dom.ts';

/** Opens a dialog. Its button, Escape, Back, or a click outside closes it. */
export function openDialog(title: string, ...content: (Node | false | null)[]): HTMLDialogElement {
  const titleId = newId();
  const close = () => dialog.close();
  const dialog = h(
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
  // A drag that starts inside and ends outside does not close it, for example a text selection.
  let isOutside = false;
  dialog.addEventListener('pointerdown', (event) => (isOutside = event.target === dialog));
  dialog.addEventListener('click', (event) => isOutside && event.target === dialog && close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    steps.closed(dialog);
  });
  document.body.append(dialog);
  dialog.showModal();
  steps.opened(dialog, close);
  return dialog;
}
