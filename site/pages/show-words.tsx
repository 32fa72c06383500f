import { fillIn, type PlaceholderValues } from '../../domain/pages/contract/placeholders.ts';
import type { PageWords } from '../../domain/pages/contract/schema.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { placeholderValues } from '../../domain/shop/placeholder-values.ts';
import { type SitePageName, sitePages } from '../../paths/site-pages.ts';
import type { OwnArticle, PageContext, StaticPage } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';
import { Article } from './article.tsx';
import { drawText, OwnSections } from './own-text.tsx';

export function showWords(name: SitePageName, page: StaticPage, site: Site) {
  return (c: SiteContext) => showPage(c, site, (context) => drawWords(name, page, context, site), 'rest');
}

export async function drawWords(
  name: SitePageName,
  page: StaticPage,
  context: PageContext,
  site: Site,
): Promise<PageResult> {
  const { words, current } = await site.ownWords(name, context.t.language);
  const drawn = words
    ? drawOwnWords(page, words, context, await placeholderValues(site.services, context.brand))
    : drawOurWords(page, { ...context, ...(current && (await sellerFor(name, site))) });
  return { face: 'site', shared: current, ...drawn };
}

export async function sellerFor(
  name: SitePageName,
  { services }: Pick<Site, 'services'>,
): Promise<Pick<PageContext, 'seller'>> {
  if (!sitePages[name].ofSeller) return {};
  const { open, seller } = await readShopSettings(services);
  return { seller: open ? seller : undefined };
}

type Drawn = Pick<PageResult, 'metadata' | 'body'>;

export function drawOurWords(page: StaticPage, context: PageContext): Drawn {
  return {
    metadata: page.metadata(context.t, context.brand, context.publicUrl, context.seller),
    body: <page.Body {...context} />,
  };
}

export function drawOwnWords(
  page: StaticPage,
  words: PageWords,
  context: PageContext,
  values: PlaceholderValues,
): Drawn {
  const { t, brand, publicUrl } = context;
  const own: OwnArticle = {
    title: fillIn(words.title, values),
    lead: fillIn(words.lead, values),
    text: drawText(words.text, values),
  };
  const { keywords, structuredData } = page.metadata(t, brand, publicUrl);
  const data = page.ownStructuredData?.(own, { t, brand, publicUrl }) ?? (page.OwnBody && structuredData);
  const Body = page.OwnBody ?? OwnPage;
  return {
    metadata: {
      title: fillIn(words.documentTitle, values),
      description: fillIn(words.description, values),
      keywords,
      ...(data && { structuredData: data }),
    },
    body: <Body {...context} own={own} page={page} />,
  };
}

function OwnPage({ own: { title, lead, text }, page }: { own: OwnArticle; page: StaticPage }) {
  return (
    <Article title={title} lead={lead} drawing={page.drawing}>
      <OwnSections text={text} />
    </Article>
  );
}
