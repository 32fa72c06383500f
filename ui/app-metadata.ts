import type { Translations } from '../language/create-translations.ts';
import { type AppPageName, appPages } from '../paths/app-pages.ts';
import type { Brand } from './brand.ts';
import type { PageMetadata } from './page-metadata.ts';

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
