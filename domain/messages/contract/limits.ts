/** In characters. */
export const maxMessageLength = 2000;
export const maxSecretLength = 100;
/** That one browser shows with a tag. */
export const maxSecrets = 50;
/** 22 random characters hold 128 bits: a key that nobody guesses. */
export const idempotencyKeyLength = { min: 8, unguessable: 22, max: 100 };
/** In characters; a proof has about 700. */
export const maxProofLength = 2000;
/** Of one conversation. */
export const maxSentPictures = 10;
/** About all items of one account: strangers send them. */
export const maxSentPicturesOfAccount = 500;
export const idleDays = 180;
/** Then the finder's words, places and pictures go. */
export const keptAfterClosingDays = 90;
/** In characters. */
export const maxReportNoteLength = 1000;
/** The newest messages of a conversation that is reported. */
export const mostReported = 50;
export const keptReportedDays = 90;
