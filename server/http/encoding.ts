import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { memo } from './memo.ts';

export type Encoding = 'br' | 'gzip' | 'plain';

export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  return encodingIn(String(accepted ?? ''));
}

const encodingIn = memo(readAccepted);

function readAccepted(text: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(text)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(text) ? 'gzip' : 'plain';
}

/** For content that is sent once: a tenth of a millisecond, one seventh larger than `encodeCheaply`. */
export function encodeOnce(plain: Buffer, encoding: Encoding): Buffer {
  return encode(plain, encoding, 3);
}

/** For content that is cached: below a millisecond, one tenth larger than the best. */
export function encodeCheaply(plain: Buffer, encoding: Encoding): Buffer {
  return encode(plain, encoding, 5);
}

/** The compressed beginning that many documents share. */
export type GzipStart = { text: string; deflated: Buffer; crc: number; bytes: number };

export function gzipStart(text: string): GzipStart {
  const plain = Buffer.from(text);
  // Flushed, it ends with a whole byte: blocks of another compressor can follow (RFC 1951, 3.2.4).
  const deflated = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return { text, deflated, crc: crc32(plain), bytes: plain.length };
}

/** Gzip of the beginning and the rest, in the time that the rest takes. */
export function gzipAfter(start: GzipStart, rest: string): Buffer {
  const plain = Buffer.from(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain, start.crc), 0);
  trailer.writeUInt32LE(start.bytes + plain.length, 4);
  return Buffer.concat([gzipHeader, start.deflated, deflateRawSync(plain, { level: 3 }), trailer]);
}

/** RFC 1952, 2.3: no name, no time, any system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function encode(plain: Buffer, encoding: Encoding, quality: number): Buffer {
  if (encoding === 'plain') return plain;
  if (encoding === 'gzip') return gzipSync(plain, { level: quality });
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      // The usual window takes megabytes for each page.
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}
