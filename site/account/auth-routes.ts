import { Hono } from 'hono';
import { Refusal } from '../../functions/define.ts';
import type { FunctionName, OpenFunctionName } from '../../functions/list.ts';
import type { AuthCall } from '../../paths/api.ts';
import { isSameOrigin } from '../../server/http/headers.ts';
import { answerDone, jsonRequest, refuse, refuseWith } from '../http/auth-calls.ts';
import { callFor, readVisitor, type SiteContext, type SiteEnv } from '../http/visitor.ts';
import { postFollowLink } from './follow-link.ts';
import { answerToken, deviceOf, postSignOut } from './session.ts';
import { postPasskeyOptions, postPasskeySignIn, postSignIn } from './sign-in.ts';

/** /auth: signing up, in and out, the links of mails, and the access token of the app. Same-origin only, JSON only. */
export function authRoutes(): Hono<SiteEnv> {
  const handlers: Record<AuthCall, (c: SiteContext) => Promise<Response>> = {
    token: answerToken,
    'sign-up/email': answerByFunction('signUp', { remembersDevice: true }),
    'send-verification-email': answerByFunction('sendConfirmationAgain'),
    link: answerByFunction('readLink'),
    'verify-email': postFollowLink,
    'sign-in/email': postSignIn(),
    'sign-in/passkey-options': postPasskeyOptions,
    'sign-in/passkey': postPasskeySignIn,
    'sign-out': postSignOut,
    'request-password-reset': answerByFunction('requestPasswordReset'),
    'reset-link': answerByFunction('readResetLink'),
    'reset-password': answerByFunction('resetPassword', { remembersDevice: true }),
    'change-email': answerByFunction('changeEmail'),
    activity: answerActivity,
  };
  const routes = new Hono<SiteEnv>();
  routes.use(async (c, next) => {
    if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw.headers, c.var.site.services.publicUrl)) {
      return refuseWith(c, 403, 'CROSS_ORIGIN', 'screen.onlyOurPages');
    }
    c.header('Cache-Control', 'no-store');
    return next();
  });
  for (const [call, handler] of Object.entries(handlers)) routes.post(`/${call}`, handler);
  // A person who follows a link gets a page (C-2.08).
  routes.all('/*', (c, next) =>
    c.req.header('accept')?.includes('text/html') ? next() : refuseWith(c, 404, 'NOT_FOUND', 'screen.nothingHere'),
  );
  return routes;
}

/** POST /auth/activity: a page reports that somebody used it. 204, also when nobody is signed in (any more). */
async function answerActivity(c: SiteContext): Promise<Response> {
  await callFor(c, 'recordActivity', {});
  return c.body(null, 204);
}

/** Answers with a function, which counts what it costs. @param remembersDevice whether the device cookie is renewed */
function answerByFunction(name: Exclude<FunctionName, OpenFunctionName>, { remembersDevice = false } = {}) {
  return jsonRequest(async (c, data) => {
    const { setCookie, ...device } = deviceOf(c);
    const result = await callFor(c, name, data, { device });
    if (result instanceof Refusal) return refuse(c, result, (await readVisitor(c)).caller.language);
    if (remembersDevice) c.header('Set-Cookie', setCookie, { append: true });
    return Object.keys(result).length > 0 ? c.json(result) : answerDone(c);
  });
}
