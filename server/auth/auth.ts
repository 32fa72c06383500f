import { betterAuth } from 'better-auth';
import { APIError, createEmailVerificationToken } from 'better-auth/api';
import { TooBusy } from '../concurrency.ts';
import type { Database } from '../db/tables.ts';
import type { Log } from '../log.ts';
import { hashPassword, isHashingFull, verifyPassword } from './password.ts';

/** The authentication account, as far as the product knows it. */
export type Account = { uid: string; email: string; name: string; emailVerified: boolean; createdAt: Date };

export type Session = { id: string; account: Account };

/** What the product does when something happens to an account; `token` goes into a link of a mail. */
export type AccountCallbacks = {
  accountCreated(account: Account): Promise<void>;
  /** Also when an account moves: its address here is the new one then, and the token says so. */
  verificationAsked(account: Account, token: string): Promise<void>;
  /** The account asked to move to another address: goes to the old one. */
  emailChangeAsked(account: Account, newEmail: string, token: string): Promise<void>;
  emailVerified(account: Account): Promise<void>;
  /** Mails the address's owner, or says that a link to set a password is to be sent instead. */
  signUpRepeated(account: Account): Promise<'mailed' | 'ask-reset'>;
  resetAsked(account: Account, token: string): Promise<void>;
  /** Who did it holds the link of the mail. The sessions of the account end after this. */
  passwordReset(account: Account): Promise<void>;
  /** Why this account may not sign in, as the code of the answer; null when it may. */
  sessionRefusal(uid: string): Promise<string | null>;
  sessionStarted(uid: string): Promise<void>;
  sessionsEnded(uid: string): void;
};

export type AuthOptions = {
  db: Database;
  /** Signs the session cookie and the links in mails. */
  secret: string;
  publicUrl: string;
  passwordLength: { min: number; max: number };
  callbacks: AccountCallbacks;
  log: Log;
};

export type Auth = ReturnType<typeof createAuth>;

const day = 86_400;

/**
 * The authentication service: better-auth on our database, under /auth.
 * Its e-mail requirement is off, because older accounts are exempt (C-4.03): the product's own rules decide whether a session counts.
 * Its limiter is off too: it knows addresses, ours knows keyed hashes.
 */
export function createAuth({ db, secret, publicUrl, passwordLength, callbacks, log }: AuthOptions) {
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    trustedOrigins: [publicUrl],
    rateLimit: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ source: 'better-auth' }, message) },
    user: { modelName: 'authUsers' },
    account: { modelName: 'authAccounts' },
    verification: { modelName: 'authVerifications' },
    session: { modelName: 'authSessions', expiresIn: 30 * day, updateAge: day, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'handback',
      // The routes around it refuse other origins, by rules that suit old browsers and several host names too.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => hashPassword(password).catch(refuseWhenBusy),
        verify: ({ password, hash }) => verifyPassword(password, hash).catch(refuseWhenBusy),
      },
      sendResetPassword: ({ user, token }) => callbacks.resetAsked(toAccount(user), token),
      onPasswordReset: ({ user }) => callbacks.passwordReset(toAccount(user)),
      onExistingUserSignUp: async ({ user }) => {
        if ((await callbacks.signUpRepeated(toAccount(user))) === 'ask-reset') await askReset(user.email);
      },
    },
    emailVerification: {
      sendOnSignUp: false,
      autoSignInAfterVerification: false,
      expiresIn: day,
      sendVerificationEmail: ({ user, token }) => callbacks.verificationAsked(toAccount(user), token),
      afterEmailVerification: (user) => callbacks.emailVerified(toAccount(user)),
    },
    databaseHooks: {
      user: {
        create: {
          // Here the account is committed, so that profile and mail can refer to it; better-auth's own mail comes before.
          after: async (user) => {
            await callbacks.accountCreated(toAccount(user));
            const token = await createEmailVerificationToken(secret, user.email, undefined, day);
            await callbacks.verificationAsked(toAccount(user), token);
          },
        },
      },
      session: {
        create: {
          before: async (session) => {
            const code = await callbacks.sessionRefusal(session.userId);
            if (code) throw new APIError('FORBIDDEN', { code, message: 'This account cannot sign in.' });
          },
          after: (session) => callbacks.sessionStarted(session.userId),
        },
        delete: { after: async (session) => callbacks.sessionsEnded(session.userId) },
      },
    },
  });

  /** Makes a one-time token to set a new password and hands it to `resetAsked`; for an unknown address nothing happens. */
  async function askReset(email: string): Promise<void> {
    await auth.api.requestPasswordReset({ body: { email } });
  }

  return {
    askReset,
    /** Answers a request under /auth, but for those to move an account: see `askEmailChange`. */
    async handler(request: Request): Promise<Response> {
      // better-auth uses the link up before it hashes the password.
      const usesLink = new URL(request.url).pathname === '/auth/reset-password';
      return usesLink && isHashingFull()
        ? Response.json(busy, { status: 503, headers: busyHeaders })
        : auth.handler(request);
    },
    /** The session behind the cookie, and the headers that renew the cookie when it is due; null when there is none. */
    async readSession(headers: Headers): Promise<{ session: Session; setCookie: string[] } | null> {
      const read = await auth.api.getSession({ headers, returnHeaders: true });
      if (!read.response) return null;
      const { session, user } = read.response;
      return { session: { id: session.id, account: toAccount(user) }, setCookie: read.headers.getSetCookie() };
    },
    /** Ends the session of the cookie; the result are the headers that clear it. */
    async endSession(headers: Headers): Promise<string[]> {
      const ended = await auth.api.signOut({ headers, returnHeaders: true });
      return ended.headers.getSetCookie();
    },
    /**
     * Makes a token with which the old address allows that the account moves, and hands it to `emailChangeAsked`.
     * better-auth's own way asks the old address only where it was verified, so never of the accounts that are exempt from that.
     */
    async askEmailChange(account: Account, newEmail: string): Promise<void> {
      const allow = { requestType: 'change-email-confirmation' };
      const token = await createEmailVerificationToken(secret, account.email, newEmail, day, allow);
      await callbacks.emailChangeAsked(account, newEmail, token);
    },
  };
}

const busy = { code: 'BUSY', message: 'Many people sign in at this moment. Try again in a few seconds.' };
const busyHeaders = { 'Retry-After': '5' };

function refuseWhenBusy(error: unknown): never {
  throw error instanceof TooBusy ? new APIError('SERVICE_UNAVAILABLE', busy, busyHeaders) : error;
}

type BetterAuthUser = { id: string; email: string; name: string; emailVerified: boolean; createdAt: Date };

function toAccount(user: BetterAuthUser): Account {
  const { id, email, name, emailVerified, createdAt } = user;
  return { uid: id, email, name, emailVerified, createdAt };
}
