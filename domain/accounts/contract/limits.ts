/** In characters (NIST SP 800-63B). */
export const passwordLength = { min: 10, max: 128 };

/** Of a password that was typed to be compared. */
export const maxTypedPasswordLength = 1000;

export const maxLinkTokenLength = 2000;
export const maxKeepTokenLength = 200;

/** Between asking for the deletion of an account and the deletion. */
export const pauseDays = 7;
