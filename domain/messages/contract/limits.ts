/** In characters. */
export const longestMessage = 2000;
