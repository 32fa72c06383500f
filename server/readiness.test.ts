import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runDueJobs } from '../domain/schedule.ts';
import { freshDatabase } from '../test/database.ts';
import { createTestLog } from '../test/log.ts';
import { openMailbox } from '../test/mailbox.ts';
import type { Tables } from './db/tables.ts';
import { readEnv } from './env.ts';
import { queueMail } from './mail/mail-queue.ts';
import { startMailWorker } from './mail/mail-worker.ts';
import { mailTransport } from './mail/transport.ts';
import { type OpenServices, openServices } from './open-services.ts';

const secret = 'a secret that only tests know, of sufficient length';
const to = { name: '', address: 'ada@example.com' };
const mail = { purpose: 'test', uid: null, to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

test.each<[string, string, (opened: OpenServices) => Promise<unknown>]>([
  ['a request', 'rate_limits', ({ services }) => services.limits.take('export', 'ada')],
  ['a scheduled job', 'scheduled_jobs', ({ background }) => runDueJobs(background)],
  ['the change log', 'changes', ({ services }) => services.events.publish({ kind: 'settings' })],
  ['the event connection', 'pg_notify', ({ services }) => services.events.publish({ kind: 'settings' })],
  ['the mail worker', 'outgoing_mails', sendMails],
])('who watches hears of a full disk from %s, and that there is room again', async (_writer, writesTo, write) => {
  const { log, expectLogError } = createTestLog();
  expectLogError(/No space left on device/);
  const opened = await openServices(readEnv({ DATABASE_URL: await databaseUrl(), SECRET: secret }), log);
  onTestFinished(opened.close);
  const { db } = opened.services;
  expect(await opened.readiness()).toBe('ready');
  await queueMail(db, mail);
  const clear = await fillDisk(db, writesTo);
  await write(opened).catch(() => undefined);
  await expect.poll(opened.readiness).toBe('database disk full');
  await clear();
  await expect.poll(opened.readiness, { timeout: 20_000 }).toBe('ready');
});

test('it says whether messages can be stored by one commit in two seconds, whoever asks, and apart from it whether pages can be served', async () => {
  const { log } = createTestLog();
  const opened = await openServices(readEnv({ DATABASE_URL: await databaseUrl(), SECRET: secret }), log);
  onTestFinished(opened.close);
  const { db } = opened.services;
  await sql`
    create table commits (); create function count_commit() returns trigger language plpgsql as
      $$ begin insert into commits default values; return null; end $$;
    create constraint trigger counts after insert or update on settings deferrable initially deferred
      for each row when (new.key = 'last-commit') execute function count_commit()`.execute(db);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 20 }, opened.readiness));
  expect(await opened.readiness()).toBe('ready');
  const most = 1 + Math.floor((performance.now() - begun) / 2_000);
  const { rows } = await sql`select from commits`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(most);

  await sql`
    create or replace function count_commit() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db);
  await expect.poll(opened.readiness, { timeout: 20_000 }).toBe('database disk full');
  expect(await opened.servesPages()).toBe('pages are served');
  await sql`alter table settings rename to elsewhere`.execute(db);
  await expect.poll(opened.servesPages, { timeout: 20_000 }).toBe('database away');
});

test('a mail folder that cannot be written, from the start on, is told to who watches, and logged once', async () => {
  const { log, expectLogError } = createTestLog();
  expectLogError(/mail folder cannot be written/);
  const folder = await mkdtemp(join(tmpdir(), 'readiness-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'mail'), '');
  const env = readEnv({ DATABASE_URL: await databaseUrl(), SECRET: secret, DATA_DIR: folder });
  const said = vi.spyOn(log, 'error');
  const opened = await openServices(env, log);
  onTestFinished(opened.close);
  for (const _ of ['once', 'again']) expect(await opened.readiness()).toBe('mail folder cannot be written');
  expect(said).toHaveBeenCalledTimes(1);
  await rm(join(folder, 'mail'));
  expect(await opened.readiness()).toBe('ready');
});

/** Its functions come before those of PostgreSQL. */
async function databaseUrl(): Promise<string> {
  const { host, port, user, database } = await freshDatabase();
  const url = new URL(`postgres://${user}@localhost/${database}`);
  const options = '-c search_path=public,pg_catalog';
  for (const [name, value] of Object.entries({ host, port, options })) url.searchParams.set(name, `${value}`);
  return url.href;
}

/** Refuses, as PostgreSQL does on a full disk, new tables and what is written to one table or channel. */
async function fillDisk(db: Kysely<Tables>, writesTo: string): Promise<() => Promise<void>> {
  const refuse = (name: string, returns: string) => `create function ${name} returns ${returns} language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
  const run = (statements: string) => sql.raw(statements).execute(db);
  await run(`${refuse('refuse_table()', 'event_trigger')}; ${refuse('refuse_row()', 'trigger')};
    create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_table()`);
  if (writesTo === 'pg_notify') await run(refuse('public.pg_notify(text, text)', 'void'));
  else await run(`create trigger full_disk before insert or update on ${writesTo} execute function refuse_row()`);
  return async () => {
    await run(`drop function if exists refuse_table(), refuse_row(), public.pg_notify(text, text) cascade`);
  };
}

async function sendMails({ background }: OpenServices): Promise<void> {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const transport = mailTransport(
    { smtpUrl: mailbox.url, mailFrom: 'handback@localhost', dataDir: '/nowhere' },
    background.log,
  );
  const worker = startMailWorker({ ...background, transport, pictures: async () => [] });
  onTestFinished(worker.stop);
}
