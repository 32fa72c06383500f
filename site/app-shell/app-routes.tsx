import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import { homePath, signInPath } from '../../paths/paths.ts';
import { ConnectionErrorScreen, LoadingScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { renderDocument } from '../document/document.tsx';
import { sendHtml } from '../document/send-html.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { appMetadata } from './app-metadata.ts';

/** The document of a page of the app: its metadata for everybody, its content once the script runs. */
export function showAppPage(page: AppPageName, site: Site) {
  return async (c: SiteContext) => {
    if (appPages[page].signedIn && !c.var.adminAccess && !(await readVisitor(c, site)).user) {
      return c.redirect(signInPath({ next: c.req.path }));
    }
    const brand = await site.brand();
    const { pathname, search } = new URL(c.req.url);
    const html = renderDocument({
      face: 'app',
      metadata: appMetadata(page, brand),
      path: c.req.path,
      brand,
      publicUrl: site.installation.publicUrl,
      assets: site.assets,
      children: (
        <div id="app" data-brand={JSON.stringify(brand)}>
          <div data-until-start="loading" className="with-scripts">
            <LoadingScreen />
          </div>
          <div data-until-start="failure" hidden>
            <ConnectionErrorScreen failure="Error initializing application" href={pathname + search} />
          </div>
          <noscript>
            <SystemScreen
              title="This page needs JavaScript."
              text="Finding something does not: the page of a tag, and the private link after it, work without."
              action={{ label: 'To the home page', href: homePath() }}
            />
          </noscript>
        </div>
      ),
    });
    c.header('Cache-Control', 'no-store');
    return sendHtml(c, 'app', html, c.var.adminAccess === 'to sign out' ? 503 : 200);
  };
}
