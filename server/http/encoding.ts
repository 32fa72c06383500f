import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { limitConcurrency } from '../concurrency.ts';
import { memo } from './headers.ts';

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

export type Compressed = { br: Uint8Array; gzip: Uint8Array };

const workerFile = new URL(`./compression-worker${extname(import.meta.url)}`, import.meta.url);

/** Compresses texts one at a time in a thread of its own, so that libuv's threads stay free. The thread keeps no process alive. */
export function createBestCompression() {
  const queue = limitConcurrency({ atOnce: 1, mostWaiting: 64 });
  let thread: Worker | undefined;
  let isClosed = false;

  return {
    isFull: () => isClosed || queue.isFull(),
    compress: (bytes: Uint8Array) =>
      queue.run(async () => {
        // Nobody asks for pages any more.
        if (isClosed) return new Promise<never>(() => undefined);
        if (!thread) {
          const worker = new Worker(workerFile, { execArgv: [] });
          worker.unref();
          worker.on('exit', () => {
            if (thread === worker) thread = undefined;
          });
          thread = worker;
        }
        thread.postMessage(bytes);
        const [compressed] = (await once(thread, 'message')) as [Compressed];
        return compressed;
      }),
    /** A thread that is terminated while it compresses takes the process with it (an assertion of Node.js): this one ends by itself. */
    async close(): Promise<void> {
      isClosed = true;
      if (!thread) return;
      const ended = once(thread, 'exit');
      thread.ref();
      thread.postMessage(null);
      await ended;
    },
  };
}
