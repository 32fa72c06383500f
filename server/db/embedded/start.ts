import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Binaries, database, findBinaries, linkLibraries, prepareCluster, user } from './cluster.ts';
import { type DataFolder, openDataFolder, port } from './data-folder.ts';
import { changeFileOwner, chooseAccount, ending, launch } from './launch.ts';
import { explainSystemError, programFailure, refuseExternal, refuseMoved } from './refusals.ts';

export type EmbeddedPostgres = {
  /** For `pg`: the host is the folder of a unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  exited: Promise<string>;
  stop(): Promise<void>;
};

const pollPause = 5; // milliseconds

/** Starts PostgreSQL on a unix socket below the absolute `dataDir`. Recovery after a crash may take long. @throws OperatorError */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  try {
    await refuseMoved(options.dataDir);
    await refuseExternal(options.dataDir);
    const binaries = await findBinaries();
    const folder = await openDataFolder(options.dataDir);
    return await startIn(folder, binaries, options.log).catch(async (error) => {
      await folder.close();
      throw error;
    });
  } catch (error) {
    throw explainSystemError(error, options.dataDir);
  }
}

async function startIn(
  folder: DataFolder,
  binaries: Binaries,
  log?: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const account = await chooseAccount(folder.path, [binaries.postgres, folder.path]);
  const libraries = await linkLibraries(binaries, join(folder.path, 'postgres-libraries'));
  const launchOptions = { account, libraries, log: folder.log.file, lock: folder.lock };
  if (!existsSync(folder.cluster)) log?.(`Creating the database in ${folder.cluster}`);
  await prepareCluster(folder, binaries, launchOptions);
  await changeFileOwner(account, folder.socket);

  const server = launch(launchOptions, binaries.postgres, serverOptions(folder));
  const ended = ending(server);
  await untilReady(folder, ended);

  let stopping: Promise<void> | undefined;
  return {
    connection: { host: folder.socket, port, user, database },
    exited: new Promise((resolve) => {
      ended.then(
        (how) =>
          stopping ??
          resolve(programFailure(`PostgreSQL ended by itself (${how})`, folder.log.tail(), folder.path).message),
      );
    }),
    stop: () => {
      stopping ??= shutDown(server).then(folder.close);
      return stopping;
    },
  };
}

/** Override postgresql.conf. Failed statements may quote people, so only the app logs them. */
function serverOptions({ cluster, socket }: DataFolder): string[] {
  const settings = {
    listen_addresses: '',
    port,
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    log_min_messages: 'log',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function untilReady(folder: DataFolder, ended: Promise<string>): Promise<void> {
  const early = ended.then((how) => {
    throw programFailure(`PostgreSQL did not start (${how})`, folder.log.tail(), folder.path);
  });
  do await Promise.race([pause(pollPause), early]);
  while (!(await findRunningPostgres(folder.path)));
}

export async function findRunningPostgres(dataDir: string): Promise<EmbeddedPostgres['connection'] | undefined> {
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines: pid, data folder, start, port, socket folder, address, shared memory, status.
  const [, , , port, host, , , status] = pidFile.split('\n').map((line) => line.trim());
  if (status !== 'ready' || !host) return undefined;
  return { host, port: Number(port), user, database };
}

/** Stops the server: SIGINT, then SIGQUIT, then SIGKILL. The last two only cost a recovery at the next start. */
export async function shutDown(server: ChildProcess, patience = 10_000): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  const harder = setTimeout(() => server.kill('SIGQUIT'), patience);
  const hardest = setTimeout(() => server.kill('SIGKILL'), 2 * patience);
  await ended;
  clearTimeout(harder);
  clearTimeout(hardest);
}
