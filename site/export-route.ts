import { exportAccount } from '../domain/accounts/export-account.ts';
import { isSameOrigin } from '../server/http/same-origin.ts';
import type { Site } from './site.ts';
import { readVisitor, type SiteContext } from './visitor.ts';

/** GET /profile/export: all that is stored about who asks, as a zip. */
export function sendExport(site: Site) {
  return async (c: SiteContext) => {
    const { user, caller } = await readVisitor(c, site);
    if (!user) return c.redirect('/signin?next=/profile');
    if (!isSameOrigin(c.req.raw.headers, site.installation.publicUrl)) return c.redirect('/profile');
    const { allowed, retryAfter } = await site.installation.limits.take('function-call', caller.place);
    if (!allowed) return c.text('Too many calls. Try again in a minute.', 429, { 'Retry-After': String(retryAfter) });
    const zip = await exportAccount(user, site.installation);
    const day = new Date().toISOString().slice(0, 10);
    return c.body(zip, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
      'Cache-Control': 'no-store',
    });
  };
}
