import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../app.ts';
import { linkIn } from '../mailbox.ts';
import { makeOwner, type Person, passTime, password, signIn } from '../make.ts';
import { withOwner } from '../worlds.ts';

const sessionCookie = 'handback.session_token';

test('the id of a session, which stands in every access token, is no cookie; signing in answers no token to scripts, and ends the session that it replaces, and no other one', async () => {
  const { app, owner } = await withOwner();
  await owner.call('listItems', {});
  const { sid } = JSON.parse(Buffer.from(owner.token?.split('.')[1] ?? '', 'base64url').toString());
  const thief = app.visitor();
  for (const cookie of [sid, `${sid}.`, encodeURIComponent(sid)]) {
    thief.cookies.set(sessionCookie, cookie);
    expect((await thief.get('/items')).status).toBe(302);
    expect((await thief.auth('token', {})).status).toBe(204);
  }
  const answer = await owner.auth('sign-in/email', { email: owner.email, password });
  expect(await answer.json()).toEqual({ status: true });
  const elsewhere = await signIn(app.visitor(), owner.email);
  const other = await makeOwner(app, 'Bob');
  const before = new Map(owner.cookies);
  await signIn(owner, other.email);
  const old = app.visitor();
  for (const [name, value] of before) old.cookies.set(name, value);
  expect((await old.get('/items')).status).toBe(302);
  expect([(await owner.get('/items')).status, (await elsewhere.get('/items')).status]).toEqual([200, 200]);
});

test('a cookie is no access token, and what the database holds is neither: cookies and tokens of links lie in it as hashes only; sign-ins are logged with the uid alone', async () => {
  const { app, owner } = await withOwner(startApp());
  const stored = await app.services.db.selectFrom('authSessions').select(['id', 'token']).executeTakeFirstOrThrow();
  const signature = decodeURIComponent(owner.cookies.get(sessionCookie) ?? '').split('.')[1];
  const thief = app.visitor();
  for (const cookie of [stored.token, `${stored.token}.${signature}`]) {
    thief.cookies.set(sessionCookie, encodeURIComponent(cookie));
    expect((await thief.get('/items')).status).toBe(302);
  }
  for (const token of [owner.cookies.get(sessionCookie), stored.id, stored.token]) {
    thief.token = token;
    expect((await thief.tryCall('listItems', {})).status).toBe(401);
  }
  const logged = vi.spyOn(app.services.log, 'info');
  await app.visitor().auth('sign-in/email', { email: owner.email, password: 'wrong password' });
  await signIn(app.visitor(), owner.email);
  expect(logged.mock.calls.filter(([about]) => 'uid' in Object(about))).toEqual([
    [{ uid: owner.uid, reason: 'INVALID_EMAIL_OR_PASSWORD' }, 'sign-in refused'],
    [{ uid: owner.uid }, 'signed in'],
  ]);
  await owner.auth('request-password-reset', { email: owner.email });
  await owner.auth('change-email', { newEmail: 'countess@example.com' });
  const links = ['Set a new password', 'Allow a new address'].map(async (subject) => {
    const link = new URL(linkIn(await app.mailbox.find(owner.email, subject)));
    return link.searchParams.get('token') ?? '';
  });
  const cookies = [...owner.cookies.values()].map((value) => decodeURIComponent(value).split('.')[0] ?? '');
  const secrets = [...(await Promise.all(links)), ...cookies];
  expect(secrets.every((secret) => secret.length >= 32)).toBe(true);
  const thirdStored = await everyRowButMails(app);
  for (const secret of secrets) expect(thirdStored).not.toContain(secret);
});

test('a session ends 90 days after it began, however often it is used', async () => {
  const { app, owner } = await withOwner(startApp());
  const { db } = app.services;
  const begin = (daysAgo: number) =>
    sql`update auth_sessions set created_at = now() - make_interval(days => ${daysAgo})`.execute(db);
  await begin(89);
  passTime(10_000);
  expect([(await owner.get('/items')).status, (await owner.tryCall('listItems', {})).status]).toEqual([200, 200]);
  await begin(91);
  passTime(10_000);
  expect((await owner.tryCall('listItems', {})).status).toBe(401);
  expect((await owner.get('/items')).status).toBe(302);
  expect(await db.selectFrom('authSessions').select('id').execute(), 'nothing of it stays').toEqual([]);
});

test('a session lasts until its end on the database’s clock, for calls to a process whose clock is ahead', async () => {
  const { app, owner } = await withOwner(startApp());
  const { db } = app.services;
  await db.updateTable('authSessions').set({ expiresAt: sql`now() + interval '30 minutes'` }).execute();
  passTime(50 * 60_000);
  await runDueJobs(app.services);
  expect((await owner.tryCall('listItems', {})).status).toBe(200);
  expect((await owner.call('listSessions', {})).sessions).toHaveLength(1);
});

test('C-4.02 over https cookies are held to this host, and a cookie that another host of the domain may have set opens nothing', async () => {
  const app = await startApp({ publicUrl: 'https://tags.example.com' });
  const owner = await makeHttpsOwner(app);
  const cookie = owner.cookies.get(`__Host-${sessionCookie}`) ?? '';
  expect(cookie).not.toBe('');
  const earlier = app.visitor();
  earlier.cookies.set(`__Secure-${sessionCookie}`, cookie);
  expect((await earlier.get('/items')).headers.get('location')).toMatch(/^\/signin/);
});

test('a finder’s link remembered before the site moved to https leads back from a scan, after a question: another host may have set it', async () => {
  const app = await startApp({ publicUrl: 'https://tags.example.com' });
  const owner = await makeHttpsOwner(app);
  const item = await owner.call('addItem', { key: crypto.randomUUID(), name: 'Bag', category: 'bag', note: '' });
  const { secret } = await app
    .visitor()
    .call('reportFound', { hash: item.hash, key: crypto.randomUUID(), text: 'I have it.' });
  const [finder, path] = [app.visitor(), `/item/${item.hash}`];
  finder.cookies.set('handback.found', secret);
  const page = await finder.read(path);
  expect(page).toContain('Is this you?');
  expect(page).not.toContain('You already wrote');
  const yes = await finder.post(`${path}/whose`, { secret, me: 'yes' });
  expect(yes.headers.get('location')).toBe(`/conversation/${secret}`);
  expect(await finder.read(path)).toContain('You already wrote');
});

async function everyRowButMails(app: App): Promise<string> {
  const tables = [
    'auth_users',
    'auth_accounts',
    'auth_sessions',
    'auth_verifications',
    'account_links',
    'known_devices',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(app.services.db),
    ),
  );
  return rows.flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: 'https://tags.example.com' },
  body: JSON.stringify(body),
});

async function makeHttpsOwner(app: App): Promise<Person> {
  const visitor = app.visitor();
  const email = 'ada@example.com';
  await visitor.fetch('/auth/sign-up/email', json({ name: 'Ada', email, password }));
  const token = new URL(linkIn(await app.mailbox.find(email, 'Confirm'))).searchParams.get('token');
  await visitor.fetch('/auth/verify-email', json({ token }));
  await visitor.fetch('/auth/sign-in/email', json({ email, password }));
  const answer = await visitor.fetch('/auth/token', json({}));
  const body = (await answer.json()) as { token: string; user: { uid: string } };
  visitor.token = body.token;
  return Object.assign(visitor, { email, uid: body.user.uid });
}
