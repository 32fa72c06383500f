import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'plain';

export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '');
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
