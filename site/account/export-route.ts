import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { profilePath, signInPath } from '../../paths/paths.ts';
import { isSameOrigin } from '../../server/http/same-origin.ts';
import type { PageContext } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import { sayWhenToRetry } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** A browser that takes nothing of what is ready for so long is taken to be gone. */
const stallMs = 30_000;

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
    if (c.req.method !== 'HEAD') return c.body(toBrowser(exported.zip, c, site), 200, headers);
    await exported.zip.cancel();
    return c.body(null, 200, headers);
  };
}

/** Passes it on as the browser takes it. What breaks off, breaks the connection: a file that is not whole does not look whole. */
function toBrowser(zip: ReadableStream<Uint8Array>, c: SiteContext, site: Site): ReadableStream<Uint8Array> {
  const { log } = site.installation;
  const { outgoing } = c.env;
  // What is ready waits here until the browser takes it: the database may take its time before.
  let stalled: NodeJS.Timeout | undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      clearTimeout(stalled);
      controller.enqueue(bytes);
      stalled = setTimeout(() => outgoing.writableNeedDrain && outgoing.destroy(), stallMs);
    },
  });
  zip
    // The connection breaks instead.
    .pipeTo(writable, { preventAbort: true })
    .catch((error) => {
      if (outgoing.destroyed) log.info('an export broke off');
      else log.error({ error }, 'an export failed');
      outgoing.destroy();
    })
    .finally(() => clearTimeout(stalled));
  return readable;
}
