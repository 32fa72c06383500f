import type { ProductKind } from '../domain/shop/contract/product-kinds.ts';
import type { Translations } from '../language/create-translations.ts';
import { languageSearch } from '../language/names.ts';
import { type AppPageName, appPages } from '../paths/app-pages.ts';
import type { Brand } from './brand.ts';

/** What a page says about itself to browsers, search engines and previews (C-1.07). */
export type PageMetadata = {
  title: string;
  description: string;
  keywords: string;
  noindex?: boolean;
  /** What others show beside a link to it, where that is not the page’s own title and description. */
  linkPreview?: { title?: string; description?: string; picture: string } | undefined;
  /** What its social picture shows beside the title; a tag without it. */
  product?: ProductKind;
  /** schema.org, printed as JSON-LD. */
  structuredData?: Record<string, unknown>;
  breadcrumbs?: Record<string, unknown>;
};

/** The address by which search engines know the page at `url`: with its language, when somebody asked for it in one. */
export function canonicalUrl(
  url: string,
  { noindex, query, language }: { noindex: boolean | undefined; query: URLSearchParams | undefined; language: string },
): string {
  return !noindex && query?.has('lang') ? url + languageSearch('', language) : url;
}

/** Of each page of the app, in its document and after a navigation inside the app (C-1.07). */
export function appMetadata(page: AppPageName, t: Translations, { productName: product }: Brand): PageMetadata {
  const title = t(`metadata.${page}Title`);
  return {
    title: t('metadata.title', { page: title, product }),
    description: t(`metadata.${page}`),
    keywords: t('metadata.keywords', { page: title }),
    noindex: appPages[page].only !== undefined,
  };
}
