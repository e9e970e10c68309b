// The way to the dialog that reads photographs. It loads when it is first asked for.

import type { App } from '../app.ts';
import { loadTexts } from '../i18n.ts';

/** Returns the picture in a list of files, or null. */
export function pictureIn(files: FileList | null | undefined): File | null {
  return [...(files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null;
}

/** Opens the dialog that reads photographs, or hands a picture to the open one. */
export async function readPicture(app: App, picture?: Blob): Promise<void> {
  const [{ openPhoto }] = await Promise.all([import('./photo.ts'), loadTexts('dialogs')]);
  openPhoto(app, picture);
}
