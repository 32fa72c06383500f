import { Hono, type MiddlewareHandler } from 'hono';
import { call } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import type { AuthCall } from '../../paths/api.ts';
import { isSameOrigin } from '../../server/http/same-origin.ts';
import { pageLanguageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext, type SiteEnv } from '../http/visitor.ts';
import { answerByFunction } from './account-request.ts';
import { postPasskeyOptions, postPasskeySignIn } from './passkey-sign-in.ts';
import { postSignIn, postSignOut } from './sign-in.ts';
import { answerToken } from './token-route.ts';

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
    c.req.header('accept')?.includes('text/html')
      ? next()
      : c.json({ code: 'NOT_FOUND', message: translationsIn(pageLanguageOf(c))('screen.nothingHere') }, 404),
  );
  return routes;
}

function sameOriginOnly(site: Site): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw.headers, site.services.publicUrl)) {
      const message = translationsIn(pageLanguageOf(c))('screen.onlyOurPages');
      return c.json({ code: 'CROSS_ORIGIN', message }, 403);
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
