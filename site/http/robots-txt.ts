import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** GET /robots.txt: pages say themselves whether they may be found; what programs ask for is nothing to find. */
export function sendRobotsTxt({ installation: { publicUrl } }: Site) {
  const text = [
    'User-agent: *',
    'Disallow: /auth/',
    'Disallow: /functions/',
    'Disallow: /live',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  return (c: SiteContext): Response => {
    c.header('Cache-Control', 'public, max-age=3600');
    return c.text(text);
  };
}
