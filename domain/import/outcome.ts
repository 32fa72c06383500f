/** Why something was not imported, or what of it is missing. */
export const reasons = {
  badRow: 'This is not understood.',
  badId: 'The id is missing, too long, or has characters that no id has here.',
  badDate: 'A time is missing or none that can be: the time of the import stands in its place, or none.',
  badEmail: 'The email address is missing or is none.',
  badFlag: 'A value that is true or false is something else, and counts as false.',
  badHash: 'There is a password hash, but no hash parameters. Give them and import again.',
  badName: 'The name is missing, too long or no text. It was cut, or another stands in its place.',
  badNote: 'The note is too long or no text. The part that fits is there.',
  badOwner: 'The owner is missing or no id.',
  badText: 'The message is too long or no text. The part that fits is there.',
  emailTaken: 'Another account here has this email address.',
  idTaken: 'Another account here has this id.',
  nameReplaced: 'The name holds an address or a number, is too long or no text. Another stands in its place.',
  noOwner: 'Its owner was not imported.',
  noPassword: 'There is no password. The owner sets one with “Forgot your password?”.',
  noWords: 'The words of the message are not in the export.',
  otherHash:
    'The password hash is not complete, or of another service. The owner sets a password with “Forgot your password?”.',
  perhapsDisabled: 'Nothing says clearly whether the account is disabled. It stays disabled until you enable it.',
  redactedHash: 'The export hides the password hashes (REDACTED). Make it again as an owner of the Firebase project.',
  repeated: 'The same id or email address stands further up in the file.',
  tooLarge: 'The row is too large.',
} as const;

export type Reason = keyof typeof reasons;

export const kinds = ['account', 'item', 'message'] as const;

export type Kind = (typeof kinds)[number];

/** `known`: it was imported before. */
export type Outcome = { state: 'imported' | 'known' | 'refused'; reasons: Reason[] };

export function refused(...because: Reason[]): Outcome {
  return { state: 'refused', reasons: because };
}
