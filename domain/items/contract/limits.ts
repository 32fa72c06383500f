/** In characters. A short note leaves the answers below it visible. */
export const maxItemNameLength = 80;
export const maxNoteLength = 300;
export const maxSearchLength = 100;
export const maxHashLength = 200;
