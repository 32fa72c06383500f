import type { MiddlewareHandler } from 'hono';
import { isSameOrigin } from '../../server/http/same-origin.ts';
import { showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** Refuses forms that another site's page sends in a visitor's name. */
export function refuseOtherOrigins(site: Site): MiddlewareHandler {
  return async (c, next) => {
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (reads || isSameOrigin(c.req.raw.headers, site.services.publicUrl)) return next();
    return showPage(c as SiteContext, site, ({ t }) =>
      systemPage(t, { status: 403, title: t('screen.notSent'), text: t('screen.otherSite') }),
    );
  };
}
