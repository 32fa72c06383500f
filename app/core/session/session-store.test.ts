import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import { signedInAda as ada } from '../../../test/signed-in-ada.ts';
import { AuthError } from './auth-errors.ts';
import type { AccessToken } from './auth-service.ts';
import { createSessionStore } from './session-store.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

test('C-4.01 loading, then signed in with the user', async () => {
  const { sessionStore } = signInWith(hourly());
  const states: string[] = [];
  sessionStore.subscribe(() => states.push(sessionStore.current().status));
  expect(sessionStore.current()).toEqual({ status: 'loading' });
  await sessionStore.start();
  expect(states).toEqual(['signed-in']);
  expect(sessionStore.current()).toEqual({ status: 'signed-in', user: ada });
});

test('C-4.01 loading, then signed out when there is no session', async () => {
  const { sessionStore } = signInWith(async () => null);
  await sessionStore.start();
  expect(sessionStore.current()).toEqual({ status: 'signed-out' });
  expect(await sessionStore.token()).toBeUndefined();
});

test('C-4.05 an unverified account is nobody, and told why', async () => {
  const { sessionStore } = signInWith(async () => {
    throw new AuthError('email-not-verified', { email: 'ada@example.com' });
  });
  await sessionStore.start();
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'email-not-verified' });
});

test('C-4.09 C-8.03 a failure at the start is stored and ends the loading', async () => {
  const { sessionStore } = signInWith(async () => {
    throw new AuthError('network-request-failed');
  });
  await sessionStore.start();
  expect(sessionStore.current()).toEqual({ status: 'signed-out', failure: 'Error connecting to service' });
});

describe('when the document says who is signed in', () => {
  test('nobody waits for it; calls wait for the token', async () => {
    const { sessionStore } = signInWith(hourly());
    sessionStore.expect(ada);
    expect(sessionStore.current()).toEqual({ status: 'signed-in', user: ada });
    void sessionStore.start();
    expect(await sessionStore.token()).toBe('token 1');
  });

  test('C-4.10 and the session is over meanwhile, one is told', async () => {
    const { sessionStore } = signInWith(async () => null);
    sessionStore.expect(ada);
    await sessionStore.start();
    expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-token-expired' });
  });

  test('C-1.08 and the server does not answer any more, this device’s copy is shown after 5 seconds', async () => {
    const { sessionStore } = signInWith(() => new Promise(() => {}), ada);
    sessionStore.expect(ada);
    void sessionStore.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sessionStore.current()).toEqual({ status: 'offline', user: ada });
  });
});

describe('without network', () => {
  const unreachable = async () => {
    throw new AuthError('network-request-failed');
  };

  test('C-1.08 this device’s copy may be shown, without a token, until the server can be asked', async () => {
    const { sessionStore, obtain } = signInWith(unreachable, ada);
    await sessionStore.start();
    expect(sessionStore.current()).toEqual({ status: 'offline', user: ada });
    await expect(sessionStore.token()).rejects.toThrow();
    obtain.mockImplementation(hourly());
    await vi.advanceTimersByTimeAsync(minute);
    expect(sessionStore.current()).toEqual({ status: 'signed-in', user: ada });
  });

  test('a call asks for a token first', async () => {
    const { sessionStore, obtain } = signInWith(unreachable, ada);
    await sessionStore.start();
    obtain.mockImplementation(hourly());
    expect(await sessionStore.token()).toBe('token 1');
  });

  test('C-8.04 a session that had ended meanwhile is signed out as soon as that is known', async () => {
    const { sessionStore, obtain } = signInWith(unreachable, ada);
    await sessionStore.start();
    obtain.mockResolvedValueOnce(null);
    await vi.advanceTimersByTimeAsync(minute);
    expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-token-expired' });
  });

  test('C-1.08 C-8.04 when it is back but carries nothing at first, the next question is a moment later', async () => {
    const network = new EventTarget();
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { sessionStore, obtain } = signInWith(unreachable, ada);
    await sessionStore.start();
    network.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(obtain).toHaveBeenCalledTimes(2);
    obtain.mockImplementation(hourly());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sessionStore.current()).toEqual({ status: 'signed-in', user: ada });
  });

  test('C-8.03 a server that fails is no network that fails: nobody is shown', async () => {
    const { sessionStore } = signInWith(async () => {
      throw new AuthError('unknown');
    }, ada);
    await sessionStore.start();
    expect(sessionStore.current()).toEqual({ status: 'signed-out', failure: 'Error connecting to service' });
  });

  test('after a sign-out in another tab it is not shown here either, whatever was on its way', async () => {
    const { sessionStore, obtain } = signInWith(unreachable, ada);
    await sessionStore.start();
    let deliver = (_access: AccessToken) => {};
    obtain.mockImplementationOnce(() => new Promise((resolve) => (deliver = resolve)));
    const asking = sessionStore.token();
    sessionStore.leave();
    deliver({ token: 'too late', expiresAt: Number.MAX_SAFE_INTEGER, user: ada });
    expect(await asking).toBeUndefined();
    expect(sessionStore.current()).toEqual({ status: 'signed-out' });
  });
});

test('C-9.07 the token is renewed 5 minutes before it expires', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  await vi.advanceTimersByTimeAsync(55 * minute - 1);
  expect(obtain).toHaveBeenCalledTimes(1);
  expect(await sessionStore.token()).toBe('token 1');
  await vi.advanceTimersByTimeAsync(1);
  expect(obtain).toHaveBeenCalledTimes(2);
  expect(await sessionStore.token()).toBe('token 2');
  await vi.advanceTimersByTimeAsync(55 * minute);
  expect(await sessionStore.token()).toBe('token 3');
});

test('C-9.07 after the device slept past the expiry, calls wait for one new token', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  vi.setSystemTime(3 * 60 * minute);
  expect(await Promise.all([sessionStore.token(), sessionStore.token()])).toEqual(['token 2', 'token 2']);
  expect(obtain).toHaveBeenCalledTimes(2);
});

test('a call of somebody whose session ended while the device slept does not get the token of who has signed in since', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  vi.setSystemTime(3 * 60 * minute);
  const bob = { ...ada, uid: 'bob', email: 'bob@example.com' };
  obtain.mockResolvedValueOnce({ token: 'token of Bob', expiresAt: 4 * 60 * minute, user: bob });
  await expect(sessionStore.token()).rejects.toMatchObject({ code: 'network-request-failed' });
  expect(sessionStore.current()).toEqual({ status: 'signed-in', user: bob });
  expect(await sessionStore.token()).toBe('token of Bob');
});

test('a renewal without network keeps the token and tries again', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  obtain.mockRejectedValueOnce(new AuthError('network-request-failed'));
  await vi.advanceTimersByTimeAsync(55 * minute);
  expect(sessionStore.current().status).toBe('signed-in');
  await vi.advanceTimersByTimeAsync(minute);
  expect(await sessionStore.token()).toBe('token 2');
});

test('C-8.04 a session that ended meanwhile signs out and says why', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  obtain.mockResolvedValueOnce(null);
  await vi.advanceTimersByTimeAsync(55 * minute);
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-token-expired' });
});

test('C-4.10 C-8.04 a session that the server ended for want of activity says so', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  await sessionStore.recheck('timeout');
  expect(sessionStore.current(), 'it goes on').toEqual({ status: 'signed-in', user: ada });
  obtain.mockResolvedValueOnce(null);
  await sessionStore.recheck('timeout');
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'timeout' });
});

test('C-4.10 C-8.04 on a device that nobody used for too long, a session that is over has timed out, whoever hears of it first', async () => {
  let idle = false;
  const sessionStore = createSessionStore(
    hourly(),
    async () => null,
    () => idle,
  );
  await sessionStore.start();
  sessionStore.leave('user-token-expired');
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-token-expired' });
  idle = true;
  await sessionStore.start();
  sessionStore.leave('user-token-expired');
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'timeout' });
  await sessionStore.start();
  sessionStore.leave('user-disabled');
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-disabled' });
});

test('C-8.04 a disabled account is signed out at its next renewal', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  obtain.mockRejectedValueOnce(new AuthError('user-disabled'));
  await vi.advanceTimersByTimeAsync(55 * minute);
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-disabled' });
});

test('C-7.03 nothing is renewed after signing out, not even what was on its way', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  let deliver = (_access: AccessToken) => {};
  obtain.mockImplementationOnce(() => new Promise((resolve) => (deliver = resolve)));
  await vi.advanceTimersByTimeAsync(55 * minute);
  sessionStore.leave();
  deliver({ token: 'too late', expiresAt: Number.MAX_SAFE_INTEGER, user: ada });
  await vi.advanceTimersByTimeAsync(120 * minute);
  expect(sessionStore.current()).toEqual({ status: 'signed-out' });
  expect(obtain).toHaveBeenCalledTimes(2);
});

test('C-7.03 C-7.05 an answer that comes after signing out brings nobody back', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  sessionStore.changeUser({ ...ada, displayName: 'Ada L.' });
  expect(sessionStore.current()).toMatchObject({ user: { displayName: 'Ada L.' } });
  sessionStore.changeUser({ ...ada, uid: 'eve' });
  expect(sessionStore.current()).toMatchObject({ user: { uid: 'ada' } });
  sessionStore.leave();
  sessionStore.changeUser(ada);
  expect(sessionStore.current()).toEqual({ status: 'signed-out' });

  let deliver = (_access: AccessToken) => {};
  obtain.mockImplementationOnce(() => new Promise((resolve) => (deliver = resolve)));
  const starting = sessionStore.start();
  sessionStore.leave();
  deliver({ token: 'too late', expiresAt: 60 * minute, user: ada });
  await starting;
  expect(sessionStore.current()).toEqual({ status: 'signed-out' });
});

test('C-6.04 a role that could not be read is told with the state', async () => {
  const problem = 'Error checking admin status';
  const { sessionStore } = signInWith(async () => ({ token: 't', expiresAt: 60 * minute, user: ada, problem }));
  await sessionStore.start();
  expect(sessionStore.current()).toEqual({ status: 'signed-in', user: ada, problem });
  sessionStore.leave();
});

test('C-8.04 asked anew, with the token held so far, a session that is over is left for the reason given', async () => {
  const { sessionStore, obtain } = signInWith(hourly());
  await sessionStore.start();
  await sessionStore.recheck();
  expect(obtain).toHaveBeenLastCalledWith('token 1');
  obtain.mockRejectedValueOnce(new AuthError('user-disabled'));
  await sessionStore.recheck();
  expect(sessionStore.current()).toEqual({ status: 'signed-out', reason: 'user-disabled' });
  await sessionStore.recheck();
  expect(obtain, 'signed out there is nothing to ask').toHaveBeenCalledTimes(3);
});

function signInWith(obtaining: () => Promise<AccessToken | null>, offlineCacheOwner: CurrentUser | null = null) {
  const obtain = vi.fn(obtaining);
  return { sessionStore: createSessionStore(obtain, async () => offlineCacheOwner), obtain };
}

/** Tokens as the server issues them: numbered, good for an hour. */
function hourly() {
  let issued = 0;
  return async (): Promise<AccessToken> => {
    issued += 1;
    return { token: `token ${issued}`, expiresAt: Date.now() + 60 * minute, user: ada };
  };
}
