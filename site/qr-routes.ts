import sharp from 'sharp';
import { encode } from 'uqr';
import { findTagPage } from '../domain/items/tag-page.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** Light modules around the code that scanners need (ISO/IEC 18004). */
const quietZone = 4;
/** Pixels per module: about 45 mm at 300 dpi. */
const pixelsPerModule = 14;

/** GET /item/{hash}/qr.svg: the tag's QR code as vectors. */
export function sendQrSvg(site: Site) {
  return (c: SiteContext) =>
    withMatrix(c, site, (matrix) => {
      const size = matrix.length;
      const path = matrix.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
      return c.body(svg, 200, { 'Content-Type': 'image/svg+xml' });
    });
}

/** GET /item/{hash}/qr.png: the same as pixels. */
export function sendQrPng(site: Site) {
  return (c: SiteContext) =>
    withMatrix(c, site, async (matrix) => {
      const size = matrix.length;
      const pixels = Uint8Array.from(matrix.flat(), (dark) => (dark ? 0 : 255));
      const png = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
        .resize(size * pixelsPerModule, undefined, { kernel: 'nearest' })
        .png({ palette: true, colours: 2 })
        .toBuffer();
      return c.body(new Uint8Array(png), 200, { 'Content-Type': 'image/png' });
    });
}

async function withMatrix(
  c: SiteContext,
  site: Site,
  send: (matrix: boolean[][]) => Response | Promise<Response>,
): Promise<Response> {
  const hash = c.req.param('hash') ?? '';
  const page = await findTagPage(hash, site.installation);
  if (page.state === 'unknown') return c.text('We don’t know this tag.', 404);
  c.header('Cache-Control', 'private, max-age=86400');
  const { data } = encode(`${site.installation.publicUrl}/item/${hash}`, { ecc: 'Q', border: quietZone });
  return send(data);
}
