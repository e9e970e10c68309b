// The texts of home, learn, library, statistics and finish. Whoever loads one of these parts also
// calls `loadTexts('parts')`.

import { createTranslator } from '../i18n.ts';
import { en } from '../texts/en.ts';
import { enParts } from '../texts/en-parts.ts';

const texts = { ...en, ...enParts };

export type PartTextKey = keyof typeof texts;

/** Returns a text of these parts or of the page. */
export const t = createTranslator<PartTextKey>(texts);
