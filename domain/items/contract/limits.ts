/** In characters. A short note leaves the answers below it visible. */
export const maxItemNameLength = 80;
export const maxNoteLength = 300;
export const maxSearchLength = 100;
export const maxHashLength = 200;
/** Of one account, before it gave them names. */
export const maxBlankTags = 500;
/** Of a code as somebody types it, with what separates its parts. */
export const maxTypedCodeLength = 100;
