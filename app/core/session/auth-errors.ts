import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import { maxPersonNameLength } from '../../../domain/texts/contract/limits.ts';
import type { PlainKey } from '../../../language/create-translations.ts';
import { t } from '../document/app-translations.ts';

/** C-8.04, and the codes of our own forms. */
export type AuthErrorCode = WordedCode | 'user-not-found';

type CodeOf<K> = K extends `account.${infer Code}` ? Code : never;
type WordedCode = Exclude<CodeOf<PlainKey>, 'retry'>;

export type ForcedSignOut = (typeof forcedSignOuts)[number];

export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly email: string | undefined;

  constructor(
    code: AuthErrorCode,
    { email, retryAfter }: { email?: string /** Seconds. */; retryAfter?: number } = {},
  ) {
    super(code.startsWith('too-many-') ? `${wordsOf(code)} ${t('account.retry', wait(retryAfter))}` : wordsOf(code));
    this.name = 'AuthError';
    this.code = code;
    this.email = email;
  }
}

export function toAuthErrorCode(status: number, serviceCode: unknown): AuthErrorCode {
  return serviceCodes.get(serviceCode) ?? (status === 429 ? 'too-many-requests' : 'unknown');
}

function wordsOf(code: AuthErrorCode): string {
  if (code === 'weak-password')
    return t('account.weak-password', { minimum: passwordLength.min, maximum: passwordLength.max });
  if (code === 'invalid-name') return t('account.invalid-name', { maximum: maxPersonNameLength });
  // Nobody learns who has an account.
  return t(`account.${code === 'user-not-found' ? 'wrong-password' : code}`);
}

function wait(seconds = 300) {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

export function isForcedSignOut(code: unknown): code is ForcedSignOut {
  return forcedSignOuts.some((forced) => forced === code);
}

export function forcedSignOutMessage(reason: ForcedSignOut): string {
  return wordsOf(reason);
}

const forcedSignOuts = ['user-disabled', 'user-deleted', 'user-token-expired', 'email-not-verified'] as const;

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
  ['unavailable', 'unavailable'],
  ['clock-wrong', 'clock-wrong'],
  ...forcedSignOuts.map((code): [unknown, AuthErrorCode] => [code, code]),
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
  ['second-factor-required', 'second-factor'],
  ['second-factor-stale', 'second-factor'],
  ['INVALID_TOKEN', 'invalid-link'],
  ['TOKEN_EXPIRED', 'invalid-link'],
]);
