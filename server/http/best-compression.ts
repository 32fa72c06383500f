import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../concurrency.ts';

export type Compressed = { br: Uint8Array; gzip: Uint8Array };

/** Beside this file, as source and as build (vite.config.ts). */
const workerFile = new URL(`./compression-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Compresses texts as well as it goes, one at a time, in a thread of its own: on libuv's threads it would keep passwords and
 * files waiting. The thread begins with the first text and keeps no process alive.
 */
export function createBestCompression() {
  const queue = limitConcurrency({ atOnce: 1, mostWaiting: 64 });
  let thread: Worker | undefined;

  return {
    isFull: queue.isFull,
    /** @throws TooBusy when too many texts wait already, or what broke the thread; the next text gets a new one */
    compress: (bytes: Uint8Array) =>
      queue.run(async () => {
        if (!thread) {
          const begun = new Worker(workerFile, { execArgv: [] });
          begun.unref();
          begun.on('exit', () => {
            if (thread === begun) thread = undefined;
          });
          thread = begun;
        }
        thread.postMessage(bytes);
        const [compressed] = (await once(thread, 'message')) as [Compressed];
        return compressed;
      }),
    async close(): Promise<void> {
      await thread?.terminate();
    },
  };
}
