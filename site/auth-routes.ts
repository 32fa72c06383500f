import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { isDisabled } from '../domain/accounts/disable-account.ts';
import { admit } from '../domain/accounts/enter-session.ts';
import { readMailLink } from '../domain/accounts/mail-link.ts';
import { forgetTries, takeTry } from '../domain/accounts/password-tries.ts';
import { hasAccount } from '../domain/accounts/profile.ts';
import { displayName, newPassword } from '../domain/accounts/schema.ts';
import type { Account } from '../server/auth/auth.ts';
import { placeOf } from '../server/http/place.ts';
import { isRefused, readBody } from '../server/http/read-body.ts';
import { isSameOrigin } from '../server/http/same-origin.ts';
import type { Limited, LimitName } from '../server/limits/limits.ts';
import { answerActivity } from './activity-route.ts';
import type { Site } from './site.ts';
import { answerToken } from './token-route.ts';
import type { SiteContext, SiteEnv } from './visitor.ts';

/** What of better-auth is open to the world, and which limit counts it. */
const open: Record<string, LimitName | null> = {
  'POST /auth/sign-up/email': 'account-mail',
  'POST /auth/sign-in/email': 'sign-in',
  'POST /auth/sign-out': null,
  'POST /auth/send-verification-email': 'account-mail',
  'POST /auth/change-email': 'account-mail',
  'POST /auth/request-password-reset': 'account-mail',
  'POST /auth/reset-password': 'sign-in',
  'GET /auth/verify-email': 'sign-in',
};

/** /auth: signing up, in and out, and the access token of the app. Same-origin only, JSON only. */
export function authRoutes(site: Site): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  routes.use(sameOriginOnly(site));
  routes.post('/token', (c) => answerToken(c, site));
  routes.post('/activity', (c) => answerActivity(c, site));
  routes.all('/*', async (c) => {
    const limit = open[`${c.req.method} ${c.req.path}`];
    if (limit === undefined) return c.json({ code: 'NOT_FOUND', message: 'There is nothing here.' }, 404);
    const place = placeOf(c.env.incoming, { keys: site.installation.keys, trustProxy: site.trustProxy });
    if (limit) {
      const refused = await refuseOverLimit(c, site, limit, place);
      if (refused) return refused;
    }
    return c.req.method === 'GET' ? verifyEmail(c, site) : forward(c, place, site);
  });
  return routes;
}

/**
 * A link that moves the account to a new address works only for who is signed in to it: better-auth would sign in whoever opens it.
 * An address that got an account meanwhile is refused. Only the token is passed on: better-auth would follow a callbackURL to any site.
 */
async function verifyEmail(c: SiteContext, site: Site): Promise<Response> {
  const token = c.req.query('token') ?? '';
  const link = readMailLink(token);
  if (link.purpose === 'allow-change' && (await isDisabled(link.email, site.installation)))
    return c.json({ code: 'INVALID_TOKEN', message: 'This link has expired.' }, 401);
  if (link.purpose === 'confirm-change') {
    const account = await accountOf(c, site);
    if (!account) return c.json({ code: 'SIGN_IN_FIRST', message: 'Sign in first, then open the link again.' }, 401);
    if (account.email === link.newEmail) return c.json({ status: true });
    if (await hasAccount(link.newEmail, site.installation))
      return c.json({ code: 'USER_ALREADY_EXISTS', message: 'This address has an account.' }, 422);
  }
  const query = new URLSearchParams({ token });
  const url = `${site.installation.publicUrl}/auth/verify-email?${query}`;
  return site.auth.handler(new Request(url, { headers: c.req.raw.headers }));
}

/** What may stand in a body; a name is cleaned like every text (C-5.02). */
const fields = z.object({
  name: displayName.optional(),
  email: z.string().max(320).optional(),
  newEmail: z.email().max(320).toLowerCase().optional(),
  password: z.string().optional(),
  newPassword: z.string().optional(),
  token: z
    .string()
    .max(2000)
    .regex(/^[\x21-\x7e]*$/)
    .optional(),
});

const required: Record<string, z.ZodType<z.output<typeof fields>>> = {
  '/auth/sign-up/email': fields.required({ name: true }).extend({ password: newPassword }),
  '/auth/reset-password': fields.extend({ newPassword }),
  '/auth/change-email': fields.required({ newEmail: true }),
};

const codes = new Map<unknown, string>([
  ['name', 'INVALID_NAME'],
  ['newEmail', 'INVALID_EMAIL'],
  ['password', 'WEAK_PASSWORD'],
  ['newPassword', 'WEAK_PASSWORD'],
]);

/** The body is read here, so that size, encoding and fields are checked and wrong passwords of one account are counted wherever they come from. */
async function forward(c: SiteContext, place: string, site: Site): Promise<Response> {
  const body = await readBody(c.req.raw, 'application/json');
  if (isRefused(body)) return c.json({ code: 'BAD_REQUEST', message: body.message }, body.status);
  const read = (required[c.req.path] ?? fields).safeParse(parseJson(body));
  if (!read.success) {
    const [issue] = read.error.issues;
    const code = codes.get(issue?.path[0]) ?? 'BAD_REQUEST';
    return c.json({ code, message: issue?.message ?? 'This cannot be understood.' }, 400);
  }
  const { email = '', newEmail = '' } = read.data;
  if (c.req.path === '/auth/change-email') return askEmailChange(c, site, newEmail);
  const headers = new Headers(c.req.raw.headers);
  headers.delete('content-length');
  // Who is signed in here has no part in it: the answer is the same about every address.
  if (c.req.path === '/auth/send-verification-email') headers.delete('cookie');
  const sent = { method: 'POST', headers, body: JSON.stringify(read.data) };
  const pass = () => site.auth.handler(new Request(c.req.url, sent));
  if (c.req.path === '/auth/sign-in/email') return countTries(c, { email, place }, pass, site);
  const answer = await pass();
  return (await isBeaten(answer)) ? pass() : answer;
}

/** Another sign-up with the same address was quicker by a moment: asked again, it is a repeated one like any other. */
async function isBeaten(answer: Response): Promise<boolean> {
  if (answer.status !== 422) return false;
  const { code } = (await answer.clone().json()) as { code?: unknown };
  return code === 'FAILED_TO_CREATE_USER';
}

async function countTries(
  c: SiteContext,
  by: { email: string; place: string },
  signIn: () => Promise<Response>,
  { installation }: Site,
): Promise<Response> {
  const tried = await takeTry(by, installation);
  if (!tried.allowed) return tooMany(c, tried);
  const answer = await signIn();
  // Of a disabled account too, the password was right (403).
  if (answer.ok || answer.status === 403) await forgetTries(by.email, installation);
  return answer;
}

/** Whether the new address has an account is not told: then nothing is sent. */
async function askEmailChange(c: SiteContext, site: Site, newEmail: string): Promise<Response> {
  const account = await accountOf(c, site);
  if (!account) return c.json({ code: 'user-token-expired', message: 'Sign in first.' }, 401);
  if (!(await hasAccount(newEmail, site.installation))) await site.auth.askEmailChange(account, newEmail);
  return c.json({ status: true });
}

/** Who is signed in; null also with a session that does not count (C-4.05). */
async function accountOf(c: SiteContext, site: Site): Promise<Account | null> {
  const read = await site.auth.readSession(c.req.raw.headers);
  if (!read) return null;
  for (const header of read.setCookie) c.header('Set-Cookie', header, { append: true });
  const { account } = read.session;
  return (await admit(account, site.installation)).entered ? account : null;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    return undefined;
  }
}

async function refuseOverLimit(c: SiteContext, site: Site, limit: LimitName, key: string) {
  const taken = await site.installation.limits.take(limit, key);
  return taken.allowed ? undefined : tooMany(c, taken);
}

function tooMany(c: SiteContext, { retryAfter }: Limited): Response {
  const message = `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`;
  return c.json({ code: 'TOO_MANY_REQUESTS', message }, 429, { 'Retry-After': String(retryAfter) });
}

function sameOriginOnly(site: Site): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw.headers, site.installation.publicUrl)) {
      return c.json({ code: 'CROSS_ORIGIN', message: 'This can only be sent from our own pages.' }, 403);
    }
    return next();
  };
}
