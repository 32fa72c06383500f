import { hasTimedOut } from '../../../browser/idle-clock.ts';
import { logOnly } from '../../../browser/log-only.ts';
import { storageOf } from '../../../browser/storage.ts';
import { whenBack } from '../../../browser/when-back.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import { t } from '../document/app-translations.ts';
import { AuthError, type ForcedSignOut, isForcedSignOut } from './auth-errors.ts';
import { type AccessToken, authService } from './auth-service.ts';

export type SignInState =
  | { status: 'loading' }
  /** `reason`: why it ended without being asked to; `failure`: why nobody can tell who is signed in. */
  | { status: 'signed-out'; reason?: SignOutReason; failure?: string }
  | { status: 'signed-in'; user: CurrentUser; problem?: string }
  /** Without network: `user` may read what this device has. */
  | { status: 'offline'; user: CurrentUser };

export type SignOutReason = ForcedSignOut | 'timeout';

export type SessionStore = ReturnType<typeof createSessionStore>;

const renewAheadMs = 5 * 60_000;
const shortestPauseMs = 30_000;
const slowMs = 5_000;

/** Who is signed in, and the access token that proves it: in memory only, renewed 5 minutes before it expires (C-9.07). */
export function createSessionStore(
  obtain: (held?: string) => Promise<AccessToken | null>,
  recall: () => Promise<CurrentUser | null>,
  isIdle: () => boolean = () => false,
) {
  let state: SignInState = { status: 'loading' };
  let held: AccessToken | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewing: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let departures = 0;
  const listeners = new Set<() => void>();

  const become = (next: SignInState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const renewIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), Math.max(ms, shortestPauseMs));
  };
  const hold = (access: AccessToken) => {
    held = access;
    renewIn(access.expiresAt - renewAheadMs - Date.now());
    const { user, problem } = access;
    become(problem ? { status: 'signed-in', user, problem } : { status: 'signed-in', user });
  };
  const leave = (given?: SignOutReason) => {
    departures++;
    clearTimeout(timer);
    held = null;
    // A call may hear of the end before the page notices the time.
    const reason = given === 'user-token-expired' && isIdle() ? 'timeout' : given;
    become(reason ? { status: 'signed-out', reason } : { status: 'signed-out' });
  };
  const enter = async () => {
    const before = departures;
    const access = await obtain();
    // Signed out meanwhile: the answer is outdated.
    if (departures !== before) return;
    if (access) hold(access);
    else leave(personOf(state) ? 'user-token-expired' : undefined);
  };

  const renew = (reason?: SignOutReason) => {
    renewing ??= renewOnce(reason).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  const renewOnce = async (reason: SignOutReason = 'user-token-expired') => {
    const before = held;
    const isOtherwise = () => held !== before || (before === null && state.status !== 'offline');
    try {
      const access = await obtain(before?.token);
      if (isOtherwise()) return;
      if (access) hold(access);
      else leave(reason);
    } catch (error) {
      if (isOtherwise()) return;
      if (isOver(error)) leave(error.code);
      else renewIn(shortestPauseMs);
    }
  };

  const beOffline = (user: CurrentUser) => {
    become({ status: 'offline', user });
    renewIn(shortestPauseMs);
  };
  whenBack(() => {
    if (state.status === 'offline') void renew();
  });

  const startOnce = async () => {
    const slow = setTimeout(async () => {
      const user = await recall();
      if (user && (state.status === 'loading' || isExpected())) beOffline(user);
    }, slowMs);
    try {
      await enter();
    } catch (error) {
      const user = isUnreachable(error) ? await recall() : null;
      if (isOver(error)) leave(error.code);
      else if (user && state.status !== 'offline') beOffline(user);
      else if (!user) become({ status: 'signed-out', failure: t('screen.notConnected') });
    } finally {
      clearTimeout(slow);
    }
  };
  const isExpected = () => state.status === 'signed-in' && !held;

  return {
    expect(user: CurrentUser): void {
      become({ status: 'signed-in', user });
    },
    start(): Promise<void> {
      starting = startOnce();
      return starting;
    },
    enter,
    leave,
    async recheck(reason?: SignOutReason): Promise<void> {
      if (!held && state.status !== 'offline') return;
      // An answer on its way may be older than the question.
      await renewing;
      await renew(reason);
    },
    changeUser(user: CurrentUser): void {
      if (state.status === 'signed-in' && state.user.uid === user.uid) become({ ...state, user });
    },
    /** Renews the token first when it is about to expire. @throws without network, and when somebody else has signed in meanwhile */
    async token(): Promise<string | undefined> {
      const asking = personOf(state)?.uid;
      if (isExpected()) await starting;
      if (state.status === 'offline' || (held && Date.now() >= held.expiresAt - renewAheadMs)) await renew();
      const now = personOf(state)?.uid;
      // What one account sends is never sent as another one.
      if (state.status === 'offline' || (asking && now && now !== asking))
        throw new AuthError('network-request-failed');
      return held?.token;
    },
    current: (): SignInState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const sessionStore = createSessionStore(
  authService.obtainToken,
  async () => {
    try {
      return await (await import('../offline/offline-cache.ts')).offlineCacheOwner();
    } catch (error) {
      logOnly('What was read is not at hand')(error);
      return null;
    }
  },
  () => hasTimedOut(storageOf('localStorage')),
);

export function personOf(state: SignInState): CurrentUser | null {
  return 'user' in state ? state.user : null;
}

function isOver(error: unknown): error is AuthError & { code: ForcedSignOut } {
  return error instanceof AuthError && isForcedSignOut(error.code);
}

function isUnreachable(error: unknown): boolean {
  return error instanceof AuthError && error.code === 'network-request-failed';
}
