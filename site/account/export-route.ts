import type { CurrentUser } from '../../domain/accounts/contract/schema.ts';
import { exportAccount } from '../../domain/accounts/export-account.ts';
import { profilePath, signInPath } from '../../paths/paths.ts';
import { isSameOrigin } from '../../server/http/same-origin.ts';
import { showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

const mostAtOnce = 2;
/** A browser that takes nothing of what is ready for so long is taken to be gone. */
const stallMs = 30_000;

/** GET /profile/export: all that is stored about who asks, as a zip; one at a time for an account, and few in all. */
export function sendExport(site: Site) {
  const running = new Set<string>();
  return async (c: SiteContext) => {
    const { user } = await readVisitor(c, site);
    if (!user) return c.redirect(signInPath({ next: profilePath() }));
    if (!isSameOrigin(c.req.raw.headers, site.installation.publicUrl)) return c.redirect(profilePath());
    const { allowed, retryAfter } = await site.installation.limits.take('export', user.uid);
    if (!allowed) return refuse(c, site, retryAfter, 'You asked for it many times.');
    if (running.has(user.uid)) return refuse(c, site, 60, 'It is on its way already: wait for that download to end.');
    if (running.size >= mostAtOnce) return refuse(c, site, 60, 'Other people download theirs right now.');
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
      'Cache-Control': 'no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    running.add(user.uid);
    return c.body(
      streamExport(c, site, user, () => running.delete(user.uid)),
      200,
      headers,
    );
  };
}

/** Written as the browser takes it. What breaks off, breaks the connection: a file that is not whole does not look whole. */
function streamExport(c: SiteContext, site: Site, user: CurrentUser, onEnd: () => void): ReadableStream<Uint8Array> {
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
  exportAccount(user, site.installation, writable)
    .catch((error) => {
      if (outgoing.destroyed) log.info('an export broke off');
      else log.error({ error }, 'an export failed');
      outgoing.destroy();
    })
    .finally(() => {
      clearTimeout(stalled);
      onEnd();
    });
  return readable;
}

function refuse(c: SiteContext, site: Site, seconds: number, why: string): Promise<Response> {
  c.header('Retry-After', String(seconds));
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute';
  const action = { label: 'Back to your profile', href: profilePath() };
  const page = { status: 429, title: 'Your data cannot come yet.', text: `${why} Try again in ${wait}.`, action };
  return showPage(c, site, ({ t }) => ({ ...systemPage(t, page), mainLanguage: 'en' }), 'rest');
}
