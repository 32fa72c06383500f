import { isDeepStrictEqual } from 'node:util';
import type { ReactNode } from 'react';
import { accentOf, type Scheme } from '../../domain/settings/contract/accent.ts';
import { offeredLanguages } from '../../domain/settings/languages.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import type { Refusal } from '../../functions/define.ts';
import { translationsIn } from '../../language/languages.ts';
import { TooBusy } from '../../server/concurrency.ts';
import type { Services } from '../../server/services.ts';
import { KeepAccountForm } from '../../ui/deletion-alert.tsx';
import { BrandLine, Footer } from '../../ui/footer.tsx';
import { Header } from '../../ui/header.tsx';
import { InstallBanner } from '../../ui/install-banner.tsx';
import { BrandFooter } from '../../ui/own-footer.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import { StoreBadge } from '../../ui/store-badge.tsx';
import { cachedLanguage, hasOthers, languagesOf, type PageLanguages, pageLanguageOf } from '../http/language.ts';
import type { ReadStart } from '../http/page-cache.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import { chosenScheme } from '../http/theme.ts';
import { readVisitor, type SiteContext, type Visitor, viewerOf } from '../http/visitor.ts';
import { showBusy } from './bare-page.tsx';
import { renderDocument } from './document.tsx';
import type { PageContext } from './page.ts';
import { accentStyle, type DocumentFace, htmlHeaders, sendDrawnHtml, sendHtml, sendSharedHtml } from './send-html.ts';
import { socialPictureOf } from './social-picture.ts';

export type PageResult = {
  /** Missing: a finder's page, which search engines leave out. */
  face?: 'site';
  metadata: PageMetadata;
  body: ReactNode;
  /** Missing: that of the refusal, or 200. */
  status?: number;
  /** Why a form, or what was asked, is not done. */
  refusal?: Refusal | undefined;
  withConversation?: boolean;
  asksPosition?: boolean;
  formsLeadTo?: string | undefined;
  forStranger?: boolean;
  scheme?: Scheme;
  /** The page's own address, when it may be asked for by another. */
  path?: string;
  /** All that `body` is drawn from besides the context, as data: while it is the same, the page is not drawn again. */
  drawnFrom?: object;
  /** The same for everybody who is not signed in and began no conversation: kept in the page cache. */
  shared?: boolean;
};

/** The page stands at another address now. */
export type Moved = {
  movedTo: string;
  /** It may come back to this address. */
  forNow?: true;
};

type Drawn = PageResult | Moved;

type Draw = (context: PageContext, visitor: Visitor) => Promise<Drawn> | Drawn;

/** A page to which finders do not come: in English where the visitor's language does not have it. */
export function showRestPage(c: SiteContext, draw: Draw): Promise<Response> {
  return showPage(c, draw, 'rest');
}

/**
 * Answers with a page, drawn for the visitor. What is drawn for nobody in particular is kept in the page cache.
 * One network has its pages drawn one at a time, in half of the time: who asks for thousands leaves room for others. People who are
 * signed in wait for themselves alone, and finders who come back not for strangers.
 * @param readIn finder: shown in every language; rest: in English where the language does not have it
 */
export async function showPage(c: SiteContext, draw: Draw, readIn: PageLanguages = 'finder'): Promise<Response> {
  const { site } = c.var;
  const readStart = c.var.readStart ?? site.pageCache.startRead();
  const visitor = await readVisitor(c);
  const page = () => drawPage(c, { readStart, visitor, draw, readIn });
  // A form that comes back holds what was typed: it waits for nobody.
  if (c.req.method !== 'GET') return page();
  try {
    return await site.drawing(queueOf(visitor), async () => (c.env.outgoing.destroyed ? c.body(null) : page()));
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return showBusy(c);
  }
}

function queueOf({ user, secrets, caller }: Visitor): string {
  if (user) return `user ${user.uid}`;
  return caller.formNonce || secrets.length > 0 ? `returning ${caller.networkKey}` : caller.networkKey;
}

type Drawing = { readStart: ReadStart; visitor: Visitor; draw: Draw; readIn: PageLanguages };

async function drawPage(c: SiteContext, { readStart, visitor, draw, readIn }: Drawing): Promise<Response> {
  const { site } = c.var;
  const signedIn = await viewerOf(c);
  const brand = await site.brand();
  const isCurrent = areSettingsCurrent(c);
  const { publicUrl } = site.services;
  const { search, searchParams: query } = new URL(c.req.url);
  const language = pageLanguageOf(c, { user: visitor.user, readIn });
  const t = translationsIn(language);
  const context = { t, brand, viewer: signedIn, query, ...knownOf(site.services) };
  const shown = await draw(context, visitor);
  if ('movedTo' in shown) return c.redirect(shown.movedTo, shown.forNow ? 302 : 301);
  const viewer = shown.forStranger ? null : signedIn;
  const { body, refusal, path = c.req.path, drawnFrom, shared = false, withConversation } = shown;
  const { status = refusal ? statusOf(refusal) : 200 } = shown;
  if (refusal) sayWhenToRetry(c, refusal);
  const metadata = shown.face ? shown.metadata : { ...shown.metadata, noindex: true };
  const face: DocumentFace = shown.face ?? (viewer ? 'owner' : 'finder');
  const cart = face === 'site' && (await readShopSettings(site.services)).open ? 0 : undefined;
  const theme = face === 'site' ? { scheme: chosenScheme(c.req.header('cookie'), site) } : undefined;
  const scheme = shown.scheme ?? theme?.scheme;

  const pictureOf = ({ title, product: kind }: PageMetadata) =>
    socialPictureOf(
      {
        language: t.language,
        brand: brand.productName,
        accent: accentOf(brand).light,
        // The brand stands above it.
        title: title.replace(` · ${brand.productName}`, '').replace(`${brand.productName}: `, ''),
        kind,
      },
      site.services.keys,
    );
  const render = () =>
    renderDocument({
      face,
      metadata,
      t,
      translations: languagesOf(c, readIn),
      path,
      query,
      brand,
      publicUrl,
      assets: site.assets,
      withConversation,
      scheme,
      socialPicture: face === 'site' && !metadata.noindex && status === 200 ? pictureOf(metadata) : undefined,
      children: (
        <>
          {/* The finder's pages stand alone: nothing competes with the answer. */}
          {face === 'finder' ? <BrandLine brand={brand} /> : <Header {...{ brand, viewer, path, cart }} />}
          <main id="main" data-answer={c.req.method === 'POST' || undefined}>
            {viewer?.deletedOn && <KeepAccountForm deletedOn={viewer.deletedOn} className="wrap py-3" />}
            {body}
          </main>
          {face === 'site' && <InstallBanner brand={brand} />}
          <Footer {...{ brand, path, search, theme }} others={hasOthers(c.var.languages, path, signedIn)}>
            {face === 'site' && (
              <>
                <StoreBadge brand={brand} />
                <BrandFooter brand={brand} />
              </>
            )}
          </Footer>
        </>
      ),
    });
  const kind = {
    face,
    language: t.language,
    accent: accentStyle(brand),
    scheme,
    ...(shown.asksPosition && { asksPosition: true }),
    ...(shown.formsLeadTo && { formsLeadTo: shown.formsLeadTo }),
  };
  const personal = visitor.user !== null || visitor.secrets.length > 0;
  const ordinary = c.req.method === 'GET' && status === 200;
  if (shared && isCurrent && !personal && ordinary && query.size === 0) {
    const html = render();
    const name = { path, language: cachedLanguage(path, c.env.incoming.headers, site), scheme };
    site.pageCache.put(name, readStart, html, htmlHeaders(kind));
    c.header('Cache-Control', 'private, no-cache');
    return sendSharedHtml(c, kind, html);
  }
  c.header('Cache-Control', 'no-store');
  if (!drawnFrom || !ordinary) return sendHtml(c, kind, render(), status);
  const dependencies = [path, search, metadata, brand, viewer, drawnFrom];
  return sendDrawnHtml(c, kind, site.drawnDocuments, { drawnFrom: dependencies, draw: render });
}

/** What pages say of the installation. */
export function knownOf({ publicUrl, map, payments }: Services) {
  return { publicUrl, map, byCard: Boolean(payments) };
}

/** Whether the page was drawn with the current settings. When reading them took too long it was not, and must not be cached. */
function areSettingsCurrent(c: SiteContext): boolean {
  const { services } = c.var.site;
  return services.settings.isRead() && isDeepStrictEqual(c.var.languages, offeredLanguages(services));
}
