import { Hono, type MiddlewareHandler } from 'hono';
import { Refusal } from '../../functions/define.ts';
import { call, type FunctionName, type OpenFunctionName } from '../../functions/list.ts';
import type { AuthCall } from '../../paths/api.ts';
import { isSameOrigin } from '../../server/http/headers.ts';
import { answerDone, jsonRequest, refuse, refuseWith } from '../http/auth-calls.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext, type SiteEnv } from '../http/visitor.ts';
import { answerToken, deviceOf, postSignOut } from './session.ts';
import { postPasskeyOptions, postPasskeySignIn, postSignIn } from './sign-in.ts';

/** /auth: signing up, in and out, the links of mails, and the access token of the app. Same-origin only, JSON only. */
export function authRoutes(site: Site): Hono<SiteEnv> {
  const handlers: Record<AuthCall, (c: SiteContext) => Promise<Response>> = {
    token: (c) => answerToken(c, site),
    'sign-up/email': answerByFunction('signUp', site, { remembersDevice: true }),
    'send-verification-email': answerByFunction('sendConfirmationAgain', site),
    link: answerByFunction('readLink', site),
    'verify-email': answerByFunction('followLink', site),
    'sign-in/email': postSignIn(site),
    'sign-in/passkey-options': postPasskeyOptions(site),
    'sign-in/passkey': postPasskeySignIn(site),
    'sign-out': postSignOut(site),
    'request-password-reset': answerByFunction('requestPasswordReset', site),
    'reset-link': answerByFunction('readResetLink', site),
    'reset-password': answerByFunction('resetPassword', site, { remembersDevice: true }),
    'change-email': answerByFunction('changeEmail', site),
    activity: (c) => answerActivity(c, site),
  };
  const routes = new Hono<SiteEnv>();
  routes.use(sameOriginOnly(site));
  for (const [call, handler] of Object.entries(handlers)) routes.post(`/${call}`, handler);
  // A person who follows a link gets a page (C-2.08).
  routes.all('/*', (c, next) =>
    c.req.header('accept')?.includes('text/html') ? next() : refuseWith(c, 404, 'NOT_FOUND', 'screen.nothingHere'),
  );
  return routes;
}

function sameOriginOnly(site: Site): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw.headers, site.services.publicUrl)) {
      return refuseWith(c, 403, 'CROSS_ORIGIN', 'screen.onlyOurPages');
    }
    c.header('Cache-Control', 'no-store');
    return next();
  };
}

/** POST /auth/activity: a page reports that somebody used it. 204, also when nobody is signed in (any more). */
async function answerActivity(c: SiteContext, site: Site): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  const { caller } = await readVisitor(c, site);
  await call('recordActivity', caller, {}, site.services);
  return c.body(null, 204);
}

/** Answers with a function, which counts what it costs. @param remembersDevice whether the device cookie is renewed */
function answerByFunction(
  name: Exclude<FunctionName, OpenFunctionName>,
  site: Site,
  { remembersDevice = false } = {},
): (c: SiteContext) => Promise<Response> {
  return jsonRequest(async (c, data) => {
    const { setCookie, ...device } = deviceOf(c, site);
    const { caller } = await readVisitor(c, site);
    const result = await call(name, { ...caller, device }, data, site.services);
    if (result instanceof Refusal) return refuse(c, result, caller.language);
    if (remembersDevice) c.header('Set-Cookie', setCookie, { append: true });
    return Object.keys(result).length > 0 ? c.json(result) : answerDone(c);
  });
}
