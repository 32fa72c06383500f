import { languageSearch } from '../../language/names.ts';
import { guideNames, guidePath, homePath, staticPageNames, staticPath } from '../../paths/paths.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** GET /sitemap.xml: the public pages, each with its translations (sitemaps.org). */
export function sendSitemap({ installation: { publicUrl } }: Site) {
  const paths = [homePath(), ...staticPageNames.map((name) => staticPath(name)), ...guideNames.map(guidePath)];
  return (c: SiteContext): Response => {
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

/** Paths consist of letters, digits, - and _; the origin is a parsed URL: nothing needs escaping. */
function entry(url: string, languages: readonly string[]): string {
  const translations = languages.map(
    (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}${languageSearch('', language)}"/>`,
  );
  return `<url><loc>${url}</loc>${translations.join('')}</url>`;
}
