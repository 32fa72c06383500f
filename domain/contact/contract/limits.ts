/** In characters. */
export const maxContactLength = 4000;
/** Of the note of administrators. */
export const maxContactNoteLength = 2000;
/** Then what was marked as spam is deleted. */
export const spamDays = 30;
