import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeSessions } from './many-sessions.ts';
import type { HandbackServer } from './server.ts';
import type { Stream, StreamCount } from './stream-holder.ts';

const patienceMs = 180_000;

export type OpenStreams = Disposable & { allOpen(): Promise<void> };

/** Holds the streams in a process of its own, until they are disposed of. */
export function openStreams(server: HandbackServer, streams: Stream[]): OpenStreams {
  const holder = fork(fileURLToPath(new URL('./stream-holder.ts', import.meta.url)));
  holder.send({ port: Number(new URL(server.origin).port), streams });
  return {
    /** Whenever they are next. */
    async allOpen() {
      const signal = AbortSignal.timeout(patienceMs);
      for await (const [{ open }] of on(holder, 'message', { signal }) as AsyncIterable<[StreamCount]>)
        if (open === streams.length) return;
    },
    [Symbol.dispose]: () => holder.kill(),
  };
}

/** One of each of so many owners, who are signed in at addresses of their own. */
export async function streamsOfOwners(server: HandbackServer, count: number): Promise<Stream[]> {
  const cookies = await makeSessions(server.dataDir, count);
  return cookies.map((cookie, at) => ({ path: '/live', cookie, network: `10.1.${at >> 8}.${at & 255}` }));
}
