// The texts of the dialogs and of the page. They are not in `i18n.ts`, because the page loads the
// dialogs later. Whoever loads a dialog also calls `loadTexts('dialogs')`.

import { createTranslator } from '../i18n.ts';
import { en } from '../texts/en.ts';
import { enDialogs } from '../texts/en-dialogs.ts';

const texts = { ...en, ...enDialogs };

export type DialogTextKey = keyof typeof texts;

/** Returns a text of the dialogs or of the page. */
export const t = createTranslator<DialogTextKey>(texts);
