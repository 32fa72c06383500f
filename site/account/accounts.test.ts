import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeItem, makeOwner, password, signIn } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

test('C-7.01 signing up makes account and profile and mails a link that verifies the address', async () => {
  const app = await startApp();
  const visitor = app.visitor();
  const answer = await visitor.auth('sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
  expect(answer.status).toBe(200);
  const profile = await app.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(profile).toMatchObject({ email: 'ada@example.com', displayName: 'Ada', emailVerified: false });
  expect(profile.createdAt).toBeInstanceOf(Date);
  expect(profile.lastLogin).toBeInstanceOf(Date);

  const mail = await app.mailbox.find('ada@example.com', 'Confirm');
  expect(mail.messageId).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/);
  const link = new URL(linkIn(mail));
  expect(link.origin + link.pathname).toBe(`${app.url}/auth/emailverification`);
  expect((await visitor.get(link.pathname + link.search)).status, 'looking at the link uses nothing up').toBe(200);
  expect((await visitor.auth('verify-email', { token: link.searchParams.get('token') })).status).toBe(200);
  await signIn(visitor, 'ada@example.com');
  expect(await visitor.call('listItems', {})).toEqual({ items: [] });
});

test('C-5.02 the name of a sign-up passes the cleaner; one that shows nothing, is too long or no text is refused', async () => {
  const app = await startApp();
  const signUp = (name: unknown, more = {}) =>
    app.visitor().auth('sign-up/email', { name, email: 'ada@example.com', password, ...more });
  for (const name of ['', ' \u200b ', '<script></script>', 'x'.repeat(81), 7, null, undefined]) {
    const refused = await signUp(name);
    expect([name, refused.status, await refused.json()]).toMatchObject([name, 400, { code: 'INVALID_NAME' }]);
  }
  expect((await signUp(' <b>Ada</b> \0&\u202e Bob ', { image: 'a\0b', role: 'admin' })).status).toBe(200);
  const { db } = app.services;
  const account = await db.selectFrom('authUsers').select(['name', 'image']).executeTakeFirstOrThrow();
  expect(account).toEqual({ name: 'Ada & Bob', image: null });
  const profile = await db.selectFrom('users').select(['displayName', 'role']).executeTakeFirstOrThrow();
  expect(profile).toEqual({ displayName: 'Ada & Bob', role: null });
  const visitor = app.visitor();
  const email = 'ada@example.com';
  const long = await visitor.auth('sign-up/email', { name: 'x'.repeat(3_000), email, password });
  expect(long.status).toBe(400);
  await visitor.auth('sign-up/email', { name: ' Ada <b>L</b>\u0000 ', email, password });
  const nextProfile = await app.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(nextProfile.displayName).toBe('Ada L');
});

test('a password of only spaces, or too short or long, is refused wherever one is chosen; one of only spaces from before is a password', async () => {
  const { app, owner } = await withOwner(startApp());
  await owner.auth('request-password-reset', { email: owner.email });
  const reset = new URL(linkIn(await app.mailbox.find(owner.email, 'Set a new password'))).searchParams.get('token');
  for (const weak of [' '.repeat(12), '\u3000'.repeat(12), 'x'.repeat(9), 'x'.repeat(129)]) {
    const signUp = { name: 'Eve', email: 'eve@example.com', password: weak };
    for (const answer of [
      await app.visitor().auth('sign-up/email', signUp),
      await app.visitor().auth('reset-password', { token: reset, newPassword: weak }),
    ])
      expect([weak, answer.status, await answer.json()]).toMatchObject([weak, 400, { code: 'WEAK_PASSWORD' }]);
    const changed = await owner.tryCall('changePassword', { currentPassword: password, newPassword: weak });
    expect(changed.status).toBe(400);
  }
  const chosen = await app.visitor().auth('reset-password', { token: reset, newPassword: 'a brand new password' });
  expect(chosen.status, 'the link is not used up').toBe(200);
  const nextOwner = await makeOwner(app);
  const spaces = ' '.repeat(12);
  await sql`update auth_accounts set password = ${await hashPassword(spaces, app.services.passwordCost)}`.execute(
    app.services.db,
  );
  expect((await app.visitor().auth('sign-in/email', { email: nextOwner.email, password: spaces })).status).toBe(200);
  expect(await nextOwner.call('changePassword', { currentPassword: spaces, newPassword: password })).toEqual({});
});

test('C-4.05 an unverified account is signed out at once and treated as nobody', async () => {
  const app = await startApp();
  const visitor = app.visitor();
  await visitor.auth('sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
  const refused = await visitor.auth('sign-in/email', { email: 'Ada@example.com', password });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: 'email-not-verified', email: 'ada@example.com' },
  ]);
  expect((await visitor.get('/items')).headers.get('location')).toContain('/signin');
  expect((await visitor.auth('token', {})).status).toBe(204);
  expect(await app.services.db.selectFrom('authSessions').selectAll().execute()).toEqual([]);
});

test('signing up twice at the same moment makes one account, and both read the same', async () => {
  const app = await startApp();
  const body = { name: 'Ada', email: 'ada@example.com', password };
  const answers = await Promise.all([1, 2, 3].map(() => app.visitor().auth('sign-up/email', body)));
  const read = answers.map(async (answer) => [answer.status, await answer.json()]);
  expect(await Promise.all(read)).toEqual(answers.map(() => [200, { status: true }]));
  expect(await app.services.db.selectFrom('users').select('email').execute()).toEqual([{ email: body.email }]);
});

test('C-7.07 the mail to confirm an address is sent again whoever is signed in here, and nobody learns for whom; signing up again looks the same, and tells the address’s owner by mail', async () => {
  const { app, owner } = await withOwner(startApp());
  const email = 'eve@example.com';
  await app.visitor().auth('sign-up/email', { name: 'Eve', email, password });
  for (const address of [email, owner.email, 'nobody@example.com']) {
    const answer = await owner.auth('send-verification-email', { email: address });
    expect([address, answer.status, await answer.json()]).toEqual([address, 200, { status: true }]);
  }
  const mails = app.services.db.selectFrom('outgoingMails').select('toAddress').orderBy('id');
  expect((await mails.execute()).map(({ toAddress }) => toAddress)).toEqual([owner.email, email, email]);
  const answers = await Promise.all(
    [owner.email, 'new@example.com'].map(async (email) => {
      const answer = await app.visitor().auth('sign-up/email', { name: 'Eve', email, password });
      return [answer.status, await answer.json(), answer.headers.getSetCookie().map((line) => line.split('=', 1)[0])];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  const mail = await app.mailbox.find(owner.email, 'already have');
  expect(linkIn(mail)).toBe(`${app.url}/signin`);
});

test('a wrong password and an unknown address read the same, and so does what belongs to somebody else and what is not there; no address of the network is stored; a link leads nowhere else; of the authentication service only what we use is open', async () => {
  const { app, owner } = await withOwner(startApp());
  const tries = [owner.email, 'nobody@example.com'].map(async (email) => {
    const answer = await app.visitor().auth('sign-in/email', { email, password: 'wrong password' });
    return [answer.status, await answer.json()];
  });
  const [known, unknown] = await Promise.all(tries);
  expect(known).toEqual(unknown);
  expect(known?.[0]).toBe(401);
  const other = await makeOwner(app, 'Bob');
  const item = await makeItem(owner);
  for (const name of ['getItem', 'deleteItem', 'markItemLost', 'markItemReturned'] as const) {
    const [others, missing] = [
      await other.tryCall(name, { id: item.id }),
      await other.tryCall(name, { id: '0000000000000000' }),
    ];
    expect(others, name).toEqual(missing);
    expect(others.status, name).toBe(404);
  }
  expect(await owner.call('getItem', { id: item.id })).toMatchObject({ name: 'Blue backpack' });
  await makeItem(owner);
  const { rows } = await app.services.db.executeQuery<{ line: string }>(
    (await import('kysely')).sql<{ line: string }>`
      select to_jsonb(s)::text as line from auth_sessions s union all select to_jsonb(r)::text from rate_limits r`.compile(
      app.services.db,
    ),
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { line } of rows) expect(line).not.toContain(owner.network);
  const answer = await app.visitor().auth('verify-email', { token: 'bad', callbackURL: 'https://evil.example/x' });
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.status).toBe(401);
  const nextOwner = await makeOwner(await startApp());
  for (const path of ['update-user', 'delete-user', 'change-password', 'list-sessions', 'sign-in/social'])
    expect((await nextOwner.auth(path, {})).status, path).toBe(404);
  expect((await nextOwner.get('/auth/get-session')).status).toBe(404);
});

test('C-7.03 signing out ends the session everywhere at once; without scripts the button of the menu does it, on every page, and leads to the home page', async () => {
  const { owner } = await withOwner();
  expect((await owner.get('/items')).status).toBe(200);
  const cookies = new Map(owner.cookies);
  await owner.auth('sign-out', {});
  expect((await owner.get('/items')).status).toBe(302);
  for (const [name, value] of cookies) owner.cookies.set(name, value);
  expect((await owner.get('/items')).status, 'with the old cookie').toBe(302);
  expect(await owner.tryCall('listItems', {}), 'with the old token').toMatchObject({
    status: 401,
    error: { details: { reason: 'user-token-expired' } },
  });
  const nextOwner = await makeOwner(owner.app);
  const button = /<form [^>]*action="\/auth\/sign-out"[^>]*><button type="submit">Sign Out</;
  expect(await nextOwner.read('/about')).toMatch(button);
  const left = await nextOwner.post('/auth/sign-out', {});
  expect([left.status, left.headers.get('location')]).toEqual([303, '/']);
  expect((await nextOwner.get('/profile')).headers.get('location')).toBe('/signin?next=%2Fprofile');
  expect(await nextOwner.read('/about')).not.toMatch(button);
});

test('C-7.04 a forgotten password is set anew through a link that works once, and other sessions end', async () => {
  const { app, owner } = await withOwner();
  const visitor = app.visitor();
  await visitor.auth('request-password-reset', { email: owner.email });
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'new password')));
  expect(link.origin + link.pathname).toBe(`${app.url}/auth/reset`);
  const token = link.searchParams.get('token');
  expect((await visitor.auth('reset-password', { token, newPassword: 'a brand new password' })).status).toBe(200);
  expect((await visitor.auth('reset-password', { token, newPassword: 'another new password' })).status).toBe(400);
  expect((await owner.tryCall('listItems', {})).status).toBe(401);
  expect((await visitor.auth('sign-in/email', { email: owner.email, password })).status).toBe(401);
});

test('the operator’s address becomes administrator when it is verified', async () => {
  const app = await startApp({ adminEmail: 'ada@example.com' });
  const visitor = app.visitor();
  await visitor.auth('sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
  const before = await app.services.db.selectFrom('users').select('role').executeTakeFirstOrThrow();
  expect(before.role).toBeNull();
  const { searchParams } = new URL(linkIn(await app.mailbox.find('ada@example.com', 'Confirm')));
  await visitor.auth('verify-email', { token: searchParams.get('token') });
  const after = await app.services.db.selectFrom('users').select('role').executeTakeFirstOrThrow();
  expect(after.role).toBe('admin');
});
