// Saves the library as a file.

import { formatLibrary } from '../model/library.ts';
import { games, results } from '../store.ts';
import { saveFile } from './save.ts';

/** Saves all stored games and results as a file. */
export const saveLibrary = (): void =>
  saveFile(formatLibrary({ games: games(), results: results() }), 'ndoku-library.json');
