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
