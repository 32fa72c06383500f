import sharp from 'sharp';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { codeSizes, printedAddress, qrMatrix, qrSvg, usualCodeSize } from '../../domain/items/contract/qr-code.ts';
import { findTagPage } from '../../domain/items/tag-page.ts';
import { translationsIn } from '../../language/languages.ts';
import { etagOf, matchesEtag } from '../../server/http/headers.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { createDrawnPictures } from '../http/drawn-pictures.ts';
import { pageLanguageOf } from '../http/language.ts';
import type { SiteContext } from '../http/visitor.ts';

const leastDotsPerInch = 300;
const mmPerInch = 25.4;
const types = { svg: 'image/svg+xml', png: 'image/png' };

/** GET /item/{hash}/qr.svg and /qr.png: the tag's QR code as vectors or as pixels. Only what has to be drawn is limited. */
export function sendQr() {
  // sharp draws on libuv's threads, which passwords need too.
  const pictures = createDrawnPictures({ mostWaiting: 100 });
  return (format: keyof typeof types) => async (c: SiteContext) => {
    const { services, trustProxy } = c.var.site;
    const { publicUrl, limits, keys } = services;
    const hash = c.req.param('hash') ?? '';
    const { state } = await findTagPage(hash, services);
    if (state === 'unknown') return c.text(translationsIn(pageLanguageOf(c))('tag.unknownTitle'), 404);
    const millimetres = codeSizes.find((size) => String(size) === c.req.query('mm')) ?? usualCodeSize;
    const name = `${hash} ${millimetres}.${format}`;
    if (!pictures.has(name)) {
      const { allowed, retryAfter } = await limits.take(
        'qr-drawing',
        networkKeyOf(c.env.incoming, { keys, trustProxy }),
      );
      if (!allowed) return refuse(c, 429, retryAfter);
    }
    const picture = await pictures.read(name, async () => {
      const text = printedAddress(publicUrl, fromItemHash(hash));
      return format === 'png'
        ? drawPng(qrMatrix(text), millimetres)
        : new TextEncoder().encode(qrSvg(text, millimetres));
    });
    if (!picture) return refuse(c, 503, 5);
    const etag = etagOf(picture);
    // Asked about each time: who prints a tag after the installation has moved must not get the old address.
    c.header('Cache-Control', 'private, no-cache');
    c.header('ETag', etag);
    if (matchesEtag(etag, c.req.header('if-none-match'))) return c.body(null, 304);
    return c.body(picture, 200, { 'Content-Type': types[format] });
  };
}

/** Each module is as many whole dots as 300 dpi need, and the file says how densely they are printed. */
async function drawPng(matrix: boolean[][], millimetres: number): Promise<Uint8Array<ArrayBuffer>> {
  const size = matrix.length;
  const pixels = Uint8Array.from(matrix.flat(), (dark) => (dark ? 0 : 255));
  const inches = millimetres / mmPerInch;
  const side = size * Math.ceil((inches * leastDotsPerInch) / size);
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(side, undefined, { kernel: 'nearest' })
    .withMetadata({ density: side / inches })
    .png({ palette: true, colours: 2 })
    .toBuffer();
  return new Uint8Array(png);
}

function refuse(c: SiteContext, status: 429 | 503, seconds: number): Response {
  c.header('Retry-After', String(seconds));
  c.header('Cache-Control', 'no-store');
  const wait = seconds > 60 ? { unit: 'minutes', count: Math.ceil(seconds / 60) } : { unit: 'seconds', count: seconds };
  return c.text(translationsIn(pageLanguageOf(c))('tag.tooManyCodes', wait), status);
}
