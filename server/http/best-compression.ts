import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../concurrency.ts';

export type Compressed = { br: Uint8Array; gzip: Uint8Array };

const workerFile = new URL(`./compression-worker${extname(import.meta.url)}`, import.meta.url);

/** Compresses texts one at a time in a thread of its own, so that libuv's threads stay free. The thread keeps no process alive. */
export function createBestCompression() {
  const queue = limitConcurrency({ atOnce: 1, mostWaiting: 64 });
  let thread: Worker | undefined;

  return {
    isFull: queue.isFull,
    compress: (bytes: Uint8Array) =>
      queue.run(async () => {
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
    async close(): Promise<void> {
      await thread?.terminate();
    },
  };
}
