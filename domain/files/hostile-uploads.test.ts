import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { drawPicture, makeItem, makeOwner, pdf, storedFolders } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { withOwner } from '../../test/worlds.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const bytes = (from: Uint8Array | string) =>
  new Uint8Array(typeof from === 'string' ? Buffer.from(from, 'latin1') : from);
const canvas = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
const jpeg = await drawPicture(200);
const photo = canvas(300, 200);
/** No two rows are alike. */
const snow = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 90, sigma: 60 },
    },
  });

/** A PNG of so many pixels whose rows are all black: a few bytes for each million. */
function pngBomb(width: number, height: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 50_000)), { level: 9 });
  return bytes(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** An animation that says of itself to be huge. */
function gifOf(width: number, height: number): Bytes {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  return bytes(
    Buffer.concat([head, Buffer.from(',\0\0\0\0', 'latin1'), size, Buffer.from('\0\x02\x02D\x01\0;', 'latin1')]),
  );
}

/** A PNG with as many megabytes of text as asked for, packed: a thousandth of it. */
async function pngWithTexts(megabytes: number): Promise<Bytes> {
  const png = await photo.clone().png().toBuffer();
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000, 'A'))]));
  const afterHeader = 33;
  const texts = Array<Buffer>(megabytes / 50).fill(text);
  return bytes(Buffer.concat([png.subarray(0, afterHeader), ...texts, png.subarray(afterHeader)]));
}

/** A WebP with so many empty parts behind it, each of a kind of its own. */
async function webpWithParts(parts: number): Promise<Bytes> {
  const webp = await photo.clone().webp().toBuffer();
  const kinds = Buffer.alloc(parts * 8);
  for (let part = 0; part < parts; part++) kinds.write(part.toString(36).padStart(4, '~'), part * 8, 'latin1');
  const file = Buffer.concat([webp, kinds]);
  file.writeUInt32LE(file.length - 8, 4);
  return bytes(file);
}

/** An animation of so many frames of 100 × 100 pixels, 56 bytes each. */
async function webpOf(frames: number): Promise<Bytes> {
  const [first, second] = [await canvas(100, 100).png().toBuffer(), await canvas(100, 100, '#33c').png().toBuffer()];
  const webp = await sharp([first, second], { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  const [from, last] = [webp.indexOf('ANMF'), webp.lastIndexOf('ANMF')];
  const all = [webp.subarray(0, from), ...Array<Buffer>(frames).fill(webp.subarray(from, last))];
  const file = Buffer.concat(all);
  file.writeUInt32LE(file.length - 8, 4);
  return bytes(file);
}

const refused: [what: string, file: Bytes | Promise<Bytes>, status: number, reason: string, german: RegExp][] = [
  ['nothing', bytes(''), 400, 'empty-file', /leer/],
  ['a text', bytes('not a picture at all'), 400, 'no-picture', /kein Bild/],
  [
    'SVG',
    bytes('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="9" height="9"/></svg>'),
    400,
    'no-picture',
    /kein Bild/,
  ],
  [
    'SVG behind an XML head',
    bytes('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    400,
    'no-picture',
    /kein Bild/,
  ],
  ['HTML', bytes('<!doctype html><script>alert(1)</script>'), 400, 'no-picture', /kein Bild/],
  ['TIFF', canvas(64, 64).tiff().toBuffer().then(bytes), 400, 'no-picture', /kein Bild/],
  ['a PDF', bytes(pdf), 400, 'no-picture', /kein Bild/],
  ['a program', bytes('\x7fELF\x02\x01\x01'), 400, 'no-picture', /kein Bild/],
  ['HEIC', bytes('\0\0\0\x18ftypheic\0\0\0\0heicmif1'), 400, 'heic', /nicht lesen/],
  ['the head of a JPEG and nothing more', bytes('\xff\xd8\xff\xe0'), 400, 'damaged', /beschädigt/],
  [
    'a JPEG that ends in the middle',
    snow()
      .jpeg()
      .toBuffer()
      .then((all) => bytes(all.subarray(0, all.length / 2))),
    400,
    'damaged',
    /beschädigt/,
  ],
  [
    'a PNG that ends in the middle',
    snow()
      .png()
      .toBuffer()
      .then((all) => bytes(all.subarray(0, all.length / 2))),
    400,
    'damaged',
    /beschädigt/,
  ],
  ['a PNG of 2,500 megapixels in 800 kB', pngBomb(50_000, 50_000), 400, 'too-many-pixels', /Megapixel/],
  ['a PNG of 25 megapixels', pngBomb(5_000, 5_001), 400, 'too-many-pixels', /Megapixel/],
  [
    'an AVIF of 7 megapixels, which would need 130 MB',
    canvas(3_500, 2_000).avif({ effort: 0 }).toBuffer().then(bytes),
    400,
    'too-many-pixels',
    /6 Megapixel/,
  ],
  ['a GIF that says it has 4,295 megapixels', gifOf(65_535, 65_535), 400, 'too-many-pixels', /Megapixel/],
  ['one pixel', drawPicture(1), 400, 'too-small', /zu klein/],
  ['30,000 × 1 pixels', pngBomb(30_000, 1), 400, 'too-small', /zu klein/],
  ['1 × 30,000 pixels', pngBomb(1, 30_000), 400, 'too-small', /zu klein/],
  ['a byte more than 10 MB', new Uint8Array(10_000_001).fill(0xff), 413, 'file-too-large', /zu groß/],
];

test('each hostile file is refused in words, also in German, and nothing of it is stored; each odd one becomes an upright square WebP with nothing in it but the pixels', async () => {
  const { app, owner } = await withOwner(startApp());
  const { id: itemId } = await makeItem(owner);
  for (const [what, file, status, reason, german] of refused) {
    owner.language = 'en';
    const answer = await owner.upload('setPicture', { itemId, key: crypto.randomUUID() }, await file);
    const { error } = (await answer.json()) as { error?: { message: string; details: { reason: string } } };
    expect.soft([answer.status, error?.details.reason], what).toEqual([status, reason]);
    owner.language = 'de';
    const again = await owner.upload('setPicture', { itemId, key: crypto.randomUUID() }, await file);
    expect.soft(((await again.json()) as { error: { message: string } }).error.message, what).toMatch(german);
    expect.soft(error?.message, what).not.toMatch(german);
  }
  expect(await owner.call('getItem', { id: itemId })).toMatchObject({ pictureId: null });
  expect(await storedFolders(app)).toEqual([]);
  for (const [what, file, side] of cleaned) {
    const answer = await owner.upload('setPicture', { itemId, key: crypto.randomUUID() }, await file);
    const { result } = (await answer.json()) as { result?: { pictureId: string } };
    const stored = Buffer.from(await (await owner.get(`/files/${result?.pictureId}/1600.webp`)).arrayBuffer());
    const { format, width, height, space, pages = 1, exif, icc, xmp, hasAlpha } = await sharp(stored).metadata();
    expect.soft({ format, width, height, space, pages, hasAlpha }, what).toEqual({
      format: 'webp',
      width: side,
      height: side,
      space: 'srgb',
      pages: 1,
      hasAlpha: false,
    });
    expect.soft([exif, icc, xmp], what).toEqual([undefined, undefined, undefined]);
    expect.soft(stored.toString('latin1'), what).not.toMatch(/script|Secret/);
    const small = Buffer.from(await (await owner.get(`/files/${result?.pictureId}/320.webp`)).arrayBuffer());
    expect.soft((await sharp(small).metadata()).width, what).toBe(Math.min(side, 320));
  }
  // Red above blue, written down lying on its side.
  const upright = await canvas(100, 50).extend({ bottom: 50, background: '#00f' }).png().toBuffer();
  const lying = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const answer = await owner.upload('setPicture', { itemId, key: crypto.randomUUID() }, bytes(lying));
  const { result } = (await answer.json()) as { result: { pictureId: string } };
  const stored = Buffer.from(await (await owner.get(`/files/${result.pictureId}/1600.webp`)).arrayBuffer());
  const at = async (top: number) =>
    (await sharp(stored).extract({ left: 50, top, width: 1, height: 1 }).raw().toBuffer()).toJSON().data;
  const [[redAbove = 0], [, , blueBelow = 0]] = [await at(10), await at(90)] as [number[], number[]];
  expect(redAbove).toBeGreaterThan(150);
  expect(blueBelow).toBeGreaterThan(150);
});

const without = (count: number) => (all: Buffer) => bytes(all.subarray(0, -count));

const place = {
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
};

const cleaned: [what: string, file: Promise<Bytes> | Bytes, side: number][] = [
  [
    'a JPEG with the place and the maker in it',
    photo
      .clone()
      .withExif({ IFD0: { Make: 'Secret camera' }, ...place })
      .jpeg()
      .toBuffer()
      .then(bytes),
    200,
  ],
  ['a JPEG without its last two bytes', photo.clone().jpeg().toBuffer().then(without(2)), 200],
  ['a JPEG without its last ten bytes', snow().jpeg().toBuffer().then(without(10)), 300],
  [
    'a progressive JPEG without its last 500 bytes',
    snow().jpeg({ progressive: true }).toBuffer().then(without(500)),
    300,
  ],
  ['a JPEG in CMYK', photo.clone().toColourspace('cmyk').jpeg().toBuffer().then(bytes), 200],
  ['a progressive JPEG', photo.clone().jpeg({ progressive: true }).toBuffer().then(bytes), 200],
  [
    'a PNG that shines through',
    sharp({ create: { width: 90, height: 90, channels: 4, background: '#f008' } })
      .png()
      .toBuffer()
      .then(bytes),
    90,
  ],
  ['a PNG with 16 bits', photo.clone().toColourspace('rgb16').png().toBuffer().then(bytes), 200],
  ['WebP', photo.clone().webp().toBuffer().then(bytes), 200],
  ['AVIF', photo.clone().avif({ effort: 0 }).toBuffer().then(bytes), 200],
  [
    'an animated GIF',
    sharp([await canvas(80, 80).png().toBuffer(), await canvas(80, 80, '#33c').png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer()
      .then(bytes),
    80,
  ],
  [
    'a JPEG with a script behind it',
    bytes(Buffer.concat([jpeg, Buffer.from('<script>alert(document.cookie)</script>')])),
    200,
  ],
  // Decoders go through all frames for each frame: it takes minutes.
  ['a WebP of 150,000 frames', webpOf(150_000), 100],
  ['a large photograph', canvas(4_000, 3_000).jpeg().toBuffer().then(bytes), 1_600],
  ['a broad panorama', canvas(9_000, 400).jpeg().toBuffer().then(bytes), 400],
];

test('a picture of 300 kB with 300 MB of packed text in it takes no memory for the text', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id: itemId } = await makeItem(owner);
  const png = await pngWithTexts(300);
  expect(png.length).toBeLessThan(400_000);
  const most = process.resourceUsage().maxRSS;
  expect((await owner.upload('setPicture', { itemId, key: crypto.randomUUID() }, png)).status).toBe(200);
  expect((process.resourceUsage().maxRSS - most) / 1024, 'megabytes').toBeLessThan(150);
});

test('pictures with a million parts of different kinds take no memory for the kinds', async () => {
  const app = await sharedApp();
  const webp = await webpWithParts(1_200_000);
  const owners = await Promise.all(Array.from({ length: 8 }, () => makeOwner(app)));
  const items = await Promise.all(owners.map((owner) => makeItem(owner)));
  const most = process.resourceUsage().maxRSS;
  const answers = await Promise.all(
    owners.map((owner, n) =>
      owner.upload('setPicture', { itemId: items[n]?.id ?? '', key: crypto.randomUUID() }, webp),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(owners.map(() => 200));
  expect((process.resourceUsage().maxRSS - most) / 1024, 'megabytes').toBeLessThan(350);
});
