import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { printedAddress, qrMatrix } from '../../domain/items/contract/qr-matrix.ts';
import { limitConcurrency } from '../../server/concurrency.ts';
import { etagOf } from '../../server/http/etag.ts';

export type QrFormat = 'svg' | 'png';

type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string };

export type QrPictures = ReturnType<typeof createQrPictures>;

/** Pixels per module: about 45 mm at 300 dpi. */
const pixelsPerModule = 14;
const cacheBytes = 8 * 1024 * 1024;

/** The pictures of the tags' QR codes. Those asked for last are held in memory; the others are drawn, one after the other. */
export function createQrPictures(publicUrl: string) {
  const drawn = new LRUCache<string, Picture>({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length });
  // sharp draws on libuv's threads, which passwords need too.
  const drawing = limitConcurrency({ atOnce: 1, mostWaiting: 100 });
  const keyOf = (hash: string, format: QrFormat) => `${hash}.${format}`;

  return {
    find: (hash: string, format: QrFormat) => drawn.get(keyOf(hash, format)),
    /** @throws TooBusy when too many wait to be drawn already */
    draw: (hash: string, format: QrFormat): Promise<Picture> =>
      drawing.run(async () => {
        const matrix = qrMatrix(printedAddress(publicUrl, fromItemHash(hash)));
        const bytes = format === 'svg' ? drawSvg(matrix) : await drawPng(matrix);
        const picture = { bytes, etag: etagOf(bytes) };
        drawn.set(keyOf(hash, format), picture);
        return picture;
      }),
  };
}

function drawSvg(matrix: boolean[][]): Uint8Array<ArrayBuffer> {
  const size = matrix.length;
  const path = matrix.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
  );
}

async function drawPng(matrix: boolean[][]): Promise<Uint8Array<ArrayBuffer>> {
  const size = matrix.length;
  const pixels = Uint8Array.from(matrix.flat(), (dark) => (dark ? 0 : 255));
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, undefined, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
  return new Uint8Array(png);
}
