/** In characters. */
export const maxMessageLength = 2000;
export const maxSecretLength = 100;
/** That one browser shows with a tag. */
export const maxSecrets = 50;
/** 22 random characters hold 128 bits: a key that nobody guesses. */
export const sendingKeyLength = { min: 8, unguessable: 22, max: 100 };
