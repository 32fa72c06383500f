import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeAdministrator, makeOwner, type Person, signIn } from '../make.ts';
import type { Visitor } from '../visitor.ts';
import { withOwner } from '../worlds.ts';

test('C-9.02 C-4.10 a page that stays open and reports nothing: after 30 minutes its session ends, the page hears why, other devices stay', async () => {
  const { app, owner } = await withOwner();
  const phone = await signIn(app.visitor(), owner.email);
  const [live, liveOnPhone] = [await openPage(owner), await openPage(phone)];
  await app.endIdleSessions();
  await passIdle(app, owner, 29);
  await app.endIdleSessions();
  await expectSignedIn(owner);
  await passIdle(app, owner, 1);
  await app.endIdleSessions();
  expect(await live.next('session')).toEqual({ reason: 'timeout' });
  await expectSignedOut(owner);
  await expectSignedIn(phone);
  live.close();
  liveOnPhone.close();
});

test('C-4.10 C-4.11 each report begins the 30 minutes anew; streams, functions, renewed tokens and pages are no activity', async () => {
  const { app, owner } = await withOwner();
  const live = await openPage(owner);
  await app.endIdleSessions();
  for (let passed = 0; passed < 90; passed += 29) {
    await passIdle(app, owner, 29);
    await report(owner);
    await app.endIdleSessions();
    await expectSignedIn(owner);
  }
  await passIdle(app, owner, 31);
  await owner.call('listItems', {});
  await owner.call('updateUserProfile', { displayName: 'Countess' });
  await owner.auth('token', {});
  await owner.get('/items');
  const another = await openPage(owner);
  await app.endIdleSessions();
  await expectSignedOut(owner);
  live.close();
  another.close();
});

test('C-4.02 C-4.10 a browser that was closed for hours is still signed in, and has 30 minutes from then on; a browser opened again after two minutes has the time to say that it was closed; a stream that broke and came back within them begins nothing anew', async () => {
  const { app, owner } = await withOwner();
  const before = await openPage(owner);
  await app.endIdleSessions();
  before.close();
  await passIdle(app, owner, 180);
  await passClosed(app, owner, 180 * 60);
  const live = await openPage(owner);
  await app.endIdleSessions();
  await app.endIdleSessions();
  await expectSignedIn(owner);
  await passIdle(app, owner, 30);
  await app.endIdleSessions();
  await expectSignedOut(owner);
  live.close();
  const nextOwner = await makeOwner(app);
  await noteClosed(app, nextOwner, { idleMinutes: 31, closedSeconds: 120 });
  const reopened = await openPage(nextOwner);
  await app.endIdleSessions();
  await report(nextOwner);
  await app.endIdleSessions();
  await expectSignedIn(nextOwner);
  reopened.close();
  await noteClosed(app, nextOwner, { idleMinutes: 31, closedSeconds: 120 });
  const nextLive = await openPage(nextOwner);
  await app.endIdleSessions();
  await app.endIdleSessions();
  await expectSignedOut(nextOwner);
  nextLive.close();
});

test('C-4.10 of two processes, the one that the page is connected to ends the session, and both know it at once', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const owner = await makeOwner(one);
  const live = await openPage(elsewhere(two, owner));
  await two.endIdleSessions();
  await passIdle(one, owner, 31);
  await one.endIdleSessions();
  await expectSignedIn(owner);
  await two.endIdleSessions();
  expect(await live.next('session')).toEqual({ reason: 'timeout' });
  await expect.poll(async () => (await owner.tryCall('listItems', {})).status).toBe(401);
  await expectSignedOut(owner);
  live.close();
});

test('C-4.10 a page that moves from one process to the other is the same page', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const owner = await makeOwner(one);
  const before = await openPage(owner);
  await one.endIdleSessions();
  before.close();
  await passIdle(one, owner, 31);
  const live = await openPage(elsewhere(two, owner));
  await two.endIdleSessions();
  await expect.poll(async () => (await owner.get('/items')).status).toBe(302);
  await expectSignedOut(owner);
  live.close();
});

test('a client without any page is not ended for want of activity; nobody reports for somebody else: not another site, not another account, not who is signed out', async () => {
  const { app, owner } = await withOwner();
  const client = await signIn(app.visitor(), owner.email);
  const live = await openPage(owner);
  await passIdle(app, client, 3 * 24 * 60);
  await app.endIdleSessions();
  await app.endIdleSessions();
  await expectSignedIn(client);
  live.close();
  const other = await makeOwner(app, 'Bob');
  await passIdle(app, owner, 20);
  const { activeAt } = await sessionRow(app, owner);
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await owner.fetch('/auth/activity', { method: 'POST', headers })).status).toBe(403);
  expect((await owner.get('/auth/activity')).status).toBe(404);
  await report(other);
  const stranger = app.visitor();
  await report(stranger);
  stranger.cookies.set('handback.session_token', (await sessionRow(app, owner)).id);
  await report(stranger);
  expect(await sessionRow(app, owner)).toMatchObject({ activeAt });
});

test('a session from before pages reported is judged only once one does', async () => {
  const { app, owner } = await withOwner(startApp());
  const before = { activeAt: null, pageSeenAt: null };
  await app.services.db.updateTable('authSessions').set(before).execute();
  const live = await openPage(owner);
  for (let checks = 0; checks < 3; checks++) await app.endIdleSessions();
  expect(await sessionRow(app, owner)).toMatchObject({ activeAt: null });
  await report(owner);
  await passIdle(app, owner, 31);
  await app.endIdleSessions();
  await expectSignedOut(owner);
  live.close();
});

test('C-4.13 maintenance takes nobody’s time: reports count meanwhile', async () => {
  const app = await startApp({ publicUrl: 'http://handback.test' });
  const admin = await makeAdministrator(app, 'Root');
  const owner = await makeOwner(app);
  await admin.call('setMaintenance', { enabled: true, message: 'Back at six.' });
  await passIdle(app, owner, 20);
  const before = await sessionRow(app, owner);
  await report(owner);
  expect((await sessionRow(app, owner)).activeAt).not.toEqual(before.activeAt);
});

async function openPage(visitor: Visitor) {
  const live = await visitor.live();
  await live.next('unread');
  return live;
}

async function report(visitor: Visitor): Promise<void> {
  expect((await visitor.auth('activity', {})).status).toBe(204);
}

function sessionRow(app: App, { token = '' }: Person) {
  const id = String(decodeJwt(token).sid);
  return app.services.db
    .selectFrom('authSessions')
    .select(['id', 'activeAt', 'pageSeenAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** So many minutes more since the last report of this person's session. */
async function passIdle(app: App, person: Person, minutes: number): Promise<void> {
  const { id } = await sessionRow(app, person);
  const activeAt = sql<Date>`active_at - make_interval(mins => ${minutes})`;
  await app.services.db.updateTable('authSessions').set({ activeAt }).where('id', '=', id).execute();
}

/** So many seconds more since a page of this person's session was open. */
async function passClosed(app: App, person: Person, seconds: number): Promise<void> {
  const { id } = await sessionRow(app, person);
  const pageSeenAt = sql<Date>`page_seen_at - make_interval(secs => ${seconds})`;
  await app.services.db.updateTable('authSessions').set({ pageSeenAt }).where('id', '=', id).execute();
}

async function noteClosed(app: App, person: Person, { idleMinutes = 0, closedSeconds = 0 }): Promise<void> {
  const live = await openPage(person);
  await app.endIdleSessions();
  live.close();
  await passIdle(app, person, idleMinutes);
  await passClosed(app, person, closedSeconds);
}

/** The same browser, where another process answers. */
function elsewhere(app: App, person: Person): Visitor {
  const visitor = app.visitor();
  for (const [name, value] of person.cookies) visitor.cookies.set(name, value);
  return visitor;
}

async function expectSignedIn(person: Person): Promise<void> {
  expect((await person.tryCall('listItems', {})).status).toBe(200);
  expect((await person.auth('token', {})).status).toBe(200);
}

async function expectSignedOut(person: Person): Promise<void> {
  expect(await person.tryCall('listItems', {})).toMatchObject({ status: 401 });
  expect((await person.get('/items')).status).toBe(302);
  expect((await person.auth('token', {})).status).toBe(204);
}
