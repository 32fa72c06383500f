import { Refusal } from '../functions/define.ts';
import { inProtocol } from '../functions/http.ts';
import { translationsIn } from '../language/languages.ts';
import { refusalStatuses } from '../paths/api.ts';
import { chooseEncoding, encodeCheaply } from '../server/http/encoding.ts';
import { etagOf, matchesEtag } from '../server/http/headers.ts';
import { createDrawnPictures } from './http/drawn-pictures.ts';
import { callFor, readVisitor, type SiteContext } from './http/visitor.ts';

/** GET /items/print/preview.svg?data={order}, and of a poster: for the page that prints. Only what has to be drawn is limited. */
export function sendPrintPreview(name: 'previewTags' | 'previewPoster') {
  const pictures = createDrawnPictures({ mostWaiting: 20 });
  return async (c: SiteContext) => {
    const { limits } = c.var.site.services;
    const { user, caller } = await readVisitor(c);
    const planned = await callFor(c, name, orderIn(c));
    if (planned instanceof Refusal) {
      c.header('Cache-Control', 'no-store');
      return c.json(inProtocol(planned, translationsIn(caller.language)), refusalStatuses[planned.status]);
    }
    const encoding = chooseEncoding(c.req.header('accept-encoding'));
    const drawn = `${planned.name} ${encoding}`;
    if (!pictures.has(drawn)) {
      const { allowed, retryAfter } = await limits.take('print-preview', user?.uid ?? '');
      if (!allowed) return refuse(c, 429, retryAfter);
    }
    const draw = async () => new Uint8Array(encodeCheaply(Buffer.from(await planned.draw()), encoding));
    const picture = await pictures.read(drawn, draw);
    if (!picture) return refuse(c, 503, 5);
    const etag = etagOf(planned.name, encoding);
    // Asked about each time: a name, or the address of the installation, may be another one meanwhile.
    c.header('Cache-Control', 'private, no-cache');
    c.header('Vary', 'Accept-Encoding');
    c.header('ETag', etag);
    if (matchesEtag(etag, c.req.header('if-none-match'))) return c.body(null, 304);
    if (encoding !== 'plain') c.header('Content-Encoding', encoding);
    return c.body(picture, 200, { 'Content-Type': 'image/svg+xml' });
  };
}

function orderIn(c: SiteContext): object {
  try {
    return Object(JSON.parse(c.req.query('data') ?? ''));
  } catch {
    return {};
  }
}

function refuse(c: SiteContext, status: 429 | 503, seconds: number): Response {
  c.header('Retry-After', String(seconds));
  c.header('Cache-Control', 'no-store');
  return c.body(null, status);
}
