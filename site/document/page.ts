import type { ReactNode } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import type { Translations } from '../../language/create-translations.ts';
import type { Messages } from '../../language/keys.ts';
import type { Services } from '../../server/services.ts';
import type { Brand } from '../../ui/brand.ts';
import type { Viewer } from '../../ui/header.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';

export type PageContext = {
  t: Translations;
  brand: Brand;
  viewer: Viewer;
  /** Origin of this installation, without a slash at the end. */
  publicUrl: string;
  query: URLSearchParams;
  map: Services['map'];
  byCard: boolean;
  seller?: ShopSettings['seller'] | undefined;
};

type OwnSection = { id: string; title: string; heading: ReactNode; content: ReactNode };

/** The operator's text for people: elements, never HTML. */
export type OwnText = { /** Before the first heading. */ intro: ReactNode; sections: OwnSection[] };

export type OwnArticle = { title: string; lead: string; text: OwnText };

/** A public page that needs nothing but its words: same for everyone who is not signed in, so it is cached. */
export type StaticPage = {
  /** @param publicUrl for addresses in structured data; @param seller of an open shop */
  metadata(t: Translations, brand: Brand, publicUrl: string, seller?: PageContext['seller']): PageMetadata;
  Body(context: PageContext): ReactNode;
  /** With the operator's words; missing: an article of them, between what stays. */
  OwnBody?(context: PageContext & { own: OwnArticle }): ReactNode;
  ownStructuredData?(own: OwnArticle, context: Pick<PageContext, 't' | 'brand' | 'publicUrl'>): Record<string, unknown>;
  drawing?: Category;
  wide?: boolean;
  /** Stays in place of the operator's. */
  lead?: ReactNode;
  /** Stays above the operator's words, or below them. */
  Above?(context: PageContext): ReactNode;
  Below?(context: PageContext): ReactNode;
};

type AreaOf<Key> = Key extends `${infer Area}.keywords` ? Area : never;

/** What a page says about itself in texts of its area; not every text names the product. */
export function metadataIn(area: AreaOf<keyof Messages>, title: 'documentTitle' | 'title' = 'title') {
  return (t: Translations, { productName: product }: Pick<Brand, 'productName'>): PageMetadata => ({
    title: t(`${area}.${title}` as 'legalPage.documentTitle', { product }),
    description: t(`${area}.description` as 'legalPage.description', { product }),
    keywords: t(`${area}.keywords` as 'legalPage.keywords'),
  });
}
