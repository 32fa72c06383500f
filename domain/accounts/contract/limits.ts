/** In characters (NIST SP 800-63B). */
export const passwordLength = { min: 10, max: 128 };

export const maxEmailLength = 320;
