import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { writeArchive } from '../../server/backup/archive.ts';
import { withSnapshot } from '../../server/backup/copy-database.ts';
import { createDeletionLog, deletionLogName, readDeletions } from '../../server/backup/deletion-log.ts';
import { copyBetween } from '../../server/backup/load-database.ts';
import { restoreInstallation } from '../../server/backup/restore-backup.ts';
import { writeBackup } from '../../server/backup/write-backup.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded/start.ts';
import { readEnv } from '../../server/env.ts';
import { createFileStore, type FileStore } from '../../server/files/file-store.ts';
import { createLog } from '../../server/log.ts';
import { openServices } from '../../server/open-services.ts';
import { deriveKeys } from '../../server/secret.ts';
import { type App, startApp, testSecret } from '../../test/app.ts';
import { freshDatabase } from '../../test/database.ts';
import { startFilledApp } from '../../test/filled-app.ts';
import { createTestLog } from '../../test/log.ts';
import { makeConversation, makeItem, makeOwner, makePicture, makeReceipt, password, signIn } from '../../test/make.ts';
import { startS3 } from '../../test/s3.ts';
import { tables } from '../../test/tables.ts';
import { withOwner } from '../../test/worlds.ts';
import { problemsOf } from '../health/contract/problems.ts';
import { readHealth } from '../health/read-health.ts';
import { orderSecret } from '../shop/orders.ts';
import { applyDeletions } from './apply-deletions.ts';
import { readLastBackups, recordBackup } from './backups.ts';

const passphrase = 'twelve green parrots';
const quick = 10;
/** Of another database they mean nothing. */
const notCompared = ['changes'];

test('a backup restored into an empty installation of the other kind has every row, file and sequence, and people sign in there', async () => {
  const database = await freshDatabase();
  const { url: filesUrl } = await startS3();
  const { app, owner, item } = await startFilledApp({ database, filesUrl });
  await makeReceipt(owner, item);
  await ask(database, theRest);
  const path = join(await newFolder(), 'everything.age');
  await app.close();
  const before = await readRows(database);
  await back(app, database, path);

  const dataDir = join(await newFolder(), 'data');
  await restoreInstallation(path, passphrase, readEnv({ DATA_DIR: dataDir }));
  const stored = await readFiles(app.services.files);
  expect(Object.keys(stored).length).toBe(3);
  expect(await readFiles(createFileStore({ dataDir }))).toEqual(stored);
  const secret = join(dataDir, 'secret');
  expect(await readFile(secret, 'utf8')).toBe(testSecret);
  expect((await stat(secret)).mode & 0o777).toBe(0o600);

  const embedded = await startEmbeddedPostgres({ dataDir });
  onTestFinished(() => embedded.stop());
  const after = await readRows(embedded.connection);
  expect(after.rows.settings?.pop()).toContain('restore-begun');
  expect(after).toEqual(before);
  expect(Object.keys(before.rows).length + notCompared.length).toBe(Object.keys(tables).length);
  expect(Object.values(before.rows).filter((rows) => rows.length > 0).length).toBeGreaterThan(40);

  const again = await startApp({ database: embedded.connection, filesDir: dataDir });
  const returned = await signIn(again.visitor(), owner.email);
  const { items } = await returned.call('listItems', {});
  expect(items.map(({ id }) => id)).toContain(item.id);
  const picture = items.find(({ id }) => id === item.id)?.pictureId;
  expect((await returned.get(`/files/${picture}/320.webp`)).status).toBe(200);
  await again.close();
});

test('a wrong passphrase, a changed byte, a missing end, a newer release and a target in use are refused in words, and nothing is left', async () => {
  const { app, database } = await startWithPicture();
  const path = join(await newFolder(), 'good.age');
  await ask(
    database,
    `insert into settings select 'filler-' || n, to_jsonb(repeat('x', 1000)) from generate_series(1, 200) n`,
  );
  await back(app, database, path);
  const bytes = await readFile(path);
  const target = await emptyDatabase();
  const dataDir = join(await newFolder(), 'data');
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_URL: target.url });
  const isUntouched = async () => {
    expect((await readRows(target)).rows).toEqual({});
    expect(await readFiles(createFileStore({ dataDir }))).toEqual({});
  };

  await expect(restoreInstallation(path, 'twelve green carrots', env)).rejects.toThrow(/passphrase is not the one/);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 100] = (changed[bytes.length - 100] ?? 0) ^ 1;
  // Cut in the middle, where a chunk of the format ends, in its header, and a byte before its end.
  const firstChunk = bytes.indexOf('\n', bytes.indexOf('---')) + 1 + 16 + 64 * 1024 + 16;
  const cut = [bytes.length / 2, firstChunk, 60, bytes.length - 1].map((length) => bytes.subarray(0, length));
  for (const wrong of [changed, ...cut]) {
    await writeFile(`${path}.wrong`, wrong);
    await expect(restoreInstallation(`${path}.wrong`, passphrase, env)).rejects.toThrow(/damaged or cut off/);
    await isUntouched();
  }
  await ask(database, `insert into kysely_migration values ('999-flying-tags', 'later')`);
  await back(app, database, `${path}.newer`);
  await expect(restoreInstallation(`${path}.newer`, passphrase, env)).rejects.toThrow(/newer release.*999-flying-tags/);
  await isUntouched();
  await ask(database, `delete from kysely_migration where name = '999-flying-tags'`);

  const otherSecret = readEnv({ DATA_DIR: dataDir, DATABASE_URL: target.url, SECRET: 's'.repeat(32) });
  await expect(restoreInstallation(path, passphrase, otherSecret)).rejects.toThrow(/SECRET is not the secret/);
  await isUntouched();
  await ask(target, 'create table guests (name text)');
  await expect(restoreInstallation(path, passphrase, env)).rejects.toThrow(/database is not empty/);
  await ask(target, 'drop table guests');
  await createFileStore({ dataDir }).put('cat/1.webp', bytes);
  await expect(restoreInstallation(path, passphrase, env)).rejects.toThrow(/file store is not empty/);
  await createFileStore({ dataDir }).deleteFolder('cat');
  await restoreInstallation(path, passphrase, env);
  expect(Object.keys(await readFiles(createFileStore({ dataDir })))).toHaveLength(2);
});

test('a database moves into an external one whose owner is no superuser, and refuses one with tables', async () => {
  const { database } = await startWithPicture();
  const target = await emptyDatabase();
  await copyBetween(database, target);
  expect(await readRows(target)).toEqual(await readRows(database));
  await expect(copyBetween(database, target)).rejects.toThrow(/not empty/);
  for (const [encoding, why] of [
    ['LATIN1', 'has the encoding LATIN1'],
    ['SQL_ASCII', 'has the encoding SQL_ASCII'],
    ['UTF8', 'makes “Äi” of “ÄI”'],
  ] as const) {
    const other = await emptyDatabase(withoutLetters(encoding));
    await expect(copyBetween(database, other)).rejects.toThrow(why);
    expect((await readRows(other)).rows, 'nothing is left').toEqual({});
  }
});

test('a database that tells “Ä” from “ä” is named at the start and on the health page', async () => {
  for (const encoding of ['UTF8', 'SQL_ASCII']) {
    const target = await emptyDatabase(withoutLetters(encoding));
    const { log, expectLogError } = createTestLog();
    expectLogError(/does not know all letters/);
    const logged = vi.spyOn(log, 'error');
    const env = readEnv({ DATABASE_URL: target.url, SECRET: testSecret, DATA_DIR: await newFolder() });
    const { services, close } = await openServices(env, log);
    onTestFinished(close);
    expect(logged.mock.calls.map(([, said]) => said)).toEqual(['the database does not know all letters']);
    const health = await readHealth(services);
    expect(problemsOf(health)).toContain('lettersWrong');
  }
  expect(problemsOf(await readHealth((await startApp()).services))).not.toContain('lettersWrong');
});

const withoutLetters = (encoding: string) =>
  `encoding '${encoding}' template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`;

test('what people deleted after the backup is deleted again: accounts, items, finders’ words and reviews, but not what they took back', async () => {
  const database = await freshDatabase();
  const { app, owner, item, orderId } = await startFilledApp({ database });
  await ask(database, 'update orders set delivered_at = now()');
  const [kept, dropped] = [await makeItem(owner, { name: 'Kept' }), await makeItem(owner, { name: 'Dropped' })];
  const { path: privateLink, finder } = await makeConversation(app, item, 'Under the old oak.');
  const early = await makeItem(owner, { name: 'Early' });
  await owner.call('deleteItem', { id: early.id });
  const other = await makeOwner(app, 'Eve');
  const path = join(await newFolder(), 'backup.age');
  await recordBackup(() => back(app, database, path), app.services);
  const madeAt = new Date();
  await owner.call('undeleteItem', { id: early.id });
  await owner.call('deleteItem', { id: dropped.id });
  await owner.call('deleteItem', { id: kept.id });
  await owner.call('undeleteItem', { id: kept.id });
  await other.call('deleteAccount', { password });
  await finder.post(`${privateLink}/delete`, {});
  const secret = orderSecret({ id: orderId, secretVersion: 1 }, app.services.keys);
  await app.visitor().call('deleteReview', { secret, productId: 'p' });

  const target = await emptyDatabase();
  const dataDir = await newFolder();
  await restoreInstallation(path, passphrase, readEnv({ DATA_DIR: dataDir, DATABASE_URL: target.url }));
  const restored = await startApp({ database: target, filesDir: dataDir });
  expect(await readLastBackups(restored.services), 'the one that it came from').toEqual({
    succeededAt: expect.any(Date),
    bytes: statSync(path).size,
    failure: null,
  });
  const log = join(app.services.machine.dataDir, deletionLogName);
  const text = await readFile(log, 'utf8');
  for (const id of [dropped.id, other.uid]) expect(text).not.toContain(id);
  const deletions = (await readDeletions(log, new Date(madeAt.getTime() - 60_000))) ?? [];
  expect(await applyDeletions(deletions, restored.services), 'not what they took back').toBe(4);
  expect(await applyDeletions(deletions, restored.services), 'it is deleted already').toBe(0);
  const again = await signIn(restored.visitor(), owner.email);
  const names = (await again.call('listItems', {})).items.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Kept', 'Early']));
  expect(names).not.toContain('Dropped');
  const users = await ask<{ uid: string }>(target, 'select uid from users where deletion_asked_at is not null');
  expect(users).toEqual([{ uid: other.uid }]);
  expect(await ask(target, `select id from web_messages where text like '%old oak%'`)).toEqual([]);
  expect(await ask(target, 'select id from reviews')).toEqual([]);
});

test('of two backups into one file at the same moment one is told so, and never is an unfinished one under its name', async () => {
  const path = join(await newFolder(), 'today.age');
  const begin = () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* entries() {
      begun.resolve();
      await end.promise;
      yield { name: 'all', size: 1, body: Buffer.from('x') };
    }
    return { written: writeArchive(path, entries(), passphrase, quick), begun: begun.promise, end: end.resolve };
  };
  const first = begin();
  const refused = expect(first.written).rejects.toThrow(/Another backup/);
  await first.begun;
  const second = begin();
  await second.begun;
  first.end();
  await refused;
  expect(existsSync(path)).toBe(false);
  second.end();
  expect(await second.written).toBe(statSync(path).size);
});

test('a large table is read in parts of about a megabyte, no faster than the archive is written, whatever limits the database has for all', async () => {
  const database = await freshDatabase();
  const rows = 'select n, n, repeat(md5(n::text), 100), now() from generate_series(1, 10000) n';
  await ask(database, `insert into auth_verifications ${rows}`);
  const limitMs = 1_000;
  const limits = ['statement', 'transaction', 'idle_session', 'idle_in_transaction_session'];
  const limited = limits.map((name) => `alter database "${database.database}" set ${name}_timeout = ${limitMs}`);
  await ask(database, limited.join(';'));
  const path = join(await newFolder(), 'large.age');
  let [read, ahead] = [0, 0];
  await withSnapshot(database, (snapshot) => {
    const [table = fail()] = snapshot.tables.filter(({ name }) => name === 'auth_verifications');
    async function* entries() {
      for await (const body of snapshot.rows(table)) {
        expect(body.length).toBeLessThan(1_200_000);
        if (read === 0) await setTimeout(limitMs + 200);
        read += body.length;
        ahead = Math.max(ahead, read - statSync(`${path}.part`).size);
        yield { name: `${read}`, size: body.length, body };
      }
    }
    return writeArchive(path, entries(), passphrase, quick);
  });
  expect(read).toBeGreaterThan(32_000_000);
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(6_000_000);
});

test('deletions of more than 400 days ago leave the list, and those of meanwhile and after a line that was cut off are in it', async () => {
  const folder = await newFolder();
  const path = join(folder, deletionLogName);
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const line = (days: number, letter: string) => `${at(days)} item ${letter.repeat(22)}`;
  const log = createDeletionLog(folder, deriveKeys(testSecret), createLog('silent'));
  await log.trim();
  await writeFile(path, `${line(410, 'a')}\n${line(399, 'b')}\n`);
  await log.trim();
  expect(await readFile(path, 'utf8'), 'a month may pass').toContain('aaa');
  await writeFile(path, `${line(431, 'a')}\n${line(399, 'b')}\n${line(3, 'c').slice(0, -5)}${line(2, 'd')}\n`);
  await Promise.all([log.record('item', 'one'), log.trim(), log.record('item', 'two')]);
  const codes = (await readDeletions(path, new Date(0)))?.map(({ code }) => code.slice(0, 3));
  expect(codes).toEqual(['bbb', 'ddd', expect.any(String), expect.any(String)]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

function fail(): never {
  throw new Error('There is no such table.');
}

async function startWithPicture() {
  const database = await freshDatabase();
  const { app, owner } = await withOwner(startApp({ database }));
  await makePicture(owner, await makeItem(owner));
  return { app, database };
}

/** Of an ordinary role, which may do nothing else. */
async function emptyDatabase(options = ''): Promise<{ url: string } & ClientConfig & { database: string }> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const server = inject('database');
  await ask({ ...server, database: 'postgres' }, `create role ${name} login`);
  await ask({ ...server, database: 'postgres' }, `create database ${name} owner ${name} ${options}`);
  onTestFinished(async () => {
    await ask({ ...server, database: 'postgres' }, `drop database ${name} with (force)`);
    await ask({ ...server, database: 'postgres' }, `drop role ${name}`);
  });
  const url = `postgres://${name}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`;
  return { ...server, user: name, database: name, url };
}

const theRest = `
  insert into auth_verifications values ('v', 'v', 'v', now());
  insert into invoice_counter values ('invoice', 1);
  insert into pending_notifications select owner_id, 'mail', id, now() + interval '1 day' from web_messages;
  insert into reply_mails select id, 'kim@example.com' from conversations;
  insert into pending_reply_notifications select id, 'mail', now() + interval '1 day' from conversations;
  insert into stock_changes select id, 'k', -1 from products;
  insert into tag_reports (tag_code, reason, text, language, idempotency_key) select min(code), 'unsafe', E'a\ttab \\ and\nline', 'en', 'k' from tags;
  insert into unread_by_members select m.uid, c.id, w.id, m.item_id from item_members m, conversations c, web_messages w;
  insert into scheduled_jobs values ('back-up', now());
  insert into settings values ('brand', '{"productName": "Fünd"}');
  insert into audit_entries (id, act, subject_kind, subject_id) values ('a', 'setRole', 'account', 'x');
  insert into backups (error) values ('no room')`;

async function back({ services }: App, database: ClientConfig, path: string): Promise<number> {
  const source = { database, files: services.files, secret: testSecret, publicUrl: services.publicUrl };
  return writeBackup(path, source, passphrase, { cost: quick });
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function readFiles(files: FileStore): Promise<Record<string, Buffer>> {
  const read: Record<string, Buffer> = {};
  for await (const folder of files.folders())
    for await (const { key, size } of files.list(folder)) {
      const body = await files.find(key);
      read[key] = body ? await buffer(body) : Buffer.alloc(0);
      expect(size).toBe(read[key].length);
    }
  return read;
}

async function ask<Row extends object>(config: ClientConfig, query: string): Promise<Row[]> {
  const client = new Client(config);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table but `changes`, every sequence, and what holds the tables together. */
async function readRows(config: ClientConfig) {
  const names = await ask<{ name: string }>(
    config,
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of names.filter(({ name: each }) => !notCompared.includes(each))) {
    const found = await ask<{ row: string }>(config, `select to_jsonb(t)::text as row from "${name}" t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  const sequences = await ask(config, 'select sequencename, last_value from pg_sequences order by 1');
  const constraints = await ask(
    config,
    `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const triggers = await ask(config, 'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1');
  return { rows, sequences, constraints, triggers };
}
