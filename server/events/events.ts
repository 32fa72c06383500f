import type { Transaction } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Connection } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import type { Log } from '../log.ts';
import { type Change, writeChange } from './change-log.ts';
import { createChangeReader, type Freshness } from './change-reader.ts';
import type { Event } from './event.ts';
import { answerMs, createEventConnection } from './event-connection.ts';

export type Publish = (...events: Event[]) => void;

export type Events = {
  /**
   * Runs the work in a transaction. What it publishes is written in the same transaction, so it is never lost: it reaches the listeners
   * here right after the commit, and those of the other processes within moments, and within 5 s whatever breaks.
   */
  transaction<T>(work: (trx: Transaction<Tables>, publish: Publish) => Promise<T>): Promise<T>;
  /** The same for what no change of data causes. */
  publish(...events: Event[]): Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: Event) => void): () => void;
  /** What is remembered from the database and for longer than 5 s may be used while this is not `behind`. */
  freshness(): Freshness;
  /** Whether other processes can wake this one. */
  isConnected(): boolean;
  close(): Promise<void>;
};

/** Events within this process and, through the database, between all processes on it (docs/decisions/012). */
export async function startEvents(
  { db, pool, heardAt }: Connection,
  listenWith: ClientConfig,
  log: Log,
): Promise<Events> {
  const listeners = new Set<(event: Event) => void>();
  /** This process's own changes, by transaction: they come twice, from who makes them and from the log, in either order. */
  const own = new Map<string, 'written' | 'delivered'>();

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
  const deliverOwn = ({ xid, events }: Change) => {
    if (!own.has(xid)) return;
    own.set(xid, 'delivered');
    deliver(events);
  };
  const deliverRead = ({ xid, events }: Change) => {
    const isKnown = own.get(xid) === 'delivered';
    own.delete(xid);
    if (!isKnown) deliver(events);
  };
  const apply = (changes: Change[] | 'lost') => {
    if (changes !== 'lost') return changes.forEach(deliverRead);
    for (const [xid, state] of own) if (state === 'delivered') own.delete(xid);
    deliver([{ kind: 'resync' }]);
  };

  const ask = (text: string, values: unknown[]) => {
    const limited = { text, values, query_timeout: answerMs };
    return connection.isOpen() ? connection.query(text, values) : pool.query(limited);
  };
  const reader = createChangeReader({
    ask,
    apply,
    heardAt: () => Math.max(heardAt(), connection.heardAt()),
    log,
  });
  const connection = createEventConnection(
    listenWith,
    { woken: () => void reader.read(), opened: () => void reader.readAnew(), failed: reader.failed },
    log,
  );
  await connection.open();
  // From here on nothing is missed: not before this, whatever is remembered may be old for good.
  await reader.readAnew();

  const transaction: Events['transaction'] = async (work) => {
    const events: Event[] = [];
    let xid = '';
    try {
      const result = await db.transaction().execute(async (trx) => {
        const worked = await work(trx, (...more) => void events.push(...more));
        if (events.length > 0) {
          xid = await writeChange(trx, events);
          own.set(xid, 'written');
        }
        return worked;
      });
      deliverOwn({ xid, events });
      if (xid) connection.wakeOthers();
      return result;
    } catch (error) {
      // Perhaps it was committed all the same: then the log tells.
      own.delete(xid);
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
