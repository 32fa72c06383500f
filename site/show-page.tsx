import type { ReactNode } from 'react';
import { chooseEncoding, encodeCheaply, encodeOnce } from '../server/http/encoding.ts';
import { Footer } from '../ui/footer.tsx';
import { Header } from '../ui/header.tsx';
import { InstallBanner } from '../ui/install-banner.tsx';
import { type Face, policyOf, renderDocument } from './document.tsx';
import type { PageContext, PageMetadata } from './page.ts';
import type { Site } from './site.ts';
import { readVisitor, type SiteContext, type Visitor, viewerOf } from './visitor.ts';

export type Shown = {
  face: Face;
  metadata: PageMetadata;
  body: ReactNode;
  status?: number;
  /** The finder's pages stand alone: nothing competes with the answer. Signed-in viewers always get the navigation. */
  bare?: boolean;
  /** The same for everybody who is not signed in and began no conversation: kept in the page cache. */
  shared?: boolean;
};

type Draw = (context: PageContext, visitor: Visitor) => Promise<Shown> | Shown;

/**
 * Answers with a page, drawn for the visitor. What is drawn for nobody in particular is kept in the page cache.
 * One network has its pages drawn one at a time, in half of the time: who asks for thousands leaves room for others.
 */
export async function showPage(c: SiteContext, site: Site, draw: Draw): Promise<Response> {
  const begun = c.var.begun ?? site.pageCache.begin();
  const visitor = await readVisitor(c, site);
  return site.drawing(visitor.caller.place, () => drawPage(c, site, { begun, visitor, draw }));
}

type Drawing = { begun: number; visitor: Visitor; draw: Draw };

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

/** Answers with a document, compressed for the browser. */
export function sendHtml(c: SiteContext, face: Face, html: string, status = 200, encode = encodeOnce): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Vary', 'Accept-Encoding, Cookie');
  return c.body(new Uint8Array(encode(Buffer.from(html), encoding)), status as 200, htmlHeaders(face));
}

function htmlHeaders(face: Face): Record<string, string> {
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(face) };
}
