import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Compressed } from './encoding.ts';

/** On Linux the priority applies to this thread only. */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

/** `null`: no more come. */
parentPort?.on('message', (bytes: Uint8Array | null) => {
  if (!bytes) {
    parentPort?.close();
    return;
  }
  const compressed: Compressed = { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) };
  parentPort?.postMessage(compressed);
});
