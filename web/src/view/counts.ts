/** Number of techniques of the library. A test compares it with the handbook. */
export const TECHNIQUE_COUNT = 117;
