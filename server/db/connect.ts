import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { type DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Log } from '../log.ts';
import { prepareHotReads } from './hot-read.ts';
import type { Database, Tables } from './tables.ts';

/** A peer that is gone without a word is noticed within seconds, also by a connection that only listens. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export type Connection = {
  db: Database;
  pool: Pool;
  /** Whether the server answers, and has room: a statement tells, which writes once the disk was full. @returns why not, in words */
  problem(): Promise<'database disk full' | 'database away' | undefined>;
  /** When a byte last came from the server, by `performance.now()`. */
  heardAt(): number;
  close(): Promise<void>;
};

/** A kind of work: how many connections it may use, and how long, in milliseconds, the database may let it wait (0: for ever). */
export type Work = { connections: number; connectMs: number; answerMs: number };

/** Somebody waits for a page or an answer. */
const requests: Work = { connections: 12, connectMs: 4_000, answerMs: 4_000 };
/** Jobs and mail: nobody waits, but a database that is silent must not hold them for ever. */
export const background: Work = { connections: 4, connectMs: 10_000, answerMs: 60_000 };
/** What is cut off here begins anew at the next start. */
export const migrations: Work = { connections: 1, connectMs: 10_000, answerMs: 0 };

/** The server gives up this much before we do, so that it can say why. */
const serverFirstMs = 500;
const diskFull = '53100';
/** Takes a new page on the disk, and gives it back. */
const takeRoom = `create temporary table handback_room on commit drop as select 'room' as filler`;

/**
 * Opens a pool on the database. A lost connection is logged and replaced, it never ends the process. One whose server stays silent for
 * longer than the work allows is destroyed: what it would still answer belongs to nobody.
 */
export function connect(config: PoolConfig, log: Log, work: Work = requests): Connection {
  const pool = new Pool({
    max: work.connections,
    connectionTimeoutMillis: work.connectMs,
    statement_timeout: Math.max(0, work.answerMs - serverFirstMs),
    idle_in_transaction_session_timeout: work.answerMs,
    application_name: 'handback',
    ...keepAlive,
    ...config,
  });
  let closing = false;
  let lacksRoom = false;
  let heardAt = 0;
  const onError = (error: Error) => {
    // The pool counts a connection as closed before the database knows of it.
    if (!closing) log.warn({ error }, 'database connection lost');
  };
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A client that is checked out reports to itself, not to the pool: unheard, its error would end the process.
    client.on('error', onError);
    if (work.answerMs > 0) destroyWhenSilent(client, work.answerMs);
    const { connection } = wireOf(client);
    connection.stream.on('data', () => {
      heardAt = performance.now();
    });
    connection.on('errorMessage', ({ code }: DatabaseError) => {
      lacksRoom ||= code === diskFull;
    });
  });
  pool.on('connect', prepareHotReads);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    pool,
    async problem() {
      try {
        await pool.query(lacksRoom ? takeRoom : 'select 1');
        lacksRoom = false;
        return undefined;
      } catch (error) {
        const isFull = (error as DatabaseError).code === diskFull;
        return isFull ? 'database disk full' : 'database away';
      }
    },
    heardAt: () => heardAt,
    async close() {
      closing = true;
      await db.destroy();
      // Kysely leaves alone a pool that it never used.
      if (!pool.ended) await pool.end();
    },
  };
}

/** What pg's own `query_timeout` lacks: it hands the connection, with the answer still to come, to whoever asks next. */
function destroyWhenSilent(client: PoolClient, ms: number): void {
  const wire = wireOf(client);
  const { stream } = wire.connection;
  stream.setTimeout(ms, () => {
    if (wire.readyForQuery) return;
    stream.destroy(Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' }));
  });
}

type Wire = { connection: EventEmitter & { stream: Socket }; readyForQuery: boolean };

/** The parts of a client that pg does not declare. */
function wireOf(client: PoolClient): Wire {
  return client as unknown as Wire;
}
