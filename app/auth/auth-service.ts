import type { CurrentUser } from '../../domain/accounts/schema.ts';
import { AuthError, toAuthErrorCode } from './auth-errors.ts';

/** A network that answers no sooner is as good as none: the app then opens with what this device has. */
const tokenTimeoutMs = 15_000;

/** A pass to the named functions; `expiresAt` is epoch milliseconds by this device's clock. */
export type AccessToken = { token: string; expiresAt: number; user: CurrentUser };

/** The authentication service under /auth; each call fails with an AuthError. */
export const authService = {
  signUp: (name: string, email: string, password: string) => ask('/auth/sign-up/email', { name, email, password }),
  signIn: (email: string, password: string) => ask('/auth/sign-in/email', { email, password }),
  signOut: () => ask('/auth/sign-out', {}),
  sendVerificationMail: (email: string) => ask('/auth/send-verification-email', { email }),
  sendResetMail: (email: string) => ask('/auth/request-password-reset', { email }),
  setPassword: (token: string, newPassword: string) => ask('/auth/reset-password', { token, newPassword }),
  verifyEmail: (token: string) => ask(`/auth/verify-email?token=${encodeURIComponent(token)}`),
  obtainToken,
};

export type AuthService = typeof authService;

/** A fresh access token for the session of the cookie; null when nobody is signed in. */
async function obtainToken(): Promise<AccessToken | null> {
  const response = await send('/auth/token', {}, AbortSignal.timeout(tokenTimeoutMs));
  if (response.status === 204) return null;
  const body: unknown = await readJson(response);
  if (response.ok && isAccessToken(body)) return { ...body, expiresAt: body.expiresAt - clockAhead(response) };
  throw failure(response, body);
}

async function ask(path: string, body?: object): Promise<void> {
  const response = await send(path, body);
  if (!response.ok) throw failure(response, await readJson(response));
}

async function send(path: string, body: object | undefined, signal?: AbortSignal): Promise<Response> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  const response = await fetch(path, body ? post : {}).catch(() => undefined);
  if (!response || isGatewayFailure(response)) throw new AuthError('network-request-failed');
  return response;
}

/** What a proxy says when the server behind it is away. */
function isGatewayFailure({ status }: Response): boolean {
  return status === 502 || status === 504;
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
