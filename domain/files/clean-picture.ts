import sharp, { type Metadata, type Sharp } from 'sharp';
import { limitConcurrency } from '../../server/concurrency.ts';
import type { FileStore } from '../../server/files/file-store.ts';
import type { Services } from '../../server/services.ts';
import { leastPictureSide, logoSize, maxMegapixels, pictureSide, smallPictureSide } from './contract/limits.ts';
import { type FileType, keepNeededChunks, readFileType } from './picture-format.ts';
import { newFileId, pictureKey, storeWhole } from './stored-files.ts';

type CleanPicture = { bytes: Uint8Array; width: number; height: number };
export type PictureProblem =
  | { problem: 'no-picture' | 'heic' | 'damaged' | 'too-small' }
  /** `most` megapixels of this kind. */
  | { problem: 'too-many-pixels'; most: number };

// Of all that libvips can load, the rest is not needed: SVG above all.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Above what our app sends. */
const largePixels = 4_000_000;
const longestSeconds = 20;

// Two at a time, one of them large: pictures of our app do not wait for what other programs send.
const smallOnes = limitConcurrency({ atOnce: 1, mostWaiting: 40 });
const largeOnes = limitConcurrency({ atOnce: 1, mostWaiting: 10 });

/** Draws the first frame anew, upright, its pixels alone. @param shape `logo` keeps what is transparent @throws TooBusy */
export async function cleanPicture(
  received: string,
  shape: 'square' | 'whole' | 'logo',
): Promise<CleanPicture | PictureProblem> {
  const type = await readFileType(received);
  if (!type || type === 'pdf') return { problem: 'no-picture' };
  if (type === 'heic') return { problem: 'heic' };
  const path = await keepNeededChunks(received, type);
  const metadata = await readMetadata(path, type);
  if (!metadata) return { problem: 'damaged' };
  const { width, height } = metadata.autoOrient;
  const pixels = width * height;
  const most = mostMegapixelsOf(metadata);
  if (pixels > most * 1_000_000) return { problem: 'too-many-pixels', most };
  const side = Math.min(width, height, pictureSide);
  if (side < leastPictureSide) return { problem: 'too-small' };
  const lane = pixels > largePixels ? largeOnes : smallOnes;
  return lane.run(async () => {
    try {
      return await draw(path, shape, { side, failOn: 'error' });
    } catch {
      const isReadable = metadata.format === 'jpeg' && (await isMostlyThere(path).catch(() => false));
      const drawn = isReadable && (await draw(path, shape, { side, failOn: 'none' }).catch(() => undefined));
      return drawn || { problem: 'damaged' };
    }
  });
}

async function draw(
  path: string,
  shape: 'square' | 'whole' | 'logo',
  { side, failOn }: { side: number; failOn: 'error' | 'none' },
): Promise<CleanPicture> {
  const upright = sharp(path, { limitInputPixels: maxMegapixels * 1_000_000, failOn }).autoOrient();
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const asPicture = (sized: Sharp) => sized.flatten({ background: '#fff' }).toColourspace('srgb').webp({ quality: 80 });
  const drawn = {
    square: () => asPicture(upright.resize(side, side, { fit: 'cover' })),
    whole: () => asPicture(upright.resize(pictureSide, pictureSide, inside)),
    logo: () =>
      upright
        .resize({ ...logoSize, ...inside })
        .toColourspace('srgb')
        .png({ palette: true }),
  };
  const { data, info } = await drawn[shape]()
    .timeout({ seconds: longestSeconds })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** The size, in pixels, at which a picture without its end is checked. */
const looked = { width: 16, height: 64 };
const mostMissing = 1 / 4;

/** Viewers show a JPEG without its end, with one colour for the rows that are missing. A picture of one colour misses nothing. */
async function isMostlyThere(path: string): Promise<boolean> {
  const size = { ...looked, fit: 'fill', kernel: 'nearest' } as const;
  const pixels = await sharp(path, { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'none' })
    .greyscale()
    .resize(size)
    .timeout({ seconds: longestSeconds })
    .raw()
    .toBuffer();
  const shown = pixels.findLastIndex((pixel) => pixel !== pixels.at(-1)) + 1;
  return shown === 0 || shown >= pixels.length * (1 - mostMissing);
}

/** @param bytes of a picture that was cleaned @param side the longest, in pixels */
export function toJpeg(bytes: Uint8Array, side = pictureSide): Promise<Buffer> {
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
  return smallOnes.run(() => sharp(bytes).resize(size).jpeg({ quality: 85 }).toBuffer());
}

/** Stores a picture as it was drawn anew, large and small. @returns what `files` has of it @throws TooBusy, FilesAway */
export async function storePicture(received: string, shape: 'square' | 'whole', services: Pick<Services, 'files'>) {
  const clean = await cleanPicture(received, shape);
  if ('problem' in clean) return clean;
  const { bytes, width, height } = clean;
  const small = await makeSmall(bytes);
  const id = newFileId();
  const putBoth = async ({ put }: FileStore) => {
    await put(pictureKey(id, pictureSide), bytes);
    await put(pictureKey(id, smallPictureSide), small);
  };
  await storeWhole(id, putBoth, services);
  return { id, type: 'image/webp' as const, bytes: bytes.length + small.length, width, height };
}

function makeSmall(bytes: Uint8Array): Promise<Uint8Array> {
  return smallOnes.run(() =>
    sharp(bytes)
      .resize(smallPictureSide, smallPictureSide, { withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer(),
  );
}

async function readMetadata(path: string, type: FileType): Promise<Metadata | undefined> {
  try {
    const metadata = await sharp(path, { limitInputPixels: false }).metadata();
    return metadata.format === (type === 'avif' ? 'heif' : type) ? metadata : undefined;
  } catch {
    return undefined;
  }
}

/** With the small pictures that are drawn at the same time, 150 MB. */
const mostMegabytes = 110;

function mostMegapixelsOf(picture: Metadata): number {
  return Math.min(maxMegapixels, Math.floor(mostMegabytes / bytesPerPixel(picture)));
}

/** As measured with sharp 0.35. What comes row by row needs little, whatever its size. */
function bytesPerPixel({ format, isProgressive, chromaSubsampling = '', depth, channels }: Metadata): number {
  switch (format) {
    case 'heif':
      return 18;
    case 'gif':
      return 5.6;
    case 'jpeg':
      if (!isProgressive) return 2;
      if (channels === 4) return 10.5;
      return chromaSubsampling === '4:2:0' ? 4.9 : 7.8;
    case 'png':
      if (!isProgressive) return 2;
      return depth === 'ushort' ? 9.7 : 5;
    default:
      return 5;
  }
}
