import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { listProductsForSale } from '../../domain/shop/for-sale.ts';
import { languageSearch } from '../../language/names.ts';
import { productPath } from '../../paths/paths.ts';
import { sitePages } from '../../paths/site-pages.ts';
import type { Services } from '../../server/services.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** GET /sitemap.xml: the public pages and the products, each with its translations (sitemaps.org). */
export function sendSitemap({ services }: Site) {
  const { publicUrl } = services;
  const pages = Object.values(sitePages).map(({ path }) => path);
  return async (c: SiteContext): Promise<Response> => {
    const paths = [...pages, ...(await productPaths(services))];
    const { rest } = c.var.languages;
    c.header('Cache-Control', 'no-cache');
    c.header('Content-Type', 'application/xml; charset=utf-8');
    return c.body(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
        ...paths.map((path) => entry(publicUrl + path, rest)),
        '</urlset>',
        '',
      ].join('\n'),
    );
  };
}

/** A sitemap has room for many more; no shop of tags has. */
const mostProducts = 1_000;

async function productPaths(services: Services): Promise<string[]> {
  const { open, currency } = await readShopSettings(services);
  const list = open ? await listProductsForSale(currency, { limit: mostProducts }, services) : undefined;
  return list && list !== 'bad-cursor' ? list.products.map(({ slug }) => productPath(slug)) : [];
}

/** Paths consist of letters, digits, - and _; the origin is a parsed URL: nothing needs escaping. */
function entry(url: string, languages: readonly string[]): string {
  const translations = languages.map(
    (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}${languageSearch('', language)}"/>`,
  );
  return `<url><loc>${url}</loc>${translations.join('')}</url>`;
}
