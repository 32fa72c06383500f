import { emailAddress } from '../../domain/accounts/contract/email-address.ts';
import { staticPath } from '../../paths/paths.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** GET /robots.txt: pages say themselves whether they may be found; what programs ask for is nothing to find. */
export function sendRobotsTxt({ services: { publicUrl } }: Site) {
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

/** The standard asks for less than a year. */
const validMs = 180 * 86_400_000;

/** GET /.well-known/security.txt (RFC 9116): where to report a hole. */
export function sendSecurityTxt(site: Site) {
  return async (c: SiteContext) => {
    const { contactEmail } = await site.brand();
    const { publicUrl } = site.services;
    const isAddress = emailAddress.safeParse(contactEmail).success;
    const fields = {
      Contact: isAddress ? `mailto:${contactEmail}` : `${publicUrl}${staticPath('contact')}`,
      Expires: new Date(Date.now() + validMs).toISOString(),
      Canonical: `${publicUrl}/.well-known/security.txt`,
      'Preferred-Languages': 'en',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
    return c.text(lines.join(''), 200, { 'Cache-Control': 'no-cache' });
  };
}
