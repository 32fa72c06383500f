import { fillIn, type PlaceholderValues } from '../../domain/pages/contract/placeholders.ts';
import type { PageWords } from '../../domain/pages/contract/schema.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { placeholderValues } from '../../domain/shop/placeholder-values.ts';
import { type SitePageName, sitePages } from '../../paths/site-pages.ts';
import type { OwnArticle, PageContext, StaticPage } from '../document/page.ts';
import { type PageResult, showRestPage } from '../document/show-page.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { Article } from './article.tsx';
import { drawText, OwnSections } from './own-text.tsx';

export function showWords(name: SitePageName, page: StaticPage) {
  return (c: SiteContext) => showRestPage(c, (context) => drawWords(c, name, page, context));
}

export async function drawWords(
  c: SiteContext,
  name: SitePageName,
  page: StaticPage,
  context: PageContext,
): Promise<PageResult> {
  const { ownWords, services } = c.var.site;
  const { words, current } = await ownWords(name, context.t.language);
  const drawn = words
    ? drawOwnWords(page, words, context, await placeholderValues(services, context.brand))
    : drawOurWords(page, { ...context, ...(current && (await sellerFor(name, c))) });
  return { face: 'site', shared: current, ...drawn };
}

export async function sellerFor(name: SitePageName, c: SiteContext): Promise<Pick<PageContext, 'seller'>> {
  if (!sitePages[name].ofSeller) return {};
  const { open, seller } = await readShopSettings(c.var.site.services);
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
