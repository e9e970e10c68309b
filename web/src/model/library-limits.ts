// The limits of the library. The storage and the file of the library have the same.

/** Maximum number of stored games. */
export const MAX_GAMES = 1000;
/** Maximum number of stored results. */
export const MAX_RESULTS = 5000;
