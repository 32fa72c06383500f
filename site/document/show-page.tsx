import type { ReactNode } from 'react';
import { TooBusy } from '../../server/concurrency.ts';
import { encodeCheaply } from '../../server/http/encoding.ts';
import { Footer } from '../../ui/footer.tsx';
import { Header } from '../../ui/header.tsx';
import { InstallBanner } from '../../ui/install-banner.tsx';
import { SystemScreen } from '../../ui/system-screen.tsx';
import type { Begun } from '../http/page-cache.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext, type Visitor, viewerOf } from '../http/visitor.ts';
import { showBarePage } from './bare-page.tsx';
import { type Face, renderDocument } from './document.tsx';
import type { PageContext, PageMetadata } from './page.ts';
import { htmlHeaders, sendHtml } from './send-html.ts';

export type PageResult = {
  face: Face;
  metadata: PageMetadata;
  body: ReactNode;
  status?: number;
  /** The finder's pages stand alone: nothing competes with the answer. Signed-in viewers always get the navigation. */
  bare?: boolean;
  /** The same for everybody who is not signed in and began no conversation: kept in the page cache. */
  shared?: boolean;
};

type Draw = (context: PageContext, visitor: Visitor) => Promise<PageResult> | PageResult;

/**
 * Answers with a page, drawn for the visitor. What is drawn for nobody in particular is kept in the page cache.
 * One network has its pages drawn one at a time, in half of the time: who asks for thousands leaves room for others. People who are
 * signed in wait for themselves alone, and finders who come back not for strangers.
 */
export async function showPage(c: SiteContext, site: Site, draw: Draw): Promise<Response> {
  const begun = c.var.begun ?? site.pageCache.begin();
  const visitor = await readVisitor(c, site);
  const page = () => drawPage(c, site, { begun, visitor, draw });
  // A form that comes back holds what was typed: it waits for nobody.
  if (c.req.method !== 'GET') return page();
  try {
    return await site.drawing(queueOf(visitor), async () => (c.env.outgoing.destroyed ? c.body(null) : page()));
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return showBusy(c, site);
  }
}

function queueOf({ user, secrets, caller }: Visitor): string {
  if (user) return `user ${user.uid}`;
  return caller.formNonce || secrets.length > 0 ? `returning ${caller.networkKey}` : caller.networkKey;
}

function showBusy(c: SiteContext, site: Site): Promise<Response> {
  const title = 'Many pages were asked for from your network.';
  const text = 'Wait a few seconds, then try again.';
  c.header('Retry-After', '5');
  const screen = <SystemScreen title={title} text={text} action={{ label: 'Try again', href: c.req.path }} />;
  return showBarePage(c, site, { status: 503, title, screen });
}

type Drawing = { begun: Begun; visitor: Visitor; draw: Draw };

async function drawPage(c: SiteContext, site: Site, { begun, visitor, draw }: Drawing): Promise<Response> {
  const viewer = await viewerOf(visitor, site);
  const brand = await site.brand();
  const { publicUrl } = site.installation;
  const query = new URL(c.req.url).searchParams;
  const shown = await draw({ brand, viewer, publicUrl, query }, visitor);
  const { face, metadata, body, status = 200, bare = false, shared = false } = shown;

  const html = renderDocument({
    face,
    metadata,
    path: c.req.path,
    brand,
    publicUrl,
    assets: site.assets,
    signedIn: viewer !== null,
    children: (
      <>
        {(viewer || !bare) && <Header brand={brand} viewer={viewer} path={c.req.path} />}
        <main id="main">{body}</main>
        <Footer brand={brand} />
        {face === 'site' && <InstallBanner brand={brand} />}
      </>
    ),
  });
  const personal = visitor.user !== null || visitor.secrets.length > 0;
  if (shared && !personal && c.req.method === 'GET' && status === 200 && query.size === 0) {
    site.pageCache.put(c.req.path, begun, html, htmlHeaders(face));
    c.header('Cache-Control', 'private, no-cache');
    return sendHtml(c, face, html, status, encodeCheaply);
  }
  c.header('Cache-Control', 'no-store');
  return sendHtml(c, face, html, status);
}
