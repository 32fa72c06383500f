import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, makeItem, makeOwner, newEmail, password, proveNewFactor } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { withOwner } from '../../test/worlds.ts';

const cutoff = Date.UTC(2024, 1, 10);

test('C-4.03 C-9.01 an unverified account is let in when it was made before the cutoff, and can use the functions then', async () => {
  for (const [createdAt, status] of [
    [cutoff - 1, 200],
    [cutoff, 403],
    [Date.UTC(2019, 5, 1), 200],
  ] as const) {
    const { visitor, changeAccount } = await unverified();
    await changeAccount({ createdAt: new Date(createdAt) });
    const entered = await enter(visitor);
    expect(entered.status, `${createdAt}`).toBe(status);
    expect((await visitor.get('/items')).status, 'pages go by the same rule').toBe(status === 200 ? 200 : 302);
    if (status !== 200) continue;
    visitor.token = (await entered.json()).token;
    expect(await makeItem(visitor)).toMatchObject({ name: 'Blue backpack' });
  }
});

test('C-4.04 C-4.05 a profile that says verified needs no verified account; one that says unverified changes nothing for a verified account', async () => {
  const { visitor, changeProfile } = await unverified();
  await changeProfile({ emailVerified: true });
  const entered = await enter(visitor);
  expect([entered.status, (await entered.json()).user.emailVerified]).toEqual([200, true]);
  const other = await unverified();
  await other.changeAccount({ emailVerified: true });
  expect((await enter(other.visitor)).status).toBe(200);
  expect(await other.profile(), 'and it stays as it is').toMatchObject({ emailVerified: false });
});

test('C-4.06 a profile without emailVerified is completed when the account is verified or exempt, an imported one as soon as its owner has signed in, and opens nothing to an unverified account', async () => {
  for (const account of [{ emailVerified: true }, { createdAt: new Date(cutoff - 1) }]) {
    const { visitor, changeAccount, changeProfile, profile } = await unverified();
    await changeAccount(account);
    await signInOnly(visitor);
    await changeProfile({ emailVerified: null, lastLogin: null });
    expect((await (await visitor.auth('token', {})).json()).user).toMatchObject({ emailVerified: true });
    expect(await profile()).toMatchObject({ emailVerified: true, lastLogin: expect.any(Date) });
  }
  const app = await sharedApp();
  const [owner, admin] = [await makeOwner(app), await makeAdministrator(app)];
  const imported = { emailVerified: null, lastLogin: null };
  await app.services.db.updateTable('users').set(imported).where('uid', '=', owner.uid).execute();
  const profile = () => admin.call('getUserProfile', { id: owner.uid });
  expect(await profile()).toMatchObject({ emailVerified: false, lastLogin: null });
  expect((await app.visitor().auth('sign-in/email', { email: owner.email, password })).status).toBe(200);
  await expect.poll(profile).toMatchObject({ emailVerified: true, lastLogin: expect.any(String) });
  const stranger = await unverified();
  await stranger.changeProfile({ emailVerified: null });
  expect((await enter(stranger.visitor)).status).toBe(403);
  expect(await stranger.profile()).toMatchObject({ emailVerified: null });
});

test('C-4.07 C-3.01 C-3.02 a missing profile is created for an account that is verified or exempt, and for nobody who is signed out at once', async () => {
  for (const account of [
    { emailVerified: true, createdAt: new Date('2025-03-01T12:00:00Z') },
    { emailVerified: false, createdAt: new Date('2023-03-01T12:00:00Z') },
  ]) {
    const { app, visitor, changeAccount, profile } = await unverified();
    await changeAccount(account);
    await app.services.db.deleteFrom('users').where('email', '=', visitor.email).execute();
    const { uid, ...user } = (await (await enter(visitor)).json()).user;
    const { email } = visitor;
    const made = { uid, email, displayName: 'Ada', emailVerified: true, createdAt: account.createdAt, role: null };
    expect(await profile()).toMatchObject({ ...made, lastLogin: expect.any(Date) });
    expect(user).toMatchObject({ email, createdAt: account.createdAt.toISOString() });
  }
  const { app, visitor } = await unverified();
  const profiles = app.services.db.selectFrom('users').where('email', '=', visitor.email);
  await app.services.db.deleteFrom('users').where('email', '=', visitor.email).execute();
  expect((await enter(visitor)).status).toBe(403);
  expect(await profiles.selectAll().execute()).toEqual([]);
});

test('C-4.07 C-7.05 a profile that went missing while its owner is signed in is there again at the next call', async () => {
  const { app, owner } = await withOwner(startApp());
  const calls = [
    () => owner.call('updateUserProfile', { displayName: 'Grace' }),
    () => owner.call('setNotificationSettings', { messageMails: false }),
    () => owner.call('getNotificationSettings', {}),
  ];
  for (const call of calls) {
    await app.services.db.deleteFrom('users').execute();
    await call();
    const profile = await app.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(profile).toMatchObject({ uid: owner.uid, email: owner.email });
  }
  await calls[1]?.();
  expect(await owner.call('getNotificationSettings', {})).toMatchObject({ messageMails: false });
});

test('C-4.08 C-6.04 a profile that cannot be read leaves a verified account its basic data, and nobody administrator', async () => {
  const app = await startApp();
  app.expectLogError(/Error checking admin status/);
  const owner = await makeOwner(app);
  await app.services.db.updateTable('users').set({ role: 'admin', displayName: 'Countess' }).execute();
  expect(await owner.read('/about')).toContain('href="/admin"');
  await breakProfiles(app);
  const logged = vi.spyOn(app.services.log, 'error');
  expect(await (await owner.auth('token', {})).json()).toMatchObject({
    user: { uid: owner.uid, email: owner.email, displayName: 'Ada', emailVerified: true, role: null },
    problem: 'Error checking admin status',
  });
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ uid: owner.uid }), 'Error checking admin status');
  const about = await owner.read('/about');
  expect(about).toContain('href="/inbox"');
  expect(about).not.toContain('href="/admin"');
  expect(await owner.call('listItems', {}), 'what needs no profile still works').toEqual({ items: [] });
});

test('C-4.08 one signs in while profiles cannot be read, with basic data', async () => {
  const app = await startApp();
  app.expectLogError(/Error checking admin status|could not record a sign-in|could not remember a device/);
  const { email } = await makeOwner(app);
  await breakProfiles(app);
  const visitor = app.visitor();
  expect((await visitor.auth('sign-in/email', { email, password: 'a wrong password' })).status).toBe(401);
  expect((await visitor.auth('sign-in/email', { email, password })).status).toBe(200);
  expect(await (await visitor.auth('token', {})).json()).toMatchObject({
    user: { email, displayName: 'Ada', role: null },
  });
});

test('C-4.05 C-4.20 a session whose account no longer counts ends when the profile is read again', async () => {
  const { app, owner } = await withOwner(startApp());
  await app.services.db.updateTable('authUsers').set({ emailVerified: false }).execute();
  await app.services.db.updateTable('users').set({ emailVerified: false }).execute();
  expect((await owner.get('/items')).headers.get('location'), 'before the token is asked for').toContain('/signin');
  const refused = await owner.auth('token', {});
  expect([refused.status, await refused.json()]).toEqual([403, { code: 'email-not-verified', email: owner.email }]);
  expect(await app.services.db.selectFrom('authSessions').select('id').execute()).toEqual([]);
});

test('C-4.08 and an unverified one is signed out, exempt or not', async () => {
  const { app, visitor, changeAccount } = await unverified(startApp());
  app.expectLogError(/Error checking admin status/);
  await changeAccount({ createdAt: new Date(cutoff - 1) });
  await signInOnly(visitor);
  await breakProfiles(app);
  expect((await visitor.auth('token', {})).status).toBe(403);
  expect(await app.services.db.selectFrom('authSessions').select('id').execute()).toEqual([]);
});

test('C-4.02 a session outlives the browser, and every process knows it', async () => {
  const { app, owner } = await withOwner(startApp());
  const signedIn = await owner.auth('sign-in/email', { email: owner.email, password });
  const cookie = signedIn.headers.getSetCookie().find((line) => line.includes('session_token')) ?? '';
  expect(Number(/max-age=(\d+)/i.exec(cookie)?.[1])).toBeGreaterThan(7 * 86_400);
  const another = await startApp({ besides: app });
  const back = another.visitor();
  for (const [name, value] of owner.cookies) back.cookies.set(name, value);
  expect((await (await back.auth('token', {})).json()).user.uid).toBe(owner.uid);
});

test('C-6.04 the role is read from the record at every call: taking it away counts at once', async () => {
  const app = await startApp();
  const admin = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  expect(await admin.call('getUserProfile', { id: other.uid })).toBeNull();
  const setRole = (role: string | null) =>
    app.services.db.updateTable('users').set({ role }).where('uid', '=', admin.uid).execute();
  await setRole('admin');
  await proveNewFactor(admin);
  expect(await admin.call('getUserProfile', { id: other.uid })).toMatchObject({ email: other.email });
  await setRole(null);
  expect(await admin.call('getUserProfile', { id: other.uid })).toBeNull();
});

/** Signed up, address not confirmed. */
async function unverified(given: App | Promise<App> = sharedApp()) {
  const app = await given;
  const email = newEmail();
  const visitor = Object.assign(app.visitor(), { email });
  await visitor.auth('sign-up/email', { name: 'Ada', email, password });
  const { db } = app.services;
  return {
    app,
    visitor,
    changeAccount: (account: { createdAt?: Date; emailVerified?: boolean }) =>
      db.updateTable('authUsers').set(account).where('email', '=', email).execute(),
    changeProfile: (profile: { emailVerified?: boolean | null; lastLogin?: null }) =>
      db.updateTable('users').set(profile).where('email', '=', email).execute(),
    profile: () => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
  };
}

type Unverified = Awaited<ReturnType<typeof unverified>>['visitor'];

function signInOnly(visitor: Unverified) {
  return visitor.auth('sign-in/email', { email: visitor.email, password });
}

async function enter(visitor: Unverified) {
  const signedIn = await signInOnly(visitor);
  return signedIn.ok ? visitor.auth('token', {}) : signedIn;
}

function breakProfiles(app: App) {
  // The time of the sign-in is written down after its answer.
  app.expectLogError(/relation .*users.* does not exist/);
  return sql`alter table users rename to users_away`.execute(app.services.db);
}
