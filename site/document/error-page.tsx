import { TooBusy } from '../../server/concurrency.ts';
import { isDatabaseAway } from '../../server/db/database-away.ts';
import { FilesAway } from '../../server/files/file-store.ts';
import { ConnectionErrorScreen, ErrorScreen } from '../../ui/system-screen.tsx';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';
import { showBarePage } from './bare-page.tsx';

const retrySeconds = 5;

/** Answers what went wrong with a page: 503 while the database or the file store is away, or has no room, or too much work waits; 500 for what nobody expected. */
export function showFailure(error: unknown, c: SiteContext, site: Site): Promise<Response> {
  const passes = isDatabaseAway(error) || error instanceof FilesAway || error instanceof TooBusy;
  return showErrorPage(c, site, passes ? 'unavailable' : 'unexpected');
}

/** The page for what could not be done (C-2.15, C-2.17). Whether a form arrived is not known, so it comes back with its key. */
export function showErrorPage(c: SiteContext, site: Site, what: 'unavailable' | 'unexpected'): Promise<Response> {
  if (what === 'unavailable') c.header('Retry-After', String(retrySeconds));
  return showBarePage(c, site, (t) => ({
    title: t('screen.wrong'),
    alert: t('error.unconfirmed'),
    ...(what === 'unexpected'
      ? { status: 500, screen: <ErrorScreen /> }
      : { status: 503, screen: <ConnectionErrorScreen failure={t('screen.notConnected')} href={c.req.path} /> }),
  }));
}
