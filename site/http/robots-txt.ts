import type { SiteContext } from './visitor.ts';

const text = ['User-agent: *', 'Disallow: /auth/', 'Disallow: /functions/', 'Disallow: /live', ''].join('\n');

/** GET /robots.txt: pages say themselves whether they may be found; what programs ask for is nothing to find. */
export function sendRobotsTxt(c: SiteContext): Response {
  c.header('Cache-Control', 'public, max-age=3600');
  return c.text(text);
}
