/** In characters. The note is short, so that the answers below it stay in sight. */
export const longestItemName = 80;
export const longestNote = 300;
