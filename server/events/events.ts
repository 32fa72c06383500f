import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, type Pool } from 'pg';
import type { Log } from '../log.ts';

/** Something that happened, told to whoever shows it: ids only, never content. */
export type Event =
  | { kind: 'unread'; uid: string }
  | { kind: 'conversation'; id: string; ownerId: string }
  | { kind: 'tag'; code: string }
  | { kind: 'settings' }
  /** `timedOut`: the one session that ended, for want of activity. */
  | { kind: 'session'; uid: string; timedOut?: string }
  | { kind: 'mail' }
  /** The connection to the other processes was broken: anything may have happened. */
  | { kind: 'resync' };

export type Events = {
  /** Call after the commit. Here at once; in the other processes by one NOTIFY per process and tick. */
  publish(...events: Event[]): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: Event) => void): () => void;
  close(): Promise<void>;
};

const channel = 'handback_events';
/** PostgreSQL refuses payloads of 8,000 bytes and more; an event is far below 200. */
const eventsPerNotice = 30;

/** Events within this process and, through the database, between all processes on it. */
export async function startEvents(pool: Pool, listenWith: ClientConfig, log: Log): Promise<Events> {
  const self = randomUUID();
  const listeners = new Set<(event: Event) => void>();
  let waiting: Event[] = [];
  let closed = false;
  let listening: Client | undefined;

  const deliver = (event: Event) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ error, kind: event.kind }, 'an event listener failed');
      }
    }
  };

  const flush = () => {
    const events = waiting;
    waiting = [];
    for (let from = 0; from < events.length; from += eventsPerNotice) {
      const payload = JSON.stringify({ self, events: events.slice(from, from + eventsPerNotice) });
      pool.query('select pg_notify($1, $2)', [channel, payload]).catch((error) => {
        log.warn({ error }, 'could not tell the other processes about events');
      });
    }
  };

  const listen = async (): Promise<void> => {
    const client = new Client({ ...listenWith, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client.on('error', (error) => log.warn({ error }, 'lost the event connection'));
    client.on('notification', ({ payload }) => {
      const notice = JSON.parse(payload ?? '{}') as { self: string; events: Event[] };
      if (notice.self !== self) for (const event of notice.events) deliver(event);
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    // Only now: a client that never got through ends too, and is retried by whoever called.
    client.once('end', () => void relisten());
    listening = client;
  };

  const relisten = async (pause = 100): Promise<void> => {
    if (closed) return;
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    try {
      if (closed) return;
      await listen();
      deliver({ kind: 'resync' });
    } catch (error) {
      log.warn({ error }, 'no event connection yet');
      await relisten(Math.min(pause * 2, 5_000));
    }
  };

  await listen();
  return {
    publish(...events) {
      for (const event of events) deliver(event);
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(...events);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      if (waiting.length > 0) flush();
      await listening?.end();
    },
  };
}
