import { logOnly } from '../../../browser/log-only.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import type { CallFunction } from '../data/call-function.ts';
import { AuthError } from './auth-errors.ts';
import type { AuthService } from './auth-service.ts';
import { personOf, type SessionStore } from './session-store.ts';

export type AccountActions = ReturnType<typeof createAccountActions>;

type Parts = {
  service: AuthService;
  sessionStore: SessionStore;
  callFunction: CallFunction;
  tellOtherTabs(change: 'entered' | 'left'): void;
  dropOfflineCache(): Promise<void>;
  /** Takes each failure, and null when the next action begins (C-8.01). */
  onError(message: string | null): void;
};

type ProfileChange = { displayName?: string; language?: string; nameShown?: boolean };

/** Specification 7. Each action tells its failure to `onError` and rethrows it. */
export function createAccountActions({
  service,
  sessionStore,
  callFunction,
  tellOtherTabs,
  dropOfflineCache,
  onError,
}: Parts) {
  const recorded =
    <Input extends unknown[], Output>(action: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      onError(null);
      try {
        return await action(...input);
      } catch (error) {
        onError(error instanceof Error ? error.message : String(error));
        throw error;
      }
    };

  return {
    /** C-7.01. */
    signup: recorded((email: string, password: string, displayName: string, tagCode?: string) =>
      service.signUp(displayName, email, password, tagCode),
    ),
    /** C-7.02. Fails with `email-not-verified` when the session does not count (C-4.05). */
    login: recorded(async (email: string, password: string) => {
      await service.signIn(email, password);
      await sessionStore.enter();
      tellOtherTabs('entered');
    }),
    /** C-7.03. */
    logout: recorded(async () => {
      await service.signOut();
      await dropOfflineCache().catch(logOnly('There was no copy to drop'));
      sessionStore.leave();
      tellOtherTabs('left');
    }),
    /** C-7.04. */
    resetPassword: recorded((email: string) => service.sendResetMail(email)),
    /** C-7.05, C-5.01. */
    updateUserProfile: recorded(async (fields: ProfileChange): Promise<CurrentUser> => {
      if (!personOf(sessionStore.current())) throw new AuthError('no-user');
      const user = await callFunction('updateUserProfile', fields);
      sessionStore.changeUser(user);
      return user;
    }),
    /** C-7.06. */
    getUserProfile: recorded((id: string) => callFunction('getUserProfile', { id })),
    /** C-7.07. */
    sendEmailVerification: recorded((user: { email: string }) => service.sendVerificationMail(user.email)),
  };
}
