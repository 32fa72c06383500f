import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { profilePath, signInPath } from '../../paths/paths.ts';
import { isSameOrigin } from '../../server/http/same-origin.ts';
import type { PageContext } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import { sayWhenToRetry } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { streamToBrowser } from '../http/stream-to-browser.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** GET /profile/export: all that is stored about who asks, as a zip. */
export function sendExport(site: Site) {
  return async (c: SiteContext) => {
    const { caller } = await readVisitor(c, site);
    if (!caller.user) return c.redirect(signInPath({ next: profilePath() }));
    if (!isSameOrigin(c.req.raw.headers, site.installation.publicUrl)) return c.redirect(profilePath());
    const exported = await call('exportAccount', caller, {}, site.installation);
    if (exported instanceof Refusal) {
      sayWhenToRetry(c, exported);
      const draw = ({ t }: PageContext) => {
        const action = { label: t('exportPage.backToProfile'), href: profilePath() };
        const text = refusalInWords(exported, t).message;
        return systemPage(t, { status: 429, title: t('exportPage.notYet'), text, action });
      };
      return showPage(c, site, draw, 'rest');
    }
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
      'Cache-Control': 'no-store',
    };
    if (c.req.method !== 'HEAD') return c.body(streamToBrowser(exported.zip, 'an export', c, site), 200, headers);
    await exported.zip.cancel();
    return c.body(null, 200, headers);
  };
}
