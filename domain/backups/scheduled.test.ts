import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readArchive } from '../../server/backup/archive.ts';
import { isBackedUpNow, withSnapshot } from '../../server/backup/copy-database.ts';
import { scheduledBackups } from '../../server/backup/scheduled-backups.ts';
import { readEnv } from '../../server/env.ts';
import { openServices } from '../../server/open-services.ts';
import { acceptSecret, deriveKeys, fingerprintOf, readOwnFingerprint, shortFingerprint } from '../../server/secret.ts';
import { type App, startApp, testSecret } from '../../test/app.ts';
import { freshDatabase } from '../../test/database.ts';
import { createTestLog } from '../../test/log.ts';
import { makeAdministrator } from '../../test/make.ts';
import { runDueJobs } from '../schedule.ts';
import { readLastBackups, watchBackups, watchSecret } from './backups.ts';

const passphrase = 'twelve green parrots';
const otherSecret = 'another secret, of sufficient length too';
const ownSecret = fingerprintOf(deriveKeys(testSecret));

/** An app that is to be backed up at the hour that it is now, or that it was. */
async function startBackedUpApp(hoursAgo = 0) {
  const folder = await newFolder();
  const database = await freshDatabase();
  const work = {
    passphrase,
    database,
    secret: testSecret,
    publicUrl: 'http://localhost',
    dataDir: folder,
    filesUrl: undefined,
    cost: 10,
  };
  const hour = (new Date().getUTCHours() + 24 - hoursAgo) % 24;
  const backups = scheduledBackups({ folder: join(folder, 'backups'), hour, keep: 1, ownSecret }, work);
  const app = await startApp({ database, backups, adminEmail: 'operator@example.com' });
  return { app, database, folder: join(folder, 'backups') };
}

/** Holds up a backup for as long as the work takes. A connection of the app would be ended for its silence. */
async function withoutReading(database: ClientConfig, work: () => Promise<void>) {
  const client = new Client(database);
  await client.connect();
  await client.query('begin; lock table label_templates in access exclusive mode');
  await work().finally(() => client.end());
}

const runJobs = async ({ services }: App) => {
  await sql`delete from scheduled_jobs`.execute(services.db);
  await runDueJobs(services);
};
const makeOlder = ({ services: { db } }: App, hours: number) => {
  const older = sql`- make_interval(hours => ${hours})`;
  return sql`update backups set begun_at = begun_at ${older}, ended_at = ended_at ${older}, warned_at = warned_at ${older}`.execute(
    db,
  );
};
const ended = async ({ services: { db } }: App) =>
  (await db.selectFrom('backups').select('id').where('bytes', 'is not', null).execute()).length;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('one backup is made each day by itself, and the newest is kept, which the passphrase opens', async () => {
  const { app, folder } = await startBackedUpApp();
  await runJobs(app);
  await expect.poll(() => ended(app), { timeout: 60_000 }).toBe(1);
  const [first = ''] = await readdir(folder);
  const { mtimeMs: firstAt } = await stat(join(folder, first));
  await runJobs(app);
  expect(await app.services.db.selectFrom('backups').select('id').execute()).toHaveLength(1);
  await makeOlder(app, 25);
  await runJobs(app);
  await expect.poll(() => ended(app), { timeout: 60_000 }).toBe(2);
  const [second = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await stat(join(folder, second))).mtimeMs, 'made in the same second, it has the same name').toBeGreaterThan(
    firstAt,
  );
  const entries = readArchive(join(folder, second), passphrase);
  expect((await entries.next()).value?.name).toBe('contents.json');
  await entries.return(undefined);
});

test('one that takes long is waited for; one whose process was killed counts as failed, and another is begun at once', async () => {
  const { app, database } = await startBackedUpApp(1);
  const { services } = app;
  await sql`insert into backups (begun_at) values (now() - interval '10 minutes')`.execute(services.db);
  const [begun, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = withSnapshot(database, () => {
    begun.resolve();
    return killed.promise;
  });
  await begun.promise;
  await runJobs(app);
  expect(await services.db.selectFrom('backups').select('id').execute()).toHaveLength(1);
  expect((await readLastBackups(services)).failure).toBeNull();

  killed.resolve();
  await reading;
  expect((await readLastBackups(services)).failure).toEqual({ at: expect.any(Date), error: null });
  await watchBackups(services);
  const { text } = await services.db.selectFrom('outgoingMails').select('text').executeTakeFirstOrThrow();
  expect(text).toContain('Its process was ended before it was done');
  await runJobs(app);
  await expect.poll(() => ended(app), { timeout: 60_000 }).toBe(1);
  expect((await readLastBackups(services)).failure).toBeNull();
});

test('what killed backups left an hour ago goes when the next one begins, also when that fails; backups that a clock ahead named count as older than the newest one, and go first', async () => {
  const folder = await newFolder();
  const [left, young, other] = [
    'handback-2026-01-01T00-00-00Z.age.part',
    'handback-2026-01-02T00-00-00Z.age.part',
    'today.age.part',
  ];
  for (const name of [left, young, other]) await writeFile(join(folder, name), 'cut off');
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  for (const name of [left, other]) await utimes(join(folder, name), anHourAgo, anHourAgo);
  const database = { host: '/nowhere' };
  const work = { passphrase, database, secret: testSecret, publicUrl: '', dataDir: folder, filesUrl: undefined };
  await expect(
    scheduledBackups({ folder, hour: 0, keep: 1, ownSecret }, work).make(async () => undefined),
  ).rejects.toThrow('does not answer');
  expect(await readdir(folder)).toEqual([young, other]);
  const crowded = await newFolder();
  const ahead = ['handback-2090-01-01T00-00-00Z.age', 'handback-2090-01-02T00-00-00Z.age'];
  for (const name of ahead) await writeFile(join(crowded, name), '');
  const nextWork = { passphrase, database: await freshDatabase(), secret: testSecret, publicUrl: '', dataDir: crowded };
  const backups = scheduledBackups(
    { folder: crowded, hour: 0, keep: 2, ownSecret },
    { ...nextWork, filesUrl: undefined, cost: 10 },
  );
  await backups.make(async () => undefined);
  const [made = '', ...rest] = (await readdir(crowded)).sort();
  expect(rest, 'the older of these is gone').toEqual(ahead.slice(1));
  expect(made).toMatch(/^handback-20[2-8]/);
});

test('the process of a backup that is killed is named with its signal, was to die before the server, and leaves no file', async () => {
  const { app, database, folder } = await startBackedUpApp();
  const { services } = app;
  app.expectLogError(/a backup failed/);
  await withoutReading(database, async () => {
    await runJobs(app);
    await expect.poll(() => readdir(folder).catch(() => []), { timeout: 60_000 }).toHaveLength(1);
    const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    const pids = children.trim().split(' ').filter(isBackup);
    expect(pids).toHaveLength(1);
    const [own, its] = [process.pid, Number(pids[0])].map((pid) => readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'));
    expect(Number(its)).toBeGreaterThan(Number(own));
    process.kill(Number(pids[0]), 'SIGKILL');
    await expect.poll(() => readdir(folder), { timeout: 60_000 }).toEqual([]);
  });
  await expect
    .poll(async () => (await readLastBackups(services)).failure?.error, { timeout: 60_000 })
    .toContain('(signal SIGKILL)');
});

const isBackup = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('backup-process');

test('a backup that took long looks at no moment as if its process was killed', async () => {
  const { app, database } = await startBackedUpApp();
  const { services } = app;
  const { db } = services;
  await withoutReading(database, async () => {
    await runJobs(app);
    await expect.poll(async () => (await sql`select where ${isBackedUpNow}`.execute(db)).rows.length).toBe(1);
    await makeOlder(app, 1);
    await sql`
      create function linger() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end'`.execute(
      db,
    );
    await sql`create trigger linger before update on backups for each row execute function linger()`.execute(db);
  });
  const failures: unknown[] = [];
  while ((await ended(app)) === 0) failures.push((await readLastBackups(services)).failure);
  expect(failures.filter(Boolean)).toEqual([]);
});

test('a backup by hand that failed or was killed while the one of the day was written is not the last one any more', async () => {
  const { app } = await startBackedUpApp();
  const { services } = app;
  const begunBefore = (hours: number) => sql`now() - make_interval(hours => ${hours})`;
  await sql`insert into backups (begun_at, ended_at, error, bytes) values
    (${begunBefore(5)}, ${begunBefore(1)}, null, 1),
    (${begunBefore(4)}, ${begunBefore(3)}, 'no such folder', null),
    (${begunBefore(2)}, null, null, null)`.execute(services.db);
  expect(await readLastBackups(services)).toMatchObject({ bytes: 1, failure: null });
  await watchBackups(services);
  expect(await services.db.selectFrom('outgoingMails').select('text').execute()).toEqual([]);
  await sql`insert into backups (begun_at, ended_at, error) values (${begunBefore(5)}, now(), 'no room')`.execute(
    services.db,
  );
  expect((await readLastBackups(services)).failure).toMatchObject({ error: 'no room' });
});

test('a backup folder that cannot be written is named at the start', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'file'), '');
  const { log, expectLogError } = createTestLog();
  expectLogError(/backup folder cannot be written/);
  const logged = vi.spyOn(log, 'error');
  const { host = '', port, user, database } = await freshDatabase();
  const query = new URLSearchParams({ host, port: `${port}` });
  const given = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?${query}`,
    DATA_DIR: folder,
    BACKUP_PASSPHRASE: passphrase,
  };
  const said = () => logged.mock.calls.map(([, words]) => words);
  for (const [place, expected] of [
    ['new/backups', []],
    ['file/backups', ['the backup folder cannot be written']],
  ] as const) {
    const opened = await openServices(readEnv({ ...given, BACKUP_FOLDER: join(folder, place) }), log);
    onTestFinished(opened.close);
    await expect.poll(said).toEqual(expected);
  }
});

test('the operator is mailed once a day while backups fail or are older than 48 hours', async () => {
  const { app, folder } = await startBackedUpApp();
  const mails = () =>
    app.services.db.selectFrom('outgoingMails').select(['subject', 'text']).where('purpose', '=', 'backup').execute();
  await watchBackups(app.services);
  expect(await mails()).toEqual([]);
  await rm(folder, { recursive: true, force: true });
  await sql`insert into backups (ended_at, error) values (now(), 'no room')`.execute(app.services.db);
  await watchBackups(app.services);
  await watchBackups(app.services);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('no room');

  await sql`insert into backups (ended_at, bytes) values (now(), 1)`.execute(app.services.db);
  await makeOlder(app, 47);
  await watchBackups(app.services);
  expect(await mails()).toHaveLength(1);
  await makeOlder(app, 2);
  await watchBackups(app.services);
  expect(await mails()).toHaveLength(2);
});

test('a secret that is not the one of the database is noticed until it is accepted', async () => {
  const app = await startApp({ adminEmail: 'operator@example.com' });
  const admin = await makeAdministrator(app);
  const { db, keys, machine } = app.services;
  const others = deriveKeys(otherSecret);
  for (const used of [keys, keys, others, others]) expect(await readOwnFingerprint(db, used)).toBe(ownSecret);
  await acceptSecret(db, others);
  expect(await readOwnFingerprint(db, keys)).toBe(fingerprintOf(others));

  const ready = () => app.visitor().read('/readyz');
  await watchSecret(app.services);
  machine.secretReplaced = true;
  expect(await ready()).toBe('ready, but the secret is not the one of this database');
  expect(await admin.call('readToday', {})).toMatchObject({ secretReplaced: true });
  for (const _ of ['once', 'again']) await watchSecret(app.services);
  const mails = await db.selectFrom('outgoingMails').select('text').where('purpose', '=', 'secret').execute();
  expect(mails).toEqual([{ text: expect.stringContaining('npm run restore -- --secret FILE') }]);
});

test('backups that hold another secret than the database’s own delete none that holds it, and go with those that are older', async () => {
  const folder = await newFolder();
  const [own, other] = [ownSecret, fingerprintOf(deriveKeys(otherSecret))].map(shortFingerprint);
  const database = await freshDatabase();
  const nameOf = (each: string) => `handback-2020-${each.replace('.', 'T00-00-00Z.')}`;
  const put = (...backups: string[]) => Promise.all(backups.map((each) => writeFile(join(folder, nameOf(each)), '')));
  /** As if it had been made on that day. */
  const back = async (secret: string, day: string) => {
    const work = { passphrase, database, secret, publicUrl: '', dataDir: folder, filesUrl: undefined, cost: 10 };
    await scheduledBackups({ folder, hour: 0, keep: 2, ownSecret }, work).make(async () => undefined);
    const made = (await readdir(folder)).find((name) => !name.startsWith('handback-2020-')) ?? '';
    await rename(join(folder, made), join(folder, nameOf(`${day}.${made.split('.').slice(1).join('.')}`)));
    return (await readdir(folder)).map((name) => name.replace(/^handback-2020-(.{5})T.*Z/, '$1')).sort();
  };
  await put('01-01.age', '01-02.age', `01-03.${own}.age`, `01-04.${other}.age`, `01-05.${other}.age`);
  const afterAnother = ['01-02.age', `01-03.${own}.age`, `01-05.${other}.age`, `01-06.${other}.age`];
  expect(await back(otherSecret, '01-06')).toEqual(afterAnother);
  const afterOwn = [`01-03.${own}.age`, `01-05.${other}.age`, `01-06.${other}.age`, `01-07.${own}.age`];
  expect(await back(testSecret, '01-07'), 'the oldest own one goes').toEqual(afterOwn);
  const outlived = [`01-07.${own}.age`, `01-08.${own}.age`];
  expect(await back(testSecret, '01-08'), 'with the last one before them, others go').toEqual(outlived);
});
