import type { ReactNode } from 'react';
import type { Words } from '../../language/words.ts';
import type { Brand } from '../../ui/brand.ts';
import type { Viewer } from '../../ui/viewer.ts';

/** What a page says about itself to browsers, search engines and previews (C-1.07). */
export type PageMetadata = {
  title: string;
  description: string;
  keywords: string;
  noindex?: boolean;
  /** schema.org, printed as JSON-LD. */
  structuredData?: Record<string, unknown>;
};

export type PageContext = {
  /** In the language of whoever asks. */
  t: Words;
  brand: Brand;
  viewer: Viewer;
  /** Origin of this installation, without a slash at the end. */
  publicUrl: string;
  query: URLSearchParams;
};

/** A public page that needs nothing but its words: same for everyone who is not signed in, so it is cached. */
export type StaticPage = {
  metadata(t: Words, brand: Brand): PageMetadata;
  Body(context: PageContext): ReactNode;
};
