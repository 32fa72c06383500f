import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { type ClientBase, type DatabaseError, Pool, type PoolConfig, type QueryResult } from 'pg';
import type { Log } from '../log.ts';
import { prepareQueries } from './statements.ts';
import type { Database, Tables } from './tables.ts';

/** Detects a dead peer within seconds, also on a connection that only listens. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export type Connection = {
  db: Database;
  pool: Pool;
  disk: DiskSpace;
  /** Why nothing can be stored; remembered for two seconds. */
  problem: () => ReturnType<DiskSpace['test']>;
  canRead: () => Promise<boolean>;
  heardAt(): number;
  close(): Promise<void>;
};

/** How many connections a kind of work may use, and how long it waits in milliseconds (0: no limit). */
export type Work = { connections: number; connectMs: number; answerMs: number };

const requests: Work = { connections: 12, connectMs: 4_000, answerMs: 4_000 };
export const background: Work = { connections: 4, connectMs: 10_000, answerMs: 60_000 };
export const migrationWork: Work = { connections: 1, connectMs: 10_000, answerMs: 0 };

/** Whoever asks often costs no more than whoever asks once. */
const rememberedMs = 2_000;
/** The server times out this much earlier, so that it can give the reason. */
const serverFirstMs = 500;

/** Opens a pool. A lost connection is logged and replaced. One that is silent for too long is destroyed, so nobody gets its late answer. */
export function connect(
  config: PoolConfig,
  log: Log,
  work: Work = requests,
  disk: DiskSpace = createDiskSpace(),
): Connection {
  const pool = new Pool({
    max: work.connections,
    connectionTimeoutMillis: work.connectMs,
    application_name: 'handback',
    ...keepAlive,
    ...config,
    async onConnect(client) {
      // An error of a client that is checked out would otherwise end the process.
      client.on('error', onError);
      disk.watch(client);
      wireOf(client).connection.stream.on('data', () => {
        heardAt = performance.now();
      });
      await limitTime(client, work.answerMs);
      // To compile a query takes longer than to answer it.
      await client.query('set jit = off');
      prepareQueries(client);
    },
  });
  let closing = false;
  let heardAt = 0;
  const onError = (error: Error) => {
    // The pool closes a connection before the database knows.
    if (!closing) log.warn({ error }, 'database connection lost');
  };
  pool.on('error', onError);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    pool,
    disk,
    problem: rememberFor(rememberedMs, () => disk.test((text) => pool.query(text))),
    canRead: rememberFor(rememberedMs, () =>
      pool.query('select from settings limit 1').then(
        () => true,
        () => false,
      ),
    ),
    heardAt: () => heardAt,
    async close() {
      closing = true;
      await db.destroy();
      // Kysely does not end a pool that it never used.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Limits by a statement, because PgBouncer refuses a connection that asks for it. @param ms 0: no limit, whatever the database has */
export async function limitTime(client: ClientBase, ms: number): Promise<void> {
  if (ms === 0) {
    // PostgreSQL learned some of them late.
    await client.query(`select set_config(name, '0', false) from pg_settings where name in ('${limits.join("', '")}')`);
    return;
  }
  destroyWhenSilent(client, ms);
  await client.query(
    `set statement_timeout = ${Math.max(0, ms - serverFirstMs)}; set idle_in_transaction_session_timeout = ${ms}`,
  );
}

const limits = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_session_timeout',
  'idle_in_transaction_session_timeout',
];

/** Replaces pg's `query_timeout`, which would pass on a connection whose answer is still to come. */
function destroyWhenSilent(client: ClientBase, ms: number): void {
  const wire = wireOf(client);
  const { stream } = wire.connection;
  stream.setTimeout(ms, () => {
    if (wire.readyForQuery) return;
    stream.destroy(Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' }));
  });
}

function rememberFor<Value>(ms: number, ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (asked && performance.now() < until) return asked;
    until = Number.POSITIVE_INFINITY;
    asked = ask().finally(() => {
      until = performance.now() + ms;
    });
    return asked;
  };
}

export type DiskSpace = ReturnType<typeof createDiskSpace>;

export type DatabaseProblem = 'database away' | 'database disk full' | 'database read-only';

const diskFull = '53100';
const problems: Record<string, DatabaseProblem> = { [diskFull]: 'database disk full', '25006': 'database read-only' };
const takeRoom = `create temporary table handback_room on commit drop as select 'room' as filler`;
/** Some hosts let nobody write when the disk is nearly full, a database that was replaced is read-only too, and a disk may hang at the commit alone. */
const commit = `insert into settings (key, value) values ('last-commit', to_jsonb(clock_timestamp()))
  on conflict (key) do update set value = excluded.value`;

/** Remembers that the database refused a statement for want of disk space, on any connection that is watched. */
export function createDiskSpace() {
  let refusals = 0;
  let refusalsBeforeRoom = 0;
  return {
    watch(client: ClientBase): void {
      wireOf(client).connection.on('errorMessage', ({ code }: DatabaseError) => {
        if (code === diskFull) refusals++;
      });
    },
    async test(query: (text: string) => Promise<QueryResult>): Promise<DatabaseProblem | undefined> {
      // What is refused while the query runs counts for the next test.
      const refusalsBefore = refusals;
      try {
        await query(refusalsBefore > refusalsBeforeRoom ? takeRoom : commit);
        refusalsBeforeRoom = refusalsBefore;
        return undefined;
      } catch (error) {
        return problems[(error as DatabaseError).code ?? ''] ?? 'database away';
      }
    },
  };
}

type Wire = { connection: EventEmitter & { stream: Socket }; readyForQuery: boolean };

function wireOf(client: ClientBase): Wire {
  return client as unknown as Wire;
}
