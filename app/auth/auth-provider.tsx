import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../domain/accounts/schema.ts';
import { callFunction } from '../data/call-function.ts';
import { dropCopy } from '../offline/device-copy.ts';
import { type AccountActions, createAccountActions } from './account-actions.ts';
import { authService } from './auth-service.ts';
import { personOf, type SignInState, signIn } from './token.ts';

type Auth = AccountActions & {
  state: SignInState;
  user: CurrentUser | null;
  /** C-6.03. */
  isAdmin: boolean;
  /** What the last action failed with; null when it did not (C-8.01). */
  error: string | null;
};

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(signIn.subscribe, signIn.current, signIn.current);
  const [error, onError] = useState<string | null>(null);
  const actions = useMemo(
    () => createAccountActions({ service: authService, signIn, callFunction, dropCopy, onError }),
    [],
  );
  useEffect(() => void signIn.start(), []);

  const user = personOf(state);
  const isAdmin = state.status === 'signed-in' && state.user.role === 'admin';
  const auth = useMemo(() => ({ ...actions, state, user, isAdmin, error }), [actions, state, user, isAdmin, error]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** C-8.02. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in person, on pages that only a signed-in person reaches. */
export function useUser(): CurrentUser {
  const { user } = useAuth();
  if (!user) throw new Error('No user logged in');
  return user;
}
