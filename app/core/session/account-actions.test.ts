import { expect, test, vi } from 'vitest';
import { signedInAda as ada } from '../../../test/signed-in-ada.ts';
import type { CallFunction } from '../data/call-function.ts';
import { AuthError } from './auth-errors.ts';
import { createAccountActions } from './auth-provider.tsx';
import type { AuthService } from './auth-service.ts';
import { createSessionStore } from './session-store.ts';

test('C-8.01 an action that fails stores the message and rethrows; the next action clears the stored message', async () => {
  const { actions, service, errors } = makeActions();
  service.signIn.mockRejectedValueOnce(new AuthError('wrong-password'));
  await expect(actions.login('ada@example.com', 'nope')).rejects.toThrow(AuthError);
  expect(errors).toEqual([null, new AuthError('wrong-password').message]);
  const { actions: nextActions, errors: nextErrors } = makeActions();
  await nextActions.resetPassword('ada@example.com');
  expect(nextErrors).toEqual([null]);
});

test('C-7.03 logging out ends it, but not while the server still holds it', async () => {
  const { actions, sessionStore, service, dropOfflineCache, tellOtherTabs } = makeActions();
  await actions.login('ada@example.com', 'correct horse');
  service.signOut.mockRejectedValueOnce(new AuthError('network-request-failed'));
  await expect(actions.logout()).rejects.toThrow();
  expect(sessionStore.current().status).toBe('signed-in');
  expect(dropOfflineCache).not.toHaveBeenCalled();
  await actions.logout();
  expect(sessionStore.current()).toEqual({ status: 'signed-out' });
  expect(tellOtherTabs.mock.calls).toEqual([['entered'], ['left']]);
  expect(dropOfflineCache).toHaveBeenCalledOnce();
});

test('C-5.01 C-7.02 C-7.05 nobody’s profile cannot be updated; logging in takes up the session; an updated profile is the current user’s at once', async () => {
  const { actions, errors, callFunction, sessionStore } = makeActions();
  await expect(actions.updateUserProfile({ displayName: 'Eve' })).rejects.toThrow('No user logged in');
  expect(errors).toEqual([null, 'No user logged in']);
  expect(callFunction).not.toHaveBeenCalled();
  await actions.login('ada@example.com', 'correct horse');
  expect(sessionStore.current()).toEqual({ status: 'signed-in', user: ada });
  sessionStore.leave();
  await actions.login('ada@example.com', 'correct horse');
  await actions.updateUserProfile({ displayName: 'Countess' });
  expect(sessionStore.current()).toMatchObject({ user: { displayName: 'Countess' } });
  sessionStore.leave();
});

function makeActions() {
  const succeed = () => vi.fn(async () => {});
  const service = {
    signUp: succeed(),
    signIn: succeed(),
    signOut: succeed(),
    sendVerificationMail: succeed(),
    sendResetMail: succeed(),
    readResetLink: vi.fn(async () => []),
    setPassword: succeed(),
    readLink: vi.fn(async () => ({
      purpose: 'confirm' as const,
      email: ada.email,
      newEmail: null,
      passwordNeeded: false,
    })),
    verifyEmail: vi.fn(async () => null),
    changeEmail: succeed(),
    obtainToken: vi.fn(async () => ({ token: 't', expiresAt: Date.now() + 3_600_000, user: ada })),
  } satisfies AuthService;
  const sessionStore = createSessionStore(service.obtainToken, async () => null);
  const callFunction = vi.fn(async (_name: string, data: object) => ({ ...ada, ...data }));
  const dropOfflineCache = succeed();
  const errors: (string | null)[] = [];
  const tellOtherTabs = vi.fn();
  const actions = createAccountActions({
    service,
    sessionStore,
    callFunction: callFunction as unknown as CallFunction,
    dropOfflineCache,
    tellOtherTabs,
    onError: (message) => errors.push(message),
  });
  return { actions, service, sessionStore, callFunction, dropOfflineCache, tellOtherTabs, errors };
}
