import type { MiddlewareHandler } from 'hono';
import { can } from '../../domain/accounts/contract/can.ts';
import { openDuringMaintenance } from '../../domain/settings/contract/open-during-maintenance.ts';
import { maintenanceRetrySeconds } from '../../domain/settings/maintenance.ts';
import { notAvailable } from '../../functions/refused.ts';
import { adminPath, isFinderPath } from '../../paths/paths.ts';
import { withTimeout } from '../../server/concurrency.ts';
import { isSameOrigin } from '../../server/http/headers.ts';
import { ConnectionErrorScreen, MaintenanceScreen, maintenanceText } from '../../ui/system-screen.tsx';
import { isAuthCall, refuse } from '../http/auth-calls.ts';
import { readTypedForm } from '../http/forms.ts';
import { readsOf, readVisitor, type SiteContext, type SiteEnv } from '../http/visitor.ts';
import { showBarePage, showErrorPage } from './bare-page.tsx';
import { showPage } from './show-page.tsx';
import { systemPage } from './system.tsx';

/** Refuses forms that another site's page sends in a visitor's name. */
export const refuseOtherOrigins: MiddlewareHandler<SiteEnv> = async (c, next) => {
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (reads || isSameOrigin(c.req.raw.headers, c.var.site.services.publicUrl)) return next();
  return showPage(c, ({ t }) =>
    systemPage(t, { status: 403, title: t('screen.notSent'), text: t('screen.otherSite') }),
  );
};

const longestAnswerMs = 4_000;

/** These have only the limits of the database: calls of the app under /auth, and files, which a slow network sends for long. */
const mayTakeLong = /^\/(auth\/|profile\/export$|files\/|conversation\/[^/]+\/pictures)/;

/** Answers in words when a page is not there in time. What was begun may still be done, so a form that comes back repeats the same sending. */
export const answerInTime: MiddlewareHandler<SiteEnv> = async (c, next) => {
  if (mayTakeLong.test(c.req.path)) return next();
  // The time in which a form arrives does not count: the sender's network may be slow.
  if (c.req.method === 'POST') await readTypedForm(c);
  const inTime = await withTimeout(
    longestAnswerMs,
    next().then(() => true),
    false,
  );
  if (inTime) return;
  c.var.site.services.log.error({ ms: longestAnswerMs }, 'a page was not ready in time');
  return showErrorPage(c, 'unavailable');
};

/** Files, the choice of a language or a theme, turning mails off, reports of activity, and what administrators need to come in, also with a forgotten password. */
const open =
  /^\/((assets|files|fonts|live)(\/|$)|(language|theme)$|unsubscribe$|auth\/(sign-in\/email|sign-in\/passkey|sign-in\/passkey-options|sign-out|token|activity|request-password-reset|reset-link|reset-password)$)/;
const adminPages = /^\/admin(\/|$)/;

/** During maintenance all but administrators get its page (C-4.13, C-4.15, C-4.16). At /admin they sign in (C-4.14), and others out. */
export const closeDuringMaintenance: MiddlewareHandler<SiteEnv> = async (c, next) => {
  const { path } = c.req;
  if (open.test(path) || openDuringMaintenance.includes(path.replace(/\/$/, ''))) return next();
  c.set('readStart', c.var.site.pageCache.startRead());
  const closed = await readsOf(c).closedParts();
  if (!closed) {
    if (isAuthCall(path)) return refuse(c, notAvailable());
    await readFormForAnswer(c);
    return showUnknown(c);
  }
  const message = closed[isFinderPath(path) ? 'tag-pages' : 'rest'];
  if (message === null) return next();
  const { user } = await readVisitor(c);
  if (can(user, 'passMaintenance')) return next();
  if (!user && adminPages.test(path)) {
    c.set('adminAccess', 'to sign in');
    return next();
  }
  c.header('Retry-After', String(maintenanceRetrySeconds));
  if (path === adminPath()) {
    c.set('adminAccess', 'to sign out');
    return next();
  }
  if (isAuthCall(path)) return c.json({ code: 'MAINTENANCE', message }, 503);
  await readFormForAnswer(c);
  return showMaintenancePage(c, message);
};

async function readFormForAnswer(c: SiteContext): Promise<void> {
  if (c.req.method === 'POST') await readTypedForm(c);
}

/** Nothing was begun (C-8.03). */
function showUnknown(c: SiteContext): Promise<Response> {
  c.header('Retry-After', '5');
  return showBarePage(c, (t) => {
    const screen = <ConnectionErrorScreen failure={t('screen.maintenanceUnknown')} href={c.req.path} />;
    return { status: 503, title: t('screen.wrong'), screen };
  });
}

function showMaintenancePage(c: SiteContext, message: string): Promise<Response> {
  return showBarePage(c, (t) => {
    const screen = (
      <MaintenanceScreen message={message} href={c.req.path}>
        {c.req.method === 'POST' && <p role="alert">{t('screen.notSent')}</p>}
      </MaintenanceScreen>
    );
    return { status: 503, title: t('screen.backSoon'), text: maintenanceText(message, t), screen };
  });
}
