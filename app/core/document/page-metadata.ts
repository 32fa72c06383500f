import { createContext, useContext, useLayoutEffect } from 'react';
import { type Scheme, schemeNamed } from '../../../domain/settings/contract/accent.ts';
import type { OfferedLanguages } from '../../../domain/settings/contract/languages.ts';
import { languageSearch } from '../../../language/names.ts';
import { findAppPage } from '../../../paths/app-pages.ts';
import { type Brand, defaultBrand } from '../../../ui/brand.ts';
import { appMetadata, canonicalUrl } from '../../../ui/page-metadata.ts';
import { useLocation } from '../navigation/navigation.tsx';
import { t } from './app-translations.ts';

/** Gives each page of the app the metadata that its document has (C-1.07). The page's heading then makes the title more precise. */
export function usePageMetadata(): void {
  const brand = useBrand();
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    const page = findAppPage(pathname);
    if (!page) return;
    const { title, description, keywords, noindex = false } = appMetadata(page, t, brand);
    const url = publicUrl() + pathname;
    const canonical = canonicalUrl(url, { noindex, query: new URLSearchParams(search), language: t.language });
    showTitle(title);
    setMeta('name', 'description', description);
    setMeta('name', 'keywords', keywords);
    setMeta('property', 'og:description', description);
    setMeta('property', 'og:url', canonical);
    canonicalLink()?.setAttribute('href', canonical);
    allowIndexing(!noindex, url);
  }, [pathname, search, brand]);
}

export function showTitle(title: string): void {
  document.title = title;
  setMeta('property', 'og:title', title);
}

/** The origin of this installation, as the server says it: the address in the document need not be the one that search engines know. */
export function publicUrl(): string {
  return new URL(canonicalLink()?.href ?? location.href).origin;
}

function canonicalLink() {
  return document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
}

function setMeta(kind: 'name' | 'property', name: string, content: string): void {
  document.head.querySelector(`meta[${kind}="${name}"]`)?.setAttribute('content', content);
}

let translations: HTMLLinkElement[] | undefined;

function allowIndexing(allowed: boolean, url: string): void {
  translations ??= [...document.head.querySelectorAll<HTMLLinkElement>('link[hreflang]')];
  for (const link of translations) {
    link.remove();
    link.href = link.hreflang === 'x-default' ? url : url + languageSearch('', link.hreflang);
  }
  document.head.querySelector('meta[name="robots"]')?.remove();
  const noindex = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex' });
  document.head.append(...(allowed ? translations : [noindex]));
}

export const BrandContext = createContext<Brand>(defaultBrand);

export function useBrand(): Brand {
  return useContext(BrandContext);
}

export function brandOfDocument(root: HTMLElement): Brand {
  return { ...defaultBrand, ...(JSON.parse(root.dataset.brand ?? '{}') as Partial<Brand>) };
}

export function languagesOfDocument(): OfferedLanguages {
  return JSON.parse(document.getElementById('app')?.dataset.languages ?? '') as OfferedLanguages;
}

/** The scheme that this device was told to show. */
export function schemeOfDocument(): Scheme | undefined {
  return schemeNamed(document.getElementById('app')?.dataset.scheme);
}
