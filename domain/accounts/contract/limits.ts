/** In characters (NIST SP 800-63B). */
export const passwordLength = { min: 10, max: 128 };

export const maxTypedPasswordLength = 1000;

export const maxLinkTokenLength = 2000;
export const maxKeepTokenLength = 200;

export const pauseDays = 7;
