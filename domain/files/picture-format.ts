import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FilesAway } from '../../server/files/file-store.ts';

export type FileType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'pdf';

const firstBytes = 64;

/** What the file is by its first bytes, whatever it is called; undefined for everything else. */
export async function readFileType(path: string): Promise<FileType | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(firstBytes) });
  const start = buffer.toString('latin1', 0, bytesRead);
  return begins.find(([, pattern]) => pattern.test(start))?.[0];
}

const begins: [FileType, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^\0.{3}ftyp.{0,40}avi[fs]/s],
  ['heic', /^\0.{3}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/s],
  ['pdf', /^%PDF-[12]\.\d/],
];

const headBytes = 8;
const mostExifBytes = 65_535;

type Format = {
  /** Bytes before the first chunk. */
  signature: number;
  readHead(head: Buffer): { type: string; bytes: number };
  /** The most bytes of a chunk of each kind that is needed. */
  needed: Record<string, number>;
  /** The size of the whole stands in the signature. */
  isSized: boolean;
};

const formats: Partial<Record<FileType, Format>> = {
  png: {
    signature: 8,
    readHead: (head) => ({ type: head.toString('latin1', 4, 8), bytes: head.readUInt32BE(0) + 12 }),
    // A colour profile is packed, by a factor of 1,000 at most.
    needed: {
      IHDR: Infinity,
      PLTE: Infinity,
      tRNS: Infinity,
      IDAT: Infinity,
      IEND: Infinity,
      iCCP: 4_000,
      eXIf: mostExifBytes,
    },
    isSized: false,
  },
  webp: {
    signature: 12,
    readHead: (head) => {
      const length = head.readUInt32LE(4);
      return { type: head.toString('latin1', 0, 4), bytes: headBytes + length + (length % 2) };
    },
    needed: {
      VP8X: Infinity,
      'VP8 ': Infinity,
      VP8L: Infinity,
      ALPH: Infinity,
      ANIM: Infinity,
      ANMF: Infinity,
      ICCP: 1_000_000,
      EXIF: mostExifBytes,
    },
    isSized: true,
  },
};

/**
 * Copies a PNG or WebP without the chunks that its first frame does not need: 300 kB of packed text take a gigabyte.
 * @returns where the copy lies, beside the file; of other types, where the file lies
 */
export async function keepNeededChunks(path: string, type: FileType): Promise<string> {
  const format = formats[type];
  if (!format) return path;
  const copy = `${path}-needed`;
  try {
    await pipeline(
      createReadStream(path),
      (blocks: AsyncIterable<Buffer>) => neededIn(blocks, format),
      createWriteStream(copy, { mode: 0o600 }),
    );
    if (format.isSized) await writeSize(copy);
  } catch (cause) {
    throw new FilesAway('A received picture could not be copied.', { cause });
  }
  return copy;
}

async function* neededIn(blocks: AsyncIterable<Buffer>, { signature, readHead, needed }: Format) {
  const met = new Set<string>();
  const isNeeded = (type: string, bytes: number) => {
    const most = needed[type];
    if (most === undefined) return false;
    const isFirst = !met.has(type);
    met.add(type);
    return bytes <= most && (isFirst || type === 'IDAT');
  };
  let left = signature;
  let isKept = true;
  let unread = Buffer.alloc(0);
  for await (const block of blocks) {
    unread = Buffer.concat([unread, block]);
    const kept: Buffer[] = [];
    while (left > 0 ? unread.length > 0 : unread.length >= headBytes) {
      if (left === 0) {
        const { type, bytes } = readHead(unread);
        left = bytes;
        isKept = isNeeded(type, bytes);
      }
      const part = unread.subarray(0, left);
      if (isKept) kept.push(part);
      unread = unread.subarray(part.length);
      left -= part.length;
    }
    yield Buffer.concat(kept);
  }
}

async function writeSize(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.max(0, size - headBytes));
  await file.write(bytes, 0, bytes.length, 4);
}
