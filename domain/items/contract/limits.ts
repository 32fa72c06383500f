/** In characters. A short note leaves the answers below it visible. */
export const longestItemName = 80;
export const longestNote = 300;
