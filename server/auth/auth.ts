import { createHmac, timingSafeEqual } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { TooBusy } from '../concurrency.ts';
import { DatabaseUnanswered } from '../db/problems.ts';
import type { Database } from '../db/tables.ts';
import { setCookie } from '../http/headers.ts';
import type { Log } from '../log.ts';
import { hashPassword, isFirebaseHash, type PasswordCost, verifyPassword } from './password.ts';
import { hashToken, withHashedSessionTokens } from './tokens.ts';

export type Account = { uid: string; email: string; name: string; emailVerified: boolean; createdAt: Date };

export type Session = { id: string; account: Account };

export type SessionCallbacks = {
  sessionRefusal(uid: string): Promise<string | null>;
  /** Replaces the user agent, which is not stored. */
  describeDevice(userAgent: string | null): string;
  sessionStarted(uid: string): Promise<void>;
  firebaseHash(): Promise<string | undefined>;
  endSession(which: { id: string } | { tokenHash: string }): Promise<void>;
};

export type Credentials = { email: string; password: string };

type Begun = { id: string; token: string; setCookie: string };
export type SignedIn = { status: 200 } & Begun;
/** 401: no such address and password. 403: the password is right, but may not begin a session. 503: too many sign in at once. */
export type NotSignedIn = { status: 401 | 403 | 503; code: string | undefined };

export type AuthOptions = {
  db: Database;
  secret: string;
  publicUrl: string;
  sessionCookie: string;
  passwordCost: PasswordCost;
  callbacks: SessionCallbacks;
  log: Log;
};

export type Auth = ReturnType<typeof createAuth>;

const day = 86_400;
const lifetimeSeconds = 30 * day;
export const longestSessionMs = 90 * day * 1000;

/** better-auth for sessions. Accounts and mailed links are ours (C-4.03), and the limiter: better-auth's stores addresses. */
export function createAuth(options: AuthOptions) {
  const { db, secret, publicUrl, sessionCookie, passwordCost, callbacks, log } = options;
  const verify = async (password: string, hash: string) => {
    const right = await verifyPassword(password, hash);
    if (!right) await refuseAsSlowly(password, hash);
    return right;
  };
  /** Makes a refused sign-in as slow for every address: it costs one hash of ours, and one of Firebase's while there are any. */
  const refuseAsSlowly = async (password: string, looked: string): Promise<string> => {
    const ofFirebase = await callbacks.firebaseHash();
    if (isFirebaseHash(looked)) return hashPassword(password, passwordCost);
    if (ofFirebase) await verifyPassword(password, ofFirebase);
    return looked || hashPassword(password, passwordCost);
  };
  const adapter = kyselyAdapter(db, { type: 'postgres', transaction: true });
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    database: (settings: BetterAuthOptions) => withHashedSessionTokens(adapter(settings)),
    telemetry: { enabled: false },
    trustedOrigins: [publicUrl],
    rateLimit: { enabled: false },
    // Otherwise it answers 500 whatever happened.
    onAPIError: { throw: true },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ source: 'better-auth' }, message) },
    user: { modelName: 'authUsers' },
    account: { modelName: 'authAccounts' },
    verification: { modelName: 'authVerifications', storeIdentifier: 'hashed' },
    session: { modelName: 'authSessions', expiresIn: lifetimeSeconds, updateAge: day, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'handback',
      // Our routes check the origin, also for old browsers and several host names.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      // better-auth would use the prefix __Secure-; ours is __Host-.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookie, attributes: { secure: publicUrl.startsWith('https:') } } },
      ipAddress: { disableIpTracking: true },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const code = await callbacks.sessionRefusal(session.userId);
            if (code) throw new APIError('FORBIDDEN', { code });
            return { data: { userAgent: callbacks.describeDevice(session.userAgent ?? null) } };
          },
          after: (session) => callbacks.sessionStarted(session.userId),
        },
        delete: {
          before: async (session) => {
            await callbacks.endSession({ id: session.id });
            return false;
          },
        },
      },
    },
  });

  const withCookie = (cookie: string) => new Headers({ cookie: `${sessionCookie}=${cookie}` });

  return {
    readToken: (cookie: string) => readSignedToken(cookie, secret),
    isRenewalDue: (expiresAt: Date) => expiresAt.getTime() - (lifetimeSeconds - day) * 1000 <= Date.now(),
    /** Begins a session. better-auth's own refuses some addresses and long passwords. No password costs as much as a wrong one. */
    async signIn({ email, password }: Credentials, userAgent: string | undefined): Promise<SignedIn | NotSignedIn> {
      const { internalAdapter } = await auth.$context;
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
      try {
        const isRight = hash ? await verify(password, hash) : await refuseAsSlowly(password, '').then(() => false);
        if (!found || !isRight) return { status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' };
        return { status: 200, ...(await this.beginSession(found.user.id, userAgent)) };
      } catch (error) {
        if (error instanceof TooBusy) return { status: 503, code: 'BUSY' };
        if (error instanceof APIError && error.statusCode === 403) return { status: 403, code: error.body?.code };
        throw error;
      }
    },
    /** Begins a session of somebody who signed in without a password. @throws APIError FORBIDDEN when the account may not sign in */
    async beginSession(uid: string, userAgent: string | undefined): Promise<Begun> {
      const { internalAdapter } = await auth.$context;
      const { id, token } = await internalAdapter.createSession(uid, false, { userAgent: userAgent ?? null });
      return { id, token, setCookie: setCookie(sessionCookie, signToken(token, secret), lifetimeSeconds) };
    },
    async readSession(cookie: string): Promise<{ session: Session; setCookie: string[] } | null> {
      const asked = auth.api.getSession({ headers: withCookie(cookie), returnHeaders: true });
      const read = await asked.catch((error) => {
        throw isServerError(error) ? new DatabaseUnanswered('The session could not be read.', { cause: error }) : error;
      });
      if (!read.response) return null;
      const { session, user } = read.response;
      if (session.createdAt.getTime() + longestSessionMs <= Date.now()) {
        await this.endSession(cookie);
        return null;
      }
      return { session: { id: session.id, account: toAccount(user) }, setCookie: read.headers.getSetCookie() };
    },
    /** Resolves when the session is certainly over: better-auth's `signOut` says so whatever the database did. */
    async endSession(cookie: string): Promise<void> {
      const token = readSignedToken(cookie, secret);
      if (token) await callbacks.endSession({ tokenHash: hashToken(token) });
    },
  };
}

/** better-auth logs the reason but throws an error without one. */
function isServerError(error: unknown): boolean {
  return error instanceof APIError && error.statusCode >= 500;
}

function toAccount({ id, email, name, emailVerified, createdAt }: Omit<Account, 'uid'> & { id: string }): Account {
  return { uid: id, email, name, emailVerified, createdAt };
}

/** Reads better-auth's session cookie, `token.signature` with HMAC-SHA256 in Base64. Undefined when the signature is wrong. */
function readSignedToken(cookie: string, secret: string): string | undefined {
  const [, token, signature = ''] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decode(cookie)) ?? [];
  if (!token) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined;
}

function signToken(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
}

function decode(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
