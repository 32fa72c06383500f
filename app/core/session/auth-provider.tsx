import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { logOnly } from '../../../browser/log-only.ts';
import { followOtherTabs, tellOtherTabs } from '../../../browser/other-tabs.ts';
import { can } from '../../../domain/accounts/contract/can.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import { type CallFunction, callFunction } from '../data/call-function.ts';
import { t } from '../document/app-translations.ts';
import { device } from '../offline/device.ts';
import { AuthError } from './auth-errors.ts';
import { type AuthService, authService, type OnTheWay } from './auth-service.ts';
import { personOf, type SessionStore, type SignInState, sessionStore } from './session-store.ts';

type Auth = AccountActions & {
  state: SignInState;
  user: CurrentUser | null;
  isAdmin: boolean;
  /** The last action's failure (C-8.01), or that of the sign-in state (C-4.09, C-6.04). */
  error: string | null;
};

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.current, sessionStore.current);
  const [failure, onError] = useState<string | null>(null);
  const actions = useMemo(
    () =>
      createAccountActions({
        service: authService,
        sessionStore,
        callFunction,
        tellOtherTabs,
        dropOfflineCache: device.dropOfflineCache,
        onError,
      }),
    [],
  );
  useEffect(
    () =>
      followOtherTabs((change) => {
        if (change !== 'left') return void sessionStore.start();
        const left = personOf(sessionStore.current());
        if (left) device.dropTypedForms(left.uid).catch(logOnly('What was typed here stays'));
        sessionStore.leave();
      }),
    [],
  );

  const user = personOf(state);
  const isAdmin = state.status === 'signed-in' && can(state.user, 'admin');
  const error = failure ?? problemOf(state);
  const auth = useMemo(() => ({ ...actions, state, user, isAdmin, error }), [actions, state, user, isAdmin, error]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

export function useUser(): CurrentUser {
  const { user } = useAuth();
  if (!user) throw new AuthError('no-user');
  return user;
}

function problemOf(state: SignInState): string | null {
  if (state.status === 'signed-in') return state.problem ? t('screen.roleUnread') : null;
  return (state.status === 'signed-out' && state.failure) || null;
}

type AccountActions = ReturnType<typeof createAccountActions>;

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
    signup: recorded((email: string, password: string, displayName: string, way?: OnTheWay) =>
      service.signUp(displayName, email, password, way),
    ),
    /** C-7.02. Fails with `email-not-verified` when the session does not count (C-4.05). */
    login: recorded(async (email: string, password: string) => {
      await service.signIn(email, password);
      await sessionStore.enter();
      tellOtherTabs('entered');
    }),
    logout: recorded(async () => {
      await service.signOut();
      await dropOfflineCache().catch(logOnly('There was no copy to drop'));
      sessionStore.leave();
      tellOtherTabs('left');
    }),
    resetPassword: recorded((email: string) => service.sendResetMail(email)),
    updateUserProfile: recorded(async (fields: ProfileChange): Promise<CurrentUser> => {
      if (!personOf(sessionStore.current())) throw new AuthError('no-user');
      const user = await callFunction('updateUserProfile', fields);
      sessionStore.changeUser(user);
      return user;
    }),
    getUserProfile: recorded((id: string) => callFunction('getUserProfile', { id })),
    sendEmailVerification: recorded((user: { email: string }, next?: string) =>
      service.sendVerificationMail(user.email, next),
    ),
  };
}
