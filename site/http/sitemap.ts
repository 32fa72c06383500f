import { restLanguages } from '../../language/languages.ts';
import { languageSearch } from '../../language/names.ts';
import { guideNames, guidePath, homePath, staticPageNames, staticPath } from '../../paths/paths.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** GET /sitemap.xml: the public pages, each with its translations (sitemaps.org). */
export function sendSitemap({ installation: { publicUrl } }: Site) {
  const paths = [homePath(), ...staticPageNames.map((name) => staticPath(name)), ...guideNames.map(guidePath)];
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...paths.map((path) => entry(publicUrl + path)),
    '</urlset>',
    '',
  ].join('\n');
  return (c: SiteContext): Response => {
    c.header('Cache-Control', 'public, max-age=3600');
    c.header('Content-Type', 'application/xml; charset=utf-8');
    return c.body(text);
  };
}

/** Paths consist of letters, digits, - and _; the origin is a parsed URL: nothing needs escaping. */
function entry(url: string): string {
  const translations = restLanguages.map(
    (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}${languageSearch('', language)}"/>`,
  );
  return `<url><loc>${url}</loc>${translations.join('')}</url>`;
}
