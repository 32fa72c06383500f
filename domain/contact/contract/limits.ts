/** In characters. */
export const maxContactLength = 4000;
