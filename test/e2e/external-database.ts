import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { ask, startExternalPostgres } from '../../tools/faults/external-postgres.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './started-product.ts';

type ExternalDatabase = {
  url: string;
  /** The same database without a network and without a password. */
  local: { host: string; port: number; database: string };
  folder: string;
  ask(sql: string): Promise<unknown[]>;
  /** Lets nobody write into the table until the result is called, or the server stops. */
  lock(table: string): Promise<() => Promise<void>>;
  waiting(): Promise<number>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops every process of it where it is, as a machine does that is out of breath: connections stay, nothing answers. */
  freeze(): void;
  thaw(): void;
};

export async function startExternalDatabase(): Promise<ExternalDatabase> {
  const folder = await temporaryFolder();
  const postgres = await startExternalPostgres(folder, await freePort());
  onTestFinished(() => postgres[Symbol.asyncDispose]());
  const { administrator, freeze, thaw, stop, start } = postgres;
  return {
    url: postgres.urlAt(postgres.port),
    ask: async (sql) => (await ask(administrator, sql)).flat(),
    local: { host: String(administrator.host), port: postgres.port, database: 'handback' },
    folder: join(folder, 'cluster'),
    async lock(table) {
      const client = new Client(administrator);
      client.on('error', () => client.end());
      await client.connect();
      await client.query(`begin; lock table ${table} in share mode`);
      return () => client.end();
    },
    async waiting() {
      const [[count] = []] = await ask(
        administrator,
        `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'`,
      );
      return Number(count);
    },
    freeze,
    thaw,
    stop,
    start,
  };
}
