import { emailAddress } from '../../domain/accounts/contract/email-address.ts';
import { restLanguageOf } from '../../domain/settings/languages.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { listProductsForSale } from '../../domain/shop/for-sale.ts';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf, translationsIn } from '../../language/languages.ts';
import { languageSearch } from '../../language/names.ts';
import { inboxPath, itemsPath, productPath, staticPath } from '../../paths/paths.ts';
import { sitePages } from '../../paths/site-pages.ts';
import type { Services } from '../../server/services.ts';
import { type Brand, taglineOf } from '../../ui/brand.ts';
import { homeLanguages, languageOfRequest, languagesOf, type PageLanguages } from './language.ts';
import type { SiteContext } from './visitor.ts';

/** GET /robots.txt: keeps search engines from the paths that only programs use. Each page says itself whether it may be indexed. */
export function sendRobotsTxt(c: SiteContext): Response {
  c.header('Cache-Control', 'public, max-age=3600');
  const paths = ['/auth/', '/functions/', '/live'].map((path) => `Disallow: ${path}\n`);
  const sitemap = `Sitemap: ${c.var.site.services.publicUrl}/sitemap.xml`;
  return c.text(`User-agent: *\n${paths.join('')}\n${sitemap}\n`);
}

/** The standard asks for less than a year. */
const validMs = 180 * 86_400_000;

/** GET /.well-known/security.txt (RFC 9116): where to report a hole. */
export async function sendSecurityTxt(c: SiteContext) {
  const { contactEmail } = await c.var.site.brand();
  const { publicUrl } = c.var.site.services;
  const isAddress = emailAddress.safeParse(contactEmail).success;
  const fields = {
    Contact: isAddress ? `mailto:${contactEmail}` : `${publicUrl}${staticPath('contact')}`,
    Expires: new Date(Date.now() + validMs).toISOString(),
    Canonical: `${publicUrl}/.well-known/security.txt`,
    'Preferred-Languages': 'en',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return c.text(lines.join(''), 200, { 'Cache-Control': 'no-cache' });
}

/** GET /sitemap.xml: the public pages and the products, each with its translations (sitemaps.org). */
export async function sendSitemap(c: SiteContext): Promise<Response> {
  const { services } = c.var.site;
  const home = await homeLanguages(c);
  const entryOf = (path: string, readIn: PageLanguages) => entry(services.publicUrl + path, languagesOf(c, readIn));
  const pages = Object.entries(sitePages).map(([name, { path, forFinders }]) =>
    entryOf(path, name === 'home' ? home.readIn : forFinders ? 'finder' : 'rest'),
  );
  const entries = [...pages, ...(await productPaths(services)).map((path) => entryOf(path, 'rest'))];
  c.header('Cache-Control', 'no-cache');
  c.header('Content-Type', 'application/xml; charset=utf-8');
  return c.body(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`);
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

/** The paper of ui/tokens.css, which the browser's own frame takes up. */
export const themeColors = { light: '#fbf8f2', dark: '#12161c' };

/** GET /manifest.webmanifest?lang=…: what a device needs to install the product as an app (C-1.05). */
export async function sendManifest(c: SiteContext) {
  const { site } = c.var;
  c.header('Content-Type', 'application/manifest+json');
  c.header('Cache-Control', 'no-cache');
  c.header('Vary', 'Accept-Language, Cookie');
  const language = restLanguageOf(languageOfRequest(c.env.incoming, site), site.services);
  return c.body(JSON.stringify(manifest(await site.brand(), translationsIn(language))));
}

/** @see https://www.w3.org/TR/appmanifest/ */
function manifest(brand: Brand, t: Translations) {
  const { productName } = brand;
  const icon = (name: string, size: number, purpose: string) => {
    return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose };
  };
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: taglineOf(brand, t),
    lang: t.language,
    dir: directionOf(t.language),
    start_url: itemsPath(),
    scope: '/',
    display: 'standalone',
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: [icon('tag-192', 192, 'any'), icon('tag-512', 512, 'any'), icon('tag-maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: t('frame.myItems'), url: itemsPath() },
      { name: t('frame.messages'), url: inboxPath() },
    ],
  };
}
