import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import type { Log } from '../log.ts';
import { prepareHotReads } from './hot-read.ts';
import type { Database, Tables } from './tables.ts';

/** A peer that is gone without a word is noticed within seconds, also by a connection that only listens. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export type Connection = { db: Database; pool: Pool; close(): Promise<void> };

/** Opens a pool on the database. A lost connection is logged and replaced, it never ends the process. */
export function connect(config: PoolConfig, log: Log): Connection {
  const pool = new Pool({
    max: 12,
    connectionTimeoutMillis: 10_000,
    application_name: 'handback',
    ...keepAlive,
    ...config,
  });
  let closing = false;
  const onError = (error: Error) => {
    // The pool counts a connection as closed before the database knows of it.
    if (!closing) log.warn({ error }, 'database connection lost');
  };
  pool.on('error', onError);
  // A client that is checked out reports to itself, not to the pool: unheard, its error would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('connect', prepareHotReads);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    pool,
    async close() {
      closing = true;
      await db.destroy();
      // Kysely leaves alone a pool that it never used.
      if (!pool.ended) await pool.end();
    },
  };
}
