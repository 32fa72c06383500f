import { isOfAnother } from '../../../browser/server-away.ts';
import { timeLimit } from '../../../browser/time-limit.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import type { Passkey } from '../../../domain/second-factor/contract/schema.ts';
import { type AuthCall, authPath } from '../../../paths/api.ts';
import { isProofAsked, proveSecondFactor } from '../data/prove-second-factor.ts';
import { AuthError, toAuthErrorCode } from './auth-errors.ts';

const tokenTimeoutMs = 15_000;

/** `expiresAt` is epoch milliseconds by this device's clock. */
export type AccessToken = {
  token: string;
  expiresAt: number;
  user: CurrentUser;
  problem?: string;
};

export type MailLink = {
  purpose: 'confirm' | 'allow-change' | 'confirm-change';
  email: string;
  newEmail: string | null;
  /** The sign-up was made in another browser. */
  passwordNeeded: boolean;
};

/** What leads on from the mail: a tag to activate, or a path of this origin. */
export type OnTheWay = { tagCode?: string | undefined; next?: string | undefined };

export const authService = {
  signUp: (name: string, email: string, password: string, way?: OnTheWay) =>
    ask('sign-up/email', { name, email, password, ...way }),
  signIn: (email: string, password: string) => ask('sign-in/email', { email, password }),
  signOut: () => ask('sign-out', {}),
  sendVerificationMail: (email: string, next?: string) => ask('send-verification-email', { email, next }),
  sendResetMail: (email: string) => ask('request-password-reset', { email }),
  readResetLink,
  setPassword: (token: string, newPassword: string, keepPasskeys: string[]) =>
    ask('reset-password', { token, newPassword, keepPasskeys }),
  readLink,
  verifyEmail,
  changeEmail: (newEmail: string) => ask('change-email', { newEmail }),
  obtainToken,
};

export type AuthService = typeof authService;

/** Null when nobody is signed in. With `held`, the server can say why. */
async function obtainToken(held?: string): Promise<AccessToken | null> {
  const response = await send('token', {}, { token: held, signal: timeLimit(tokenTimeoutMs) });
  if (response.status === 204) return null;
  const body: unknown = await readJson(response);
  if (response.ok && has<AccessToken>(body, 'token', 'expiresAt', 'user'))
    return { ...body, expiresAt: body.expiresAt - clockAhead(response) };
  throw failure(response, body);
}

async function readResetLink(token: string): Promise<Passkey[]> {
  const body = await ask('reset-link', { token });
  if (has<{ passkeys: Passkey[] }>(body, 'passkeys')) return body.passkeys;
  throw new AuthError('unknown');
}

async function readLink(token: string): Promise<MailLink> {
  const body = await ask('link', { token });
  if (has<MailLink>(body, 'purpose', 'email', 'newEmail')) return body;
  throw new AuthError('unknown');
}

async function verifyEmail(token: string, password?: string): Promise<string | null> {
  const body = await ask('verify-email', { token, password });
  return body && typeof body === 'object' && 'tagCode' in body && typeof body.tagCode === 'string'
    ? body.tagCode
    : null;
}

async function ask(call: AuthCall, body: object): Promise<unknown> {
  const response = await send(call, body);
  const said = await readJson(response);
  if (response.ok) return said;
  if (isProofAsked(codeOf(said)) && (await proveSecondFactor())) return ask(call, body);
  throw failure(response, said);
}

type How = { token?: string; signal?: AbortSignal };

async function send(call: AuthCall, body: object, { token, signal }: How = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const post = { method: 'POST', headers, body: JSON.stringify(body), signal };
  const response = await fetch(authPath(call), post).catch(() => undefined);
  if (!response || isOfAnother(response)) throw new AuthError('network-request-failed');
  return response;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function failure(response: Response, body: unknown): AuthError {
  const { email, retryAfter } = (body ?? {}) as { email?: unknown; retryAfter?: unknown };
  return new AuthError(toAuthErrorCode(response.status, codeOf(body)), {
    ...(typeof email === 'string' && { email }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  });
}

function codeOf(body: unknown): unknown {
  return body && typeof body === 'object' && 'code' in body ? body.code : undefined;
}

function has<Body extends object>(body: unknown, ...fields: (keyof Body)[]): body is Body {
  return body !== null && typeof body === 'object' && fields.every((field) => field in body);
}

/** Milliseconds by which the server's clock is ahead. */
function clockAhead(response: Response): number {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(serverTime) ? 0 : serverTime - Date.now();
}
