import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { type DiskSpace, keepAlive } from '../db/connect.ts';
import type { Log } from '../log.ts';

const channel = 'handback_changes';
export const answerMs = 1_500;
const connectMs = 4_000;
const heartbeatMs = 8_000;
const longestPauseMs = 2_000;

type Listeners = {
  woken(): void;
  opened(): void;
  failed(error: unknown): void;
};

/** The connection on which processes wake each other. It is replaced when an answer or its own NOTIFY is late. */
export function createEventConnection(config: ClientConfig, listeners: Listeners, disk: DiskSpace, log: Log) {
  const self = crypto.randomUUID();
  let line: Line | undefined;
  let ownNoticeAt = 0;
  let heardAt = 0;
  let waking = false;
  let closed = false;

  const open = async (): Promise<void> => {
    const opened = await openLine(config, {
      notice(from) {
        if (from === self) ownNoticeAt = performance.now();
        else listeners.woken();
      },
      data() {
        heardAt = performance.now();
      },
      client: disk.watch,
    });
    if (closed) return opened.destroy();
    line = opened;
    opened.ended.then((error) => {
      line = undefined;
      if (closed) return;
      log.warn({ error }, 'lost the event connection');
      void reopen();
    });
    listeners.opened();
  };

  const reopen = async (pauseMs = 100): Promise<void> => {
    await pause(pauseMs, undefined, { ref: false });
    if (closed) return;
    try {
      await open();
      log.info('the event connection is back');
    } catch (error) {
      listeners.failed(error);
      await reopen(Math.min(pauseMs * 2, longestPauseMs));
    }
  };

  const notify = (to: Line) => to.query('select pg_notify($1, $2)', [channel, self]);

  const heartbeat = async (): Promise<void> => {
    const probed = line;
    if (!probed) return;
    const sentAt = performance.now();
    await notify(probed);
    await pause(answerMs, undefined, { ref: false });
    if (ownNoticeAt >= sentAt || line !== probed) return;
    log.warn('notifications do not arrive on the event connection');
    probed.destroy();
  };
  const heartbeatTimer = setInterval(() => {
    heartbeat().catch((error) => log.warn({ error }, 'the event connection does not answer'));
  }, heartbeatMs);
  heartbeatTimer.unref();

  return {
    open,
    isOpen: () => line !== undefined,
    heardAt: () => heardAt,
    query(text: string, values: unknown[]): Promise<QueryResult> {
      return line ? line.query(text, values) : Promise.reject(new Error('there is no event connection'));
    },
    /** Wakes the other processes. Joins many calls into one NOTIFY; without it they read a little later. */
    wakeOthers(): void {
      if (waking || !line) return;
      waking = true;
      line
        .idle()
        .then(() => {
          waking = false;
          return line && notify(line);
        })
        .catch((error) => log.warn({ error }, 'could not wake the other processes'));
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(heartbeatTimer);
      await line?.end();
    },
  };
}

type Line = Awaited<ReturnType<typeof openLine>>;

type Hear = { client(client: Client): void; notice(payload: string): void; data(): void };

/** A listening connection. It runs one query at a time and breaks when an answer is late. */
async function openLine(config: ClientConfig, hear: Hear) {
  const socket = new Socket();
  socket.on('data', hear.data);
  const client = new Client({ ...keepAlive, ...config, application_name: 'handback events', stream: () => socket });
  hear.client(client);
  let breaking: Error | undefined;
  client.on('error', (error) => {
    breaking = error;
  });
  client.on('notification', ({ payload }) => hear.notice(payload ?? ''));
  const ended = new Promise<Error | undefined>((resolve) => client.once('end', () => resolve(breaking)));
  let last: Promise<unknown> = Promise.resolve();

  const inTime = async <T>(work: () => Promise<T>, ms = answerMs): Promise<T> => {
    const timer = setTimeout(() => socket.destroy(noAnswer()), ms);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  };
  const line = {
    ended,
    idle: () => last,
    query(text: string, values: unknown[] = []): Promise<QueryResult> {
      const answer = last
        .then(() => inTime(() => client.query(text, values)))
        .catch((error) => {
          // What waited behind a query that found silence found it too.
          throw breaking ?? error;
        });
      last = Promise.allSettled([answer]);
      return answer;
    },
    destroy: () => void socket.destroy(),
    async end(): Promise<void> {
      await last;
      // `end()` waits for ever on a dead connection.
      await inTime(() => client.end());
    },
  };
  try {
    await inTime(() => client.connect(), connectMs);
    await line.query(`listen ${channel}`);
    return line;
  } catch (error) {
    socket.destroy();
    throw breaking ?? error;
  }
}

/** `ETIMEDOUT`, as for sockets: silence rather than a refusal. */
function noAnswer(): Error {
  return Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });
}
