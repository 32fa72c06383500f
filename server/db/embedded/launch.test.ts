import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ask,
  asNobody,
  canRun,
  isRoot,
  started,
  startedApp,
  temporaryFolder,
} from '../../../test/embedded-postgres.ts';
import { chooseAccount } from './launch.ts';

const slow = 60_000;
// In a changed root the kernel refuses user namespaces, as many containers do.
const inJail = ['unshare', '--mount', 'sh', '-c', 'mount --rbind / "$0" && exec chroot "$0" "$@"', '/mnt'];
const enteringNothing = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...inJail];
const daemon = 1;

test('an ordinary user needs nothing but its own folder', {
  skip: !isRoot || !canRun(asNobody),
  timeout: slow,
}, async () => {
  const dataDir = openFolder();
  chownSync(dataDir, 65534, 65534);
  const { connection, stop } = await startedApp(dataDir, asNobody);
  expect(await ask(connection, 'select 1')).toEqual([1]);
  expect(await stop()).toEqual([0, null]);
});

test('root runs PostgreSQL below a folder that only root may enter, as a nobody whose files stay root’s', {
  skip: !isRoot,
  timeout: slow,
}, async () => {
  const closed = temporaryFolder();
  const { connection } = await started(join(closed, 'data'));
  expect(statSync(closed).mode & 0o777).toBe(0o700);
  expect(statSync(join(closed, 'data/postgres')).uid).toBe(0);
  expect(await ask(connection, 'select 1')).toEqual([1]);
});

test('root without user namespaces lends the database to nobody, and it survives every change between the two', {
  skip: !isRoot || !canRun(inJail),
  timeout: slow,
}, async () => {
  const dataDir = openFolder();
  const jailed = await startedApp(dataDir, inJail);
  await ask(jailed.connection, `create table kept as select 'scarf' as name`);
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534);
  await jailed.stop();

  const free = await started(dataDir);
  expect(await ask(free.connection, 'select name from kept')).toEqual(['scarf']);
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  await free.stop();

  const again = await startedApp(dataDir, inJail);
  expect(await ask(again.connection, 'select name from kept')).toEqual(['scarf']);
  await again.stop();
});

test.each([
  ['', inJail],
  [', nor the right to read all folders', ['setpriv', '--bounding-set=-dac_read_search', ...inJail]],
])(
  'root without user namespaces%s runs PostgreSQL below a folder that only root may enter',
  {
    skip: !isRoot || !canRun(inJail),
    timeout: slow,
  },
  async (_, jail) => {
    const closed = temporaryFolder();
    const app = await startedApp(join(closed, 'data'), jail);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(statSync(join(closed, 'data/postgres')).uid).toBe(65534);
    expect(await ask(app.connection, 'select 1')).toEqual([1]);
    expect(await app.stop()).toEqual([0, null]);
  },
);

test('root whose stand-in cannot enter a folder on the way is told which one', {
  skip: !isRoot || !canRun(enteringNothing),
  timeout: slow,
}, async () => {
  const closed = temporaryFolder();
  await expect(startedApp(join(closed, 'data'), enteringNothing)).rejects.toThrow(
    `are stopped by: ${closed}. Start Handback as an`,
  );
});

test('root on a folder that only another account may enter becomes that account', {
  skip: !isRoot,
  timeout: slow,
}, async () => {
  const home = temporaryFolder();
  const dataDir = join(home, 'data');
  mkdirSync(dataDir);
  for (const folder of [home, dataDir]) chownSync(folder, daemon, daemon);
  expect(await chooseAccount(dataDir, [dataDir])).toMatchObject({ uid: daemon });
  const { connection } = await started(dataDir);
  expect(await ask(connection, 'select 1')).toEqual([1]);
});

test('an ordinary user is told when the database belongs to somebody else', {
  skip: !isRoot || !canRun(asNobody),
  timeout: slow,
}, async () => {
  const dataDir = openFolder();
  await (await started(dataDir)).stop();
  for (const path of ['', 'handback.lock', 'postgres.lock', 'postgres.log', 'postgres-socket']) {
    chownSync(join(dataDir, path), 65534, 65534);
  }
  await expect(startedApp(dataDir, asNobody)).rejects.toThrow('belongs to another account');
});

function openFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return folder;
}
