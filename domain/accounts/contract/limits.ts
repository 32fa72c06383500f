/** In characters (NIST SP 800-63B). */
export const passwordLength = { min: 10, max: 128 };

export const maxEmailLength = 320;

/** Between asking for the deletion of an account and the deletion. */
export const pauseDays = 7;
