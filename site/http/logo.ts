import { readLogo } from '../../domain/settings/logo.ts';
import { wordsIn } from '../../language/languages.ts';
import { pageLanguageOf } from './language.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** GET /logo/{id}.png: the operator's logo, also for those who read mails elsewhere. Its address changes with it. */
export function sendLogo({ installation }: Site) {
  return async (c: SiteContext) => {
    const logo = await readLogo((c.req.param('file') ?? '').replace(/\.png$/, ''), installation);
    if (!logo) {
      c.header('Cache-Control', 'no-store');
      return c.text(wordsIn(pageLanguageOf(c))('screen.nothingHere'), 404);
    }
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(logo, 200, { 'Content-Type': 'image/png' });
  };
}
