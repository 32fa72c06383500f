import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { printedAddress, qrMatrix, qrSvg } from '../../domain/items/contract/qr-code.ts';
import { limitConcurrency } from '../../server/concurrency.ts';
import { etagOf } from '../../server/http/etag.ts';

export type QrFormat = 'svg' | 'png';

type Asked = { hash: string; format: QrFormat; millimetres: number };

type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string };

export type QrPictures = ReturnType<typeof createQrPictures>;

const leastDotsPerInch = 300;
const mmPerInch = 25.4;
const cacheBytes = 8 * 1024 * 1024;

/** The pictures of the tags' QR codes. Those asked for last are held in memory; the others are drawn, one after the other. */
export function createQrPictures(publicUrl: string) {
  const drawn = new LRUCache<string, Picture>({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length });
  // sharp draws on libuv's threads, which passwords need too.
  const drawing = limitConcurrency({ atOnce: 1, mostWaiting: 100 });
  const keyOf = ({ hash, format, millimetres }: Asked) => `${hash} ${millimetres}.${format}`;

  return {
    find: (asked: Asked) => drawn.get(keyOf(asked)),
    /** @throws TooBusy when too many wait to be drawn already */
    draw: (asked: Asked): Promise<Picture> =>
      drawing.run(async () => {
        const { hash, format, millimetres } = asked;
        const text = printedAddress(publicUrl, fromItemHash(hash));
        const bytes =
          format === 'svg'
            ? new TextEncoder().encode(qrSvg(text, millimetres))
            : await drawPng(qrMatrix(text), millimetres);
        const picture = { bytes, etag: etagOf(bytes) };
        drawn.set(keyOf(asked), picture);
        return picture;
      }),
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
