import type { MiddlewareHandler } from 'hono';
import { withTimeout } from '../../server/with-timeout.ts';
import { showErrorPage } from '../document/error-page.tsx';
import { readTypedForm } from './form-values.ts';
import type { Site } from './site.ts';
import type { SiteEnv } from './visitor.ts';

const longestAnswerMs = 4_000;

/** These have only the limits of the database: calls of the app under /auth, and files, which a slow network sends for long. */
const mayTakeLong = /^\/(auth\/|profile\/export$|files\/|conversation\/[^/]+\/pictures)/;

/** Answers in words when a page is not there in time. What was begun may still be done, so a form that comes back repeats the same sending. */
export function answerInTime(site: Site): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (mayTakeLong.test(c.req.path)) return next();
    // The time in which a form arrives does not count: the sender's network may be slow.
    if (c.req.method === 'POST') await readTypedForm(c);
    const inTime = await withTimeout(
      longestAnswerMs,
      next().then(() => true),
      false,
    );
    if (inTime) return;
    site.services.log.error({ ms: longestAnswerMs }, 'a page was not ready in time');
    return showErrorPage(c, site, 'unavailable');
  };
}
