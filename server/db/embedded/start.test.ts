import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { ask, serverPid, started, startedApp, temporaryFolder, usedFolder } from '../../../test/embedded-postgres.ts';
import { startEmbeddedPostgres } from './start.ts';

const slow = 60_000;

test(
  'the first start makes a durable UTF-8 database with checksums, and the next one finds what was written',
  async () => {
    const dataDir = join(temporaryFolder(), 'not/there/yet');
    const first = await started(dataDir);
    expect(await ask(first.connection, 'select current_user, current_database()')).toEqual(['handback', 'handback']);
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
      expect(await ask(first.connection, `show ${setting}`), setting).toEqual(['on']);
    }
    expect(await ask(first.connection, `select upper('été'), 'Z' < 'a', current_setting('TimeZone')`)).toEqual([
      'ÉTÉ',
      true,
      'UTC',
    ]);
    await ask(first.connection, `create table kept as select 'umbrella' as name`);
    await first.stop();
    const second = await started(dataDir);
    expect(await ask(second.connection, 'select name from kept')).toEqual(['umbrella']);
  },
  slow,
);

test(
  'the database listens on a socket that only its owner reaches, and nowhere else',
  async () => {
    const { connection } = await started(await usedFolder());
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await ask(connection, 'show listen_addresses')).toEqual(['']);
  },
  slow,
);

test.each([
  ['too long for a socket', 'long-'.repeat(30)],
  ['with signs that PostgreSQL reads as its own', `Fundbüro, "Süd" 'B' =\\ $x`],
])(
  'a data folder whose name is %s works',
  async (_, name) => {
    const { connection, stop } = await started(join(temporaryFolder(), name));
    expect(await ask(connection, 'select 1')).toEqual([1]);
    await stop();
    if (name.length > 100) {
      expect(connection.host.startsWith(tmpdir())).toBe(true);
      expect(existsSync(connection.host)).toBe(false);
    }
  },
  slow,
);

test(
  'a second start on the same folder is refused, and the first is not disturbed',
  async () => {
    const dataDir = await usedFolder();
    const { connection } = await started(dataDir);
    const refusal = `running on this data folder (${dataDir}). Stop it first, or set DATA_DIR to another folder.`;
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(refusal);
    await expect(startedApp(dataDir)).rejects.toThrow(refusal);
    expect(await ask(connection, 'select 1')).toEqual([1]);
  },
  slow,
);

test(
  'of two starts at the same moment on an empty folder, one wins and the other is refused',
  async () => {
    const dataDir = temporaryFolder();
    const starts = await Promise.allSettled([started(dataDir), started(dataDir)]);
    const refused = starts.filter((start) => start.status === 'rejected');
    expect(refused.map(({ reason }) => reason.message)).toEqual([expect.stringContaining('already running')]);
    for (const start of starts) {
      if (start.status === 'fulfilled') expect(await ask(start.value.connection, 'select 1')).toEqual([1]);
    }
  },
  slow,
);

test(
  'stopping twice is stopping once, and afterwards nobody answers',
  async () => {
    const { connection, stop } = await started(await usedFolder());
    await Promise.all([stop(), stop()]);
    await stop();
    await expect(new Client(connection).connect()).rejects.toThrow('ENOENT');
  },
  slow,
);

test(
  'stopping does not wait for a client that stays connected',
  async () => {
    const { connection, stop } = await started(await usedFolder());
    const client = new Client(connection);
    const lost = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await stop();
    expect(String(await lost)).toMatch(/administrator command|terminated/);
  },
  slow,
);

test(
  'an end that nobody asked for is told, and what was committed is there at the next start',
  async () => {
    const dataDir = await usedFolder();
    const { connection, exited, stop } = await started(dataDir);
    await ask(connection, `create table kept as select 'keys' as name`);
    process.kill(serverPid(dataDir), 'SIGKILL');
    expect(await exited).toContain('SIGKILL');
    await stop();
    const next = await started(dataDir);
    expect(await ask(next.connection, 'select name from kept')).toEqual(['keys']);
  },
  slow,
);

test(
  'the process id that a dead server left behind is no obstacle, even when another process has it now',
  async () => {
    const dataDir = await usedFolder();
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.ppid}\n${dataDir}/postgres\n`, { mode: 0o600 });
    const { connection } = await started(dataDir);
    expect(await ask(connection, 'select 1')).toEqual([1]);
  },
  slow,
);

test(
  'a failing start repeats the last words of PostgreSQL, and leaves the folder free',
  async () => {
    const dataDir = await usedFolder();
    const file = join(dataDir, 'postgres/postgresql.conf');
    const settings = readFileSync(file, 'utf8');
    writeFileSync(file, `${settings}\nnonsense = on\n`);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('unrecognized configuration parameter "nonsense"');
    writeFileSync(file, settings);
    await started(dataDir);
  },
  slow,
);

test(
  'a log above 5 MB is emptied at the start',
  async () => {
    const dataDir = await usedFolder();
    const log = join(dataDir, 'postgres.log');
    writeFileSync(log, '');
    truncateSync(log, 6 * 1024 * 1024);
    await started(dataDir);
    expect(statSync(log).size).toBeLessThan(100_000);
    expect(readFileSync(log, 'utf8')).toContain('ready to accept connections');
  },
  slow,
);

test('a database of another PostgreSQL version, or no database at all, is left alone with advice', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'postgres'));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is not a database folder');
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '13\n');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/made by PostgreSQL 13; .* pg_dump/);
});
