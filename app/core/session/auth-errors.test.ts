import { describe, expect, test } from 'vitest';
import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import { AuthError, type AuthErrorCode, isForcedSignOut, toAuthErrorCode } from './auth-errors.ts';

describe('C-8.04', () => {
  test.each<AuthErrorCode>([
    'wrong-password',
    'user-not-found',
    'email-already-in-use',
    'too-many-requests',
    'network-request-failed',
    'user-disabled',
    'user-deleted',
    'user-token-expired',
  ])('%s has words for people', (code) => {
    const { message } = new AuthError(code);
    expect(message).toMatch(/^[A-Z].+\.$/);
    expect(message).not.toContain(code);
  });

  test('wrong-password and user-not-found read the same, so that nobody learns who has an account; what ends a session forces a sign-out, and nothing else', () => {
    expect(new AuthError('user-not-found').message).toBe(new AuthError('wrong-password').message);
    for (const code of ['user-disabled', 'user-deleted', 'user-token-expired'])
      expect(isForcedSignOut(code)).toBe(true);
    expect([isForcedSignOut('wrong-password'), isForcedSignOut(undefined)]).toEqual([false, false]);
  });

  test.each([
    [401, 'INVALID_EMAIL_OR_PASSWORD', 'wrong-password'],
    [422, 'USER_ALREADY_EXISTS', 'email-already-in-use'],
    [400, 'WEAK_PASSWORD', 'weak-password'],
    [400, 'common-password', 'common-password'],
    [400, 'INVALID_EMAIL', 'invalid-email'],
    [400, 'INVALID_NAME', 'invalid-name'],
    [401, 'TOKEN_EXPIRED', 'invalid-link'],
    [403, 'email-not-verified', 'email-not-verified'],
    [429, 'TOO_MANY_REQUESTS', 'too-many-requests'],
    [503, 'BUSY', 'busy'],
    [503, 'unavailable', 'unavailable'],
    [503, 'clock-wrong', 'clock-wrong'],
    [429, undefined, 'too-many-requests'],
    [500, undefined, 'unknown'],
    [400, 'toString', 'unknown'],
  ])('the service’s %i %s is our %s', (status, serviceCode, code) => {
    expect(toAuthErrorCode(status, serviceCode)).toBe(code);
  });
});

test('the words about a password name the lengths that the server accepts', () => {
  const { message } = new AuthError('weak-password');
  expect(message).toContain(String(passwordLength.min));
  expect(message).toContain(String(passwordLength.max));
});
