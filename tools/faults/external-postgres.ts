import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { findBinaries, linkLibraries } from '../../server/db/embedded/cluster.ts';
import { changeFileOwner, chooseAccount, ending, launch, success } from '../../server/db/embedded/launch.ts';
import { shutDown } from '../../server/db/embedded/start.ts';

// Signs that an address must write in another way.
const password = 'p@ss/w:rd';
const patienceMs = 30_000;

export type ExternalPostgres = AsyncDisposable & {
  port: number;
  urlAt(port: number): string;
  administrator: ClientConfig;
  stop(): Promise<void>;
  start(): Promise<void>;
  crash(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Stops every process of it, so that connections stay open and nothing answers, until `thaw`. */
  freeze(): void;
  thaw(): void;
};

/** A PostgreSQL on a TCP port, such as an operator runs beside the product. */
export async function startExternalPostgres(folder: string, port: number): Promise<ExternalPostgres> {
  const binaries = await findBinaries();
  const account = await chooseAccount(folder, [binaries.postgres, folder]);
  const libraries = await linkLibraries(binaries, join(folder, 'libraries'));
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const around = { account, libraries, log, lock: log };
  await changeFileOwner(account, folder);

  const cluster = join(folder, 'cluster');
  const auth = ['--username=administrator', '--auth-local=trust', '--auth-host=scram-sha-256'];
  const how = await ending(launch(around, binaries.initdb, [...auth, '--no-sync', '--pgdata', cluster]));
  if (how !== success) throw new Error(await readFile(logFile, 'utf8'));

  // What is killed here are processes: the system's own file cache outlives them, so nothing needs to be forced to the disk.
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: cluster, fsync: 'off' };
  const options = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const administrator = { host: cluster, port, user: 'administrator', database: 'postgres' };
  let server: ChildProcess;
  const start = async () => {
    server = await untilAnswering(() => launch(around, binaries.postgres, options), administrator);
  };
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of family(server.pid ?? 0)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // The process of a connection that ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  await start();
  await ask(administrator, `create role handback login password '${password}'`);
  await ask(
    administrator,
    `create database handback owner handback encoding 'UTF8' locale 'C.UTF-8' template template0`,
  );

  return {
    port,
    urlAt: (at) => `postgres://handback:${encodeURIComponent(password)}@127.0.0.1:${at}/handback`,
    administrator: { ...administrator, database: 'handback' },
    stop: () => shutDown(server),
    start,
    async crash(signal) {
      const ended = ending(server);
      server.kill(signal);
      await ended;
      await start();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async [Symbol.asyncDispose]() {
      // A process that is stopped cannot end.
      if (server.exitCode === null && server.signalCode === null) signalAll('SIGCONT');
      await shutDown(server);
      closeSync(log);
    },
  };
}

export async function ask(connection: ClientConfig, sql: string): Promise<unknown[][]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Launches until one runs and answers: right after a kill, what is left of the killed one can keep the next from starting. */
async function untilAnswering(launchOne: () => ChildProcess, connection: ClientConfig): Promise<ChildProcess> {
  const giveUpAt = performance.now() + patienceMs;
  let server = launchOne();
  for (;;) {
    const answered = await ask(connection, 'select 1').then(
      () => true,
      () => false,
    );
    if (answered) return server;
    if (performance.now() > giveUpAt) throw new Error('PostgreSQL did not start.');
    await setTimeout(25);
    if (server.exitCode !== null) server = launchOne();
  }
}

function family(parent: number): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return [parent, ...children.split(' ').filter(Boolean).map(Number)];
}
