import { ConnectionErrorScreen, ErrorScreen } from '../ui/system-screen.tsx';
import { showBarePage } from './bare-page.tsx';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/**
 * The page for what nobody expected, such as a database that is away.
 * @param failure what could not be done, in words (C-8.03), where that is known
 */
export function showErrorPage(c: SiteContext, site: Site, failure?: string): Promise<Response> {
  const screen = failure ? <ConnectionErrorScreen failure={failure} href={c.req.path} /> : <ErrorScreen />;
  return showBarePage(c, site, { status: 500, title: 'Something went wrong.', screen });
}
