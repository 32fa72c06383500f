import { passwordLength } from '../../domain/accounts/contract/limits.ts';
import { passwordWords } from '../../domain/accounts/contract/password-words.ts';
import { maxPersonNameLength } from '../../domain/settings/contract/limits.ts';

/** What can go wrong with an account: the codes of C-8.04, and those of our own forms. */
export type AuthErrorCode = keyof typeof messages;

/** After these the session is over, whatever the person was doing. */
export type ForcedSignOut = (typeof forcedSignOuts)[number];

export class AuthError extends Error {
  readonly code: AuthErrorCode;
  /** The address that still has to be confirmed, with `email-not-verified`. */
  readonly email: string | undefined;

  constructor(
    code: AuthErrorCode,
    { email, retryAfter }: { email?: string /** Seconds. */; retryAfter?: number } = {},
  ) {
    super(code.startsWith('too-many-') ? `${messages[code]} ${waitWords(retryAfter)}` : messages[code]);
    this.name = 'AuthError';
    this.code = code;
    this.email = email;
  }
}

/** Our code for a failure that the authentication service answered. */
export function toAuthErrorCode(status: number, serviceCode: unknown): AuthErrorCode {
  return serviceCodes.get(serviceCode) ?? (status === 429 ? 'too-many-requests' : 'unknown');
}

function waitWords(seconds = 300): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'Try again in a minute.';
  return minutes < 60 ? `Try again in ${minutes} minutes.` : `Try again in ${Math.ceil(minutes / 60)} h.`;
}

export function isForcedSignOut(code: unknown): code is ForcedSignOut {
  return forcedSignOuts.some((forced) => forced === code);
}

export function forcedSignOutMessage(reason: ForcedSignOut): string {
  return messages[reason];
}

const forcedSignOuts = ['user-disabled', 'user-deleted', 'user-token-expired', 'email-not-verified'] as const;

const noMatch = 'E-mail address and password do not match. Check both, or set a new password.';

const messages = {
  'wrong-password': noMatch,
  'user-not-found': noMatch,
  'email-already-in-use': 'This address already has an account. Sign in, or set a new password.',
  'too-many-requests': 'Too many tries in a short time.',
  'too-many-mails': 'This address was sent several mails already. Look for them, also among the spam.',
  busy: 'Many people sign in at this moment. Wait a few seconds, then try again.',
  'network-request-failed': 'We could not reach the server. Check your connection, then try again.',
  'user-disabled': 'This account has been closed. Write to us if you think that is a mistake.',
  'user-deleted': 'This account was deleted.',
  'user-token-expired': 'Your session has ended. Please sign in again.',
  'email-not-verified': 'Confirm your e-mail address first: the link is in your mail.',
  'invalid-email': 'This is no e-mail address. It looks like name@example.com.',
  'invalid-name': `Write just the name that you want to be greeted with, on one line of at most ${maxPersonNameLength} characters, with a space after each dot: no web or mail address, no phone number.`,
  'weak-password': `Use a password of ${passwordLength.min} to ${passwordLength.max} characters, and more than spaces.`,
  'password-needed': 'You signed up on another device. Write the password that you chose there.',
  'wrong-sign-up-password': 'This is not the password of that sign-up. Check it, or set a new one.',
  ...passwordWords,
  'sign-in-first': 'Sign in to your account first, then confirm the new address.',
  'other-account': 'This link belongs to another account than the one signed in here. Sign out first.',
  'same-email': 'This is your address already.',
  'invalid-link': 'This link has been used or has expired. Ask for a new one.',
  unknown: 'Something went wrong on our side. Please try again in a moment.',
};

const serviceCodes = new Map<unknown, AuthErrorCode>([
  ['INVALID_EMAIL_OR_PASSWORD', 'wrong-password'],
  ['INVALID_PASSWORD', 'wrong-password'],
  ['USER_NOT_FOUND', 'user-not-found'],
  ['USER_ALREADY_EXISTS', 'email-already-in-use'],
  ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'email-already-in-use'],
  ['TOO_MANY_REQUESTS', 'too-many-requests'],
  ['TOO_MANY_MAILS', 'too-many-mails'],
  ['PASSWORD_NEEDED', 'password-needed'],
  ['WRONG_SIGN_UP_PASSWORD', 'wrong-sign-up-password'],
  ['BUSY', 'busy'],
  ['user-disabled', 'user-disabled'],
  ['user-deleted', 'user-deleted'],
  ['user-token-expired', 'user-token-expired'],
  ['email-not-verified', 'email-not-verified'],
  ['INVALID_EMAIL', 'invalid-email'],
  ['INVALID_NAME', 'invalid-name'],
  // Of what our forms send, only an address can be malformed.
  ['VALIDATION_ERROR', 'invalid-email'],
  ['WEAK_PASSWORD', 'weak-password'],
  ['common-password', 'common-password'],
  ['personal-password', 'personal-password'],
  ['simple-password', 'simple-password'],
  ['SIGN_IN_FIRST', 'sign-in-first'],
  ['INVALID_USER', 'other-account'],
  ['INVALID_TOKEN', 'invalid-link'],
  ['TOKEN_EXPIRED', 'invalid-link'],
]);
