/** In characters. */
export const maxMessageLength = 2000;
