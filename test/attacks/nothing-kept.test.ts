import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { queueMail } from '../../server/mail/mail-queue.ts';
import { type App, startApp } from '../app.ts';
import { insertMail } from '../mail-queue.ts';
import { linkIn } from '../mailbox.ts';
import { makeOwner, password, signIn } from '../make.ts';
import { withConversation, withOwner } from '../worlds.ts';

const day = 86_400_000;

test('what is left of a mail that was sent opens nothing; one that waits keeps its link until it is sent', async () => {
  const { app, owner } = await withConversation(startApp());
  await owner.auth('request-password-reset', { email: owner.email });
  const reset = new URL(linkIn(await app.mailbox.find(owner.email, 'new password')));
  expect(reset.pathname, 'what was sent has its link').toBe('/auth/reset');
  await expect.poll(() => unsent(app)).toEqual([]);
  const stored = JSON.stringify(await app.services.db.selectFrom('outgoingMails').selectAll().execute());
  expect(stored).toContain(`${app.url}/…`);
  expect(stored).not.toMatch(/token=|\/auth\/|\/inbox\//);
  expect(stored).not.toContain(reset.searchParams.get('token'));
  const nextOwner = await makeOwner(app);
  app.mailbox.refusing = true;
  await nextOwner.auth('request-password-reset', { email: nextOwner.email });
  await expect.poll(async () => (await unsent(app)).map(({ lastError }) => lastError)).toEqual([expect.any(String)]);
  app.mailbox.refusing = false;
  await app.services.db.updateTable('outgoingMails').set({ sendAfter: new Date() }).execute();
  app.services.events.publish({ kind: 'mail' });
  expect(linkIn(await app.mailbox.find(nextOwner.email, 'new password'))).toContain('/auth/reset?token=');
});

test('30 days after a mail was sent or given up it is gone; one that waits is not', async () => {
  const app = await startApp();
  app.mailbox.refusing = true;
  const ago = (days: number) => new Date(Date.now() - days * day);
  const { db } = app.services;
  const states = {
    sent: { sentAt: ago(30) },
    'given up': { failedAt: ago(30) },
    'sent lately': { sentAt: ago(29) },
    waiting: { leasedUntil: ago(-1) },
  };
  for (const [subject, state] of Object.entries(states))
    await insertMail(app, { createdAt: ago(99), ...state, subject }).execute();
  await runDueJobs(app.services);
  const left = await db.selectFrom('outgoingMails').select('subject').orderBy('id').execute();
  expect(left.map(({ subject }) => subject)).toEqual(['sent lately', 'waiting']);
});

test('sessions, one-time links and counts are deleted when their time is over, and no others', async () => {
  const { app, owner } = await withOwner(startApp());
  const elsewhere = await signIn(app.visitor(), owner.email);
  await owner.auth('request-password-reset', { email: owner.email });
  await app.mailbox.find(owner.email, 'new password');
  const { sessions } = await owner.call('listSessions', {});
  await runDueJobs(app.services);
  const before = await stored(app);
  expect(before).toMatchObject({ sessions: '2', tokens: '2' });

  const { db } = app.services;
  const past = new Date(Date.now() - 1);
  await sql`update auth_sessions set expires_at = ${past} where created_at = ${new Date(sessions.find(({ here }) => !here)?.since ?? '')}`.execute(
    db,
  );
  await db.updateTable('accountLinks').set({ expiresAt: past }).where('usedAt', 'is', null).execute();
  const [expired] = before.limits;
  await sql`update rate_limits set expire = ${past.getTime()} where key = ${expired}`.execute(db);
  await db.deleteFrom('scheduledJobs').execute();
  await runDueJobs(app.services);

  expect(await stored(app)).toEqual({ sessions: '1', tokens: '1', limits: before.limits.slice(1) });
  expect(await owner.call('listItems', {})).toEqual({ items: [] });
  expect((await elsewhere.auth('token', {})).status).toBe(204);
});

test('of a browser only the words that are shown are stored', async () => {
  const app = await startApp();
  const { email } = await makeOwner(app);
  const agent = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0 build-of-ada';
  const headers = { origin: app.url, 'content-type': 'application/json', 'user-agent': agent };
  await app
    .visitor()
    .fetch('/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  const rows = await app.services.db.selectFrom('authSessions').select('userAgent').orderBy('createdAt').execute();
  expect(rows.map(({ userAgent }) => userAgent)).toEqual(['An unknown device', 'Firefox on Android']);
});

test('where mails are files, those of a deleted account go too, and those whose 30 days are over; the others stay', async () => {
  const first = await startApp();
  const [ada, bob] = [await makeOwner(first), await makeOwner(first, 'Bob')];
  await first.close();
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-mails-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const folder = join(dataDir, 'mail');
  const app = await startApp({ besides: first, dataDir });
  await queue(app, 'of Ada', ada.uid);
  await queue(app, 'of Bob', bob.uid);
  await queue(app, 'too old', bob.uid);
  await expect.poll(() => unsent(app)).toEqual([]);
  await writeFile(join(folder, 'notes of the operator.eml'), 'Subject: not ours\n');
  expect(await subjectsIn(folder)).toEqual(['not ours', 'of Ada', 'of Bob', 'too old']);

  const { db } = app.services;
  const ago = (days: number) => new Date(Date.now() - days * day);
  await sql`update users set deletion_asked_at = ${ago(8)} where uid = ${ada.uid}`.execute(db);
  await sql`update outgoing_mails set sent_at = ${ago(30)} where subject = ${'too old'}`.execute(db);
  await runDueJobs(app.services);
  await app.close();
  await startApp({ besides: first, dataDir });
  await expect.poll(() => subjectsIn(folder)).toEqual(['not ours', 'of Bob']);
});

test('a mail that was cut off while it was written leaves no file either', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-mails-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const folder = join(dataDir, 'mail');
  await mkdir(folder);
  await writeFile(join(folder, `2026-01-01T00-00-00-000Z-${crypto.randomUUID()}.eml.part`), 'Subject: Set a new');
  await startApp({ dataDir });
  await expect.poll(() => readdir(folder)).toEqual([]);
});

async function queue(app: App, subject: string, uid: string | null = null): Promise<void> {
  const to = { name: '', address: 'somebody@example.com' };
  await queueMail(app.services.db, { purpose: 'test', uid, to, subject, text: 'Hello', html: '<p>Hello</p>' });
  app.services.events.publish({ kind: 'mail' });
}

function unsent(app: App) {
  return app.services.db.selectFrom('outgoingMails').selectAll().where('sentAt', 'is', null).execute();
}

async function stored({ services: { db } }: App) {
  const { rows } = await sql<{ sessions: string; tokens: string; limits: string[] }>`
    select
      (select count(*) from auth_sessions) as sessions,
      (select count(*) from account_links) as tokens,
      (select array_agg(key order by key) from rate_limits) as limits`.execute(db);
  return rows[0] ?? expect.unreachable();
}

async function subjectsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '').sort();
}
