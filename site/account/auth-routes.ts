import { Hono, type MiddlewareHandler } from 'hono';
import type { AuthCall } from '../../paths/api.ts';
import { isSameOrigin } from '../../server/http/same-origin.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext, SiteEnv } from '../http/visitor.ts';
import { answerByFunction } from './account-request.ts';
import { answerActivity } from './activity-route.ts';
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
    'sign-out': postSignOut(site),
    'request-password-reset': answerByFunction('requestPasswordReset', site),
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
      : c.json({ code: 'NOT_FOUND', message: 'There is nothing here.' }, 404),
  );
  return routes;
}

function sameOriginOnly(site: Site): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw.headers, site.installation.publicUrl)) {
      return c.json({ code: 'CROSS_ORIGIN', message: 'This can only be sent from our own pages.' }, 403);
    }
    c.header('Cache-Control', 'no-store');
    return next();
  };
}
