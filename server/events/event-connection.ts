import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { keepAlive } from '../db/connect.ts';
import type { Log } from '../log.ts';

const channel = 'handback_changes';
/** A line on which an answer takes longer is given up. */
export const answerMs = 1_500;
/** Connecting takes several answers. */
const connectMs = 4_000;
const beatMs = 8_000;
const longestPauseMs = 2_000;

type Listeners = {
  /** Another process committed something. */
  woken(): void;
  /** The connection is there, or there again. */
  opened(): void;
  /** It could not be made. */
  failed(error: unknown): void;
};

/**
 * The one connection over which processes wake each other (LISTEN and NOTIFY). It is never trusted: what it does not answer in time, or a
 * NOTIFY of its own that it does not hear, ends it, and it is made anew.
 */
export function createEventConnection(config: ClientConfig, listeners: Listeners, log: Log) {
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

  const beat = async (): Promise<void> => {
    const beating = line;
    if (!beating) return;
    const sentAt = performance.now();
    await notify(beating);
    await pause(answerMs, undefined, { ref: false });
    if (ownNoticeAt >= sentAt || line !== beating) return;
    log.warn('notifications do not arrive on the event connection');
    beating.destroy();
  };
  const heart = setInterval(() => {
    beat().catch((error) => log.warn({ error }, 'the event connection does not answer'));
  }, beatMs);
  heart.unref();

  return {
    /** To be called once. @throws when the database does not answer */
    open,
    isOpen: () => line !== undefined,
    heardAt: () => heardAt,
    query(text: string, values: unknown[]): Promise<QueryResult> {
      return line ? line.query(text, values) : Promise.reject(new Error('there is no event connection'));
    },
    /** Has the other processes look at once. Many calls become one NOTIFY; should it be lost, they look a little later. */
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
      clearInterval(heart);
      await line?.end();
    },
  };
}

type Line = Awaited<ReturnType<typeof openLine>>;

/** A connection that listens. It works on one query at a time, and breaks when one is not answered in time. */
async function openLine(config: ClientConfig, hear: { notice(payload: string): void; data(): void }) {
  const socket = new Socket();
  socket.on('data', hear.data);
  const client = new Client({ ...keepAlive, ...config, application_name: 'handback events', stream: () => socket });
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
      const answer = last.then(() => inTime(() => client.query(text, values)));
      last = Promise.allSettled([answer]);
      return answer;
    },
    destroy: () => void socket.destroy(),
    async end(): Promise<void> {
      await last;
      // On a dead line `end()` alone would wait for ever.
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

/** `ETIMEDOUT`, as sockets say it: silence, where a refusal would be an answer. */
function noAnswer(): Error {
  return Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });
}
