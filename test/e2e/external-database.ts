import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { chooseAccount, giveTo } from '../../server/db/embedded/account.ts';
import { findBinaries, linkLibraries } from '../../server/db/embedded/binaries.ts';
import { ending, launch, success } from '../../server/db/embedded/launch.ts';
import { shutDown } from '../../server/db/embedded/shut-down.ts';
import { ask } from '../../server/db/embedded/test-bed.ts';
import { freePort, temporaryFolder } from './started-product.ts';

// Signs that an address must write in another way.
const password = 'p@ss/w:rd';

type ExternalDatabase = {
  /** For DATABASE_URL: an ordinary role with a password, and an empty database that it owns. */
  url: string;
  /** Its own data folder. */
  folder: string;
  /** Asks in it as the administrator of the server. */
  ask(sql: string): Promise<unknown[]>;
  /** Lets nobody write into the table until the result is called, or the server stops. */
  lock(table: string): Promise<() => Promise<void>>;
  /** How many wait for a lock. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops every process of it where it is, as a machine does that is out of breath: connections stay, nothing answers. */
  freeze(): void;
  thaw(): void;
};

/** A PostgreSQL on a TCP port of this machine, such as an operator runs beside the product. Stopped after the test. */
export async function startExternalDatabase(): Promise<ExternalDatabase> {
  const folder = await temporaryFolder();
  const binaries = await findBinaries();
  const account = await chooseAccount(folder, [binaries.postgres, folder]);
  const libraries = await linkLibraries(binaries, join(folder, 'libraries'));
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const around = { account, libraries, log, lock: log };
  await giveTo(account, folder);

  const cluster = join(folder, 'cluster');
  const auth = ['--username=administrator', '--auth-local=trust', '--auth-host=scram-sha-256'];
  const how = await ending(launch(around, binaries.initdb, [...auth, '--no-sync', '--pgdata', cluster]));
  if (how !== success) throw new Error(await readFile(logFile, 'utf8'));

  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: cluster, fsync: 'off' };
  const options = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const run = () => launch(around, binaries.postgres, options);
  const administrator = { host: cluster, port, user: 'administrator', database: 'postgres' };
  let server = run();
  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    frozen = [];
  };
  onTestFinished(async () => {
    thaw();
    await shutDown(server);
    closeSync(log);
  });
  await untilAnswering(administrator);
  await ask(administrator, `create role handback login password '${password}'`);
  await ask(administrator, 'create database handback owner handback');

  const inside = { ...administrator, database: 'handback' };
  return {
    url: `postgres://handback:${encodeURIComponent(password)}@127.0.0.1:${port}/handback`,
    folder: cluster,
    ask: (sql) => ask(inside, sql),
    async lock(table) {
      const client = new Client(inside);
      client.on('error', () => client.end());
      await client.connect();
      await client.query(`begin; lock table ${table} in share mode`);
      return () => client.end();
    },
    async waiting() {
      const [count] = await ask(inside, `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'`);
      return Number(count);
    },
    freeze() {
      const { pid = 0 } = server;
      frozen = [pid, ...childrenOf(pid)];
      for (const each of frozen) process.kill(each, 'SIGSTOP');
    },
    thaw,
    stop: () => shutDown(server),
    start() {
      server = run();
      return untilAnswering(administrator);
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

async function untilAnswering(connection: Parameters<typeof ask>[0]): Promise<void> {
  const answers = () =>
    ask(connection, 'select 1').then(
      () => true,
      () => false,
    );
  while (!(await answers())) await setTimeout(25);
}
