import { codeSizes, usualCodeSize } from '../../domain/items/contract/qr-code.ts';
import { findTagPage } from '../../domain/items/tag-page.ts';
import { translationsIn } from '../../language/languages.ts';
import { TooBusy } from '../../server/concurrency.ts';
import { matchesEtag } from '../../server/http/etag.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { pageLanguageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';
import type { QrFormat } from './qr-pictures.ts';

const headers: Record<QrFormat, Record<string, string>> = {
  svg: { 'Content-Type': 'image/svg+xml' },
  png: { 'Content-Type': 'image/png' },
};

/** GET /item/{hash}/qr.svg and /qr.png: the tag's QR code as vectors or as pixels. Only what has to be drawn is limited. */
export function sendQr(site: Site, format: QrFormat) {
  return async (c: SiteContext) => {
    const hash = c.req.param('hash') ?? '';
    const { state } = await findTagPage(hash, site.services);
    if (state === 'unknown') return c.text(translationsIn(pageLanguageOf(c))('tag.unknownTitle'), 404);
    const millimetres = codeSizes.find((size) => String(size) === c.req.query('mm')) ?? usualCodeSize;
    const asked = { hash, format, millimetres };
    const known = site.qrPictures.find(asked);
    if (!known) {
      const networkKey = networkKeyOf(c.env.incoming, { keys: site.services.keys, trustProxy: site.trustProxy });
      const { allowed, retryAfter } = await site.services.limits.take('qr-drawing', networkKey);
      if (!allowed) return refuse(c, 429, retryAfter);
    }
    const picture = known ?? (await site.qrPictures.draw(asked).catch(nullWhenBusy));
    if (!picture) return refuse(c, 503, 5);
    // Asked about each time: who prints a tag after the installation has moved must not get the old address.
    c.header('Cache-Control', 'private, no-cache');
    c.header('ETag', picture.etag);
    if (matchesEtag(picture.etag, c.req.header('if-none-match'))) return c.body(null, 304);
    return c.body(picture.bytes, 200, headers[format]);
  };
}

function nullWhenBusy(error: unknown): null {
  if (error instanceof TooBusy) return null;
  throw error;
}

function refuse(c: SiteContext, status: 429 | 503, seconds: number): Response {
  c.header('Retry-After', String(seconds));
  c.header('Cache-Control', 'no-store');
  const wait = seconds > 60 ? { unit: 'minutes', count: Math.ceil(seconds / 60) } : { unit: 'seconds', count: seconds };
  return c.text(translationsIn(pageLanguageOf(c))('tag.tooManyCodes', wait), status);
}
