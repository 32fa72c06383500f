import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { dropOfflineCache } from '../../../browser/offline-cache.ts';
import { followOtherTabs, tellOtherTabs } from '../../../browser/other-tabs.ts';
import { can } from '../../../domain/accounts/contract/can.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import { callFunction } from '../data/call-function.ts';
import { t } from '../document/app-translations.ts';
import { type AccountActions, createAccountActions } from './account-actions.ts';
import { AuthError } from './auth-errors.ts';
import { authService } from './auth-service.ts';
import { personOf, type SignInState, sessionStore } from './session-store.ts';

type Auth = AccountActions & {
  state: SignInState;
  user: CurrentUser | null;
  /** C-6.03. */
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
        dropOfflineCache,
        onError,
      }),
    [],
  );
  useEffect(
    () => followOtherTabs((change) => (change === 'left' ? sessionStore.leave() : void sessionStore.start())),
    [],
  );

  const user = personOf(state);
  const isAdmin = state.status === 'signed-in' && can(state.user, 'admin');
  const error = failure ?? problemOf(state);
  const auth = useMemo(() => ({ ...actions, state, user, isAdmin, error }), [actions, state, user, isAdmin, error]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** C-8.02. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** Only on pages behind signing in. */
export function useUser(): CurrentUser {
  const { user } = useAuth();
  if (!user) throw new AuthError('no-user');
  return user;
}

function problemOf(state: SignInState): string | null {
  if (state.status === 'signed-in') return state.problem ? t('screen.roleUnread') : null;
  return (state.status === 'signed-out' && state.failure) || null;
}
