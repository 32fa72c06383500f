import type { Transaction } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Connection } from '../db/connect.ts';
import type { Executor, Tables } from '../db/tables.ts';
import type { Log } from '../log.ts';
import {
  type CommittedChange,
  createChangeReader,
  createOwnChanges,
  type Event,
  type Freshness,
  writeChange,
} from './changes.ts';
import { answerMs, createEventConnection } from './event-connection.ts';

export type Publish = (...events: Event[]) => void;

export type Events = {
  /** Runs a transaction and stores its events in it. Listeners hear them after the commit, other processes within 5 s. */
  transaction<T>(work: (trx: Transaction<Tables>, publish: Publish) => Promise<T>): Promise<T>;
  publish(...events: Event[]): Promise<void>;
  subscribe(listener: (event: Event) => void): () => void;
  freshness(): Freshness;
  isConnected(): boolean;
  close(): Promise<void>;
};

/** What the transactions under way will publish. */
const unpublished = new WeakMap<Executor, Event[]>();

/** Wakes those who send, once the transaction is committed. */
export function wakeSenders(trx: Executor): void {
  const events = unpublished.get(trx);
  if (!events?.some(({ kind }) => kind === 'mail')) events?.push({ kind: 'mail' });
}

/** Events within this process and between all processes on the database (docs/decisions/012). */
export async function startEvents(
  { db, pool, disk, heardAt }: Connection,
  listenWith: ClientConfig,
  log: Log,
): Promise<Events> {
  const listeners = new Set<(event: Event) => void>();
  const own = createOwnChanges();

  const deliver = (events: Event[]) => {
    for (const event of events) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error({ error, kind: event.kind }, 'an event listener failed');
        }
      }
    }
  };
  const apply = (changes: CommittedChange[] | 'lost', askedAt: number) => {
    if (changes === 'lost') deliver([{ kind: 'resync' }]);
    else for (const { xid, events } of changes) if (own.isFirstFromLog(xid)) deliver(events);
    own.forgetBefore(askedAt);
  };

  const ask = (text: string, values: unknown[]) => {
    const limited = { text, values, query_timeout: answerMs };
    return connection.isOpen() ? connection.query(text, values) : pool.query(limited);
  };
  const reader = createChangeReader({ ask, apply, heardAt: () => Math.max(heardAt(), connection.heardAt()), log });
  const connection = createEventConnection(
    listenWith,
    { woken: () => void reader.read(), opened: () => void reader.readAnew(), failed: reader.failed },
    disk,
    log,
  );
  await connection.open();
  // Caches are valid only from here on.
  await reader.readAnew();

  const transaction: Events['transaction'] = async (work) => {
    const events: Event[] = [];
    let xid = '';
    try {
      const result = await db.transaction().execute(async (trx) => {
        unpublished.set(trx, events);
        const worked = await work(trx, (...more) => void events.push(...more));
        if (events.length > 0) {
          xid = await writeChange(trx, events);
          own.written(xid);
        }
        return worked;
      });
      if (own.isFirstDirectly(xid)) deliver(events);
      if (xid) connection.wakeOthers();
      return result;
    } catch (error) {
      // It may be committed all the same; then the log reports it.
      own.failed(xid);
      throw error;
    }
  };

  return {
    transaction,
    publish: (...events) => transaction(async (_trx, publish) => publish(...events)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    freshness: reader.freshness,
    isConnected: connection.isOpen,
    async close() {
      reader.close();
      await connection.close();
    },
  };
}
