import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { changeFileOwner, chooseAccount } from './account.ts';
import { type Binaries, findBinaries, linkLibraries } from './binaries.ts';
import { database, prepareCluster, user } from './cluster.ts';
import { type DataFolder, openDataFolder, port } from './data-folder.ts';
import { explainSystemError, programFailure } from './explain-start-failure.ts';
import { ending, launch } from './launch.ts';
import { refuseExternal, refuseMoved } from './moved-database.ts';
import { shutDown } from './shut-down.ts';

export type EmbeddedPostgres = {
  /** For `pg`: the host is the folder of a unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  exited: Promise<string>;
  /** Stops cleanly and releases the folder. May be called twice. */
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

/** PostgreSQL writes the eighth line of postmaster.pid when it is ready. */
async function untilReady(folder: DataFolder, ended: Promise<string>): Promise<void> {
  const early = ended.then((how) => {
    throw programFailure(`PostgreSQL did not start (${how})`, folder.log.tail(), folder.path);
  });
  let status = '';
  while (status !== 'ready') {
    await Promise.race([setTimeout(pollPause), early]);
    const lines = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    status = lines.split('\n')[7]?.trim() ?? '';
  }
}
