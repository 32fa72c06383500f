import { isServerAway } from '../../browser/server-away.ts';
import type { CurrentUser } from '../../domain/accounts/schema.ts';
import { AuthError, toAuthErrorCode } from './auth-errors.ts';

/** A network that answers no sooner is as good as none: the app then opens with what this device has. */
const tokenTimeoutMs = 15_000;

/** A pass to the named functions; `expiresAt` is epoch milliseconds by this device's clock. */
export type AccessToken = {
  token: string;
  expiresAt: number;
  user: CurrentUser;
  /** What could not be found out about the user (C-6.04). */
  problem?: string;
};

/** The authentication service under /auth; each call fails with an AuthError. */
export const authService = {
  signUp: (name: string, email: string, password: string) => ask('/auth/sign-up/email', { name, email, password }),
  signIn: (email: string, password: string) => ask('/auth/sign-in/email', { email, password }),
  signOut: () => ask('/auth/sign-out', {}),
  sendVerificationMail: (email: string) => ask('/auth/send-verification-email', { email }),
  sendResetMail: (email: string) => ask('/auth/request-password-reset', { email }),
  setPassword: (token: string, newPassword: string) => ask('/auth/reset-password', { token, newPassword }),
  verifyEmail,
  changeEmail: (newEmail: string) => ask('/auth/change-email', { newEmail }),
  obtainToken,
};

export type AuthService = typeof authService;

/** A fresh access token for the session of the cookie; null when nobody is signed in. With the token held so far, the server can say why. */
async function obtainToken(held?: string): Promise<AccessToken | null> {
  const response = await send('/auth/token', {}, { token: held, signal: AbortSignal.timeout(tokenTimeoutMs) });
  if (response.status === 204) return null;
  const body: unknown = await readJson(response);
  if (response.ok && isAccessToken(body)) return { ...body, expiresAt: body.expiresAt - clockAhead(response) };
  throw failure(response, body);
}

/** Fails with `invalid-link` also when the link's account is gone or has another address by now. */
async function verifyEmail(token: string): Promise<void> {
  try {
    await ask(`/auth/verify-email?token=${encodeURIComponent(token)}`);
  } catch (error) {
    throw error instanceof AuthError && error.code === 'user-not-found' ? new AuthError('invalid-link') : error;
  }
}

async function ask(path: string, body?: object): Promise<void> {
  const response = await send(path, body);
  if (!response.ok) throw failure(response, await readJson(response));
}

type How = { token?: string; signal?: AbortSignal };

async function send(path: string, body: object | undefined, { token, signal }: How = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const post = { method: 'POST', headers, body: JSON.stringify(body), signal };
  const response = await fetch(path, body ? post : {}).catch(() => undefined);
  if (!response || isServerAway(response)) throw new AuthError('network-request-failed');
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
  const email = body && typeof body === 'object' && 'email' in body ? String(body.email) : undefined;
  return new AuthError(toAuthErrorCode(response.status, codeOf(body)), email);
}

function codeOf(body: unknown): unknown {
  return body && typeof body === 'object' && 'code' in body ? body.code : undefined;
}

function isAccessToken(body: unknown): body is AccessToken {
  return body !== null && typeof body === 'object' && 'token' in body && 'expiresAt' in body && 'user' in body;
}

/** By how many milliseconds the server's clock is ahead of this device's; whole seconds, which is enough here. */
function clockAhead(response: Response): number {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(serverTime) ? 0 : serverTime - Date.now();
}
