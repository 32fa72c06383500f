import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import {
  makeConversation,
  makeItem,
  makeOwner,
  moveAccount,
  type Person,
  password,
  proveNewFactor,
  signIn,
} from '../../test/make.ts';

const brandNew = 'a brand new password';

test('C-5.01 C-7.05 C-7.02 the name is the user’s to change, and what is given is merged; role, uid, verification and dates are not; signing in writes address and time', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  expect(await owner.call('updateUserProfile', { displayName: ' <b>Countess</b> ' })).toMatchObject({
    uid: owner.uid,
    displayName: 'Countess',
  });
  const before = await owner.call('getUserProfile', { id: owner.uid });
  for (const more of [{ role: 'admin' }, { uid: 'x' }, { emailVerified: false }, { createdAt: '2020-01-01' }])
    expect((await owner.tryCall('updateUserProfile', { displayName: 'Eve', ...more })).status).toBe(400);
  expect(await owner.call('getUserProfile', { id: owner.uid })).toEqual(before);
  expect((await app.visitor().tryCall('updateUserProfile', { displayName: 'Eve' })).status).toBe(401);
  const nextOwner = await makeOwner(await startApp());
  const update = (fields: { displayName?: string; language?: string }) => nextOwner.call('updateUserProfile', fields);
  expect(await update({ language: 'de' })).toMatchObject({ displayName: 'Ada', language: 'de' });
  expect(await update({ displayName: 'Countess' })).toMatchObject({ displayName: 'Countess', language: 'de' });
  expect(await update({ displayName: 'Ada', language: 'en' })).toMatchObject({ displayName: 'Ada', language: 'en' });
  const merged = await update({});
  expect(merged).toMatchObject({ displayName: 'Ada', language: 'en' });
  expect(await nextOwner.call('getUserProfile', { id: nextOwner.uid })).toEqual(merged);
  await app.services.db.updateTable('users').set({ email: 'old@example.com', lastLogin: null }).execute();
  await signIn(owner, owner.email);
  expect(await owner.call('getUserProfile', { id: owner.uid })).toMatchObject({
    email: owner.email,
    lastLogin: expect.any(String),
  });
});

test('C-3.02 C-4.08 the name is the account’s too: mails greet by it, and it stays when the profile cannot be read', async () => {
  const app = await startApp();
  app.expectLogError(/Error checking admin status|could not note what became of a mail/);
  const owner = await makeOwner(app);
  await owner.call('updateUserProfile', { displayName: 'Countess' });
  await owner.auth('request-password-reset', { email: owner.email });
  const mail = await app.mailbox.find(owner.email, 'Set a new password');
  expect([mail.to?.[0]?.name, mail.text]).toEqual(['Countess', expect.stringContaining('Hello Countess,')]);
  await sql`alter table users rename to users_away`.execute(app.services.db);
  expect((await (await owner.auth('token', {})).json()).user).toMatchObject({ displayName: 'Countess' });
});

test('C-7.06 a profile is null when absent, and somebody else’s too, except for an administrator', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  expect(await owner.call('getUserProfile', { id: other.uid })).toBeNull();
  expect(await owner.call('getUserProfile', { id: 'nobody' })).toBeNull();
  await app.services.db.updateTable('users').set({ role: 'admin' }).where('uid', '=', owner.uid).execute();
  expect(await owner.tryCall('getUserProfile', { id: other.uid })).toMatchObject({
    error: { details: { reason: 'second-factor-required' } },
  });
  await proveNewFactor(owner);
  expect(await owner.call('getUserProfile', { id: other.uid })).toMatchObject({ displayName: 'Bob' });
  expect(await owner.call('getUserProfile', { id: 'nobody' })).toBeNull();
});

test('C-7.07 the verification mail is sent again to who waits for one, and the answer is the same for everybody', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const visitor = app.visitor();
  await visitor.auth('sign-up/email', { name: 'Eve', email: 'eve@example.com', password });
  const answers: unknown[] = [];
  for (const email of ['eve@example.com', owner.email, 'nobody@example.com']) {
    const answer = await visitor.auth('send-verification-email', { email });
    answers.push([answer.status, await answer.json()]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const mails = app.services.db.selectFrom('outgoingMails').select('toAddress').where('purpose', '=', 'verify-email');
  expect((await mails.orderBy('id').execute()).map(({ toAddress }) => toAddress)).toEqual([
    owner.email,
    'eve@example.com',
    'eve@example.com',
  ]);
});

test('a new password asks for the old one, ends the sessions elsewhere and voids links', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const elsewhere = await signIn(app.visitor(), owner.email);
  await owner.auth('request-password-reset', { email: owner.email });
  const reset = new URL(linkIn(await app.mailbox.find(owner.email, 'new password'))).searchParams.get('token');

  expect(await owner.tryCall('changePassword', { currentPassword: 'wrong', newPassword: brandNew })).toMatchObject({
    status: 400,
    error: { details: { reason: 'wrong-password', fields: { currentPassword: 'This is not your password.' } } },
  });
  expect((await owner.tryCall('changePassword', { currentPassword: password, newPassword: 'short' })).status).toBe(400);
  expect(await elsewhere.call('listItems', {}), 'nothing happened yet').toEqual({ items: [] });

  await owner.call('changePassword', { currentPassword: password, newPassword: brandNew });
  expect(await owner.call('listItems', {}), 'this session stays').toEqual({ items: [] });
  expect((await elsewhere.tryCall('listItems', {})).status).toBe(401);
  expect((await owner.auth('reset-password', { token: reset, newPassword: 'of whoever reads mail' })).status).toBe(400);
  const trial = (typed: string) => app.visitor().auth('sign-in/email', { email: owner.email, password: typed });
  expect([(await trial(password)).status, (await trial(brandNew)).status]).toEqual([401, 200]);
});

test('the places where one is signed in, this one first, and signing out elsewhere; whoever borrows the device cannot guess the password', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const phone = app.visitor();
  const agent = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
  const headers = { origin: app.url, 'content-type': 'application/json', 'user-agent': agent };
  const body = JSON.stringify({ email: owner.email, password });
  await phone.fetch('/auth/sign-in/email', { method: 'POST', headers, body });
  await makeOwner(app, 'Bob');

  const { sessions } = await owner.call('listSessions', {});
  expect(sessions.map(({ device, here }) => [device, here])).toEqual([
    ['An unknown device', true],
    ['Firefox on Android', false],
  ]);
  await owner.call('signOutElsewhere', {});
  expect((await owner.call('listSessions', {})).sessions).toHaveLength(1);
  expect((await phone.auth('token', {})).status).toBe(204);
  const guess = (currentPassword: string) =>
    owner.tryCall('changePassword', { currentPassword, newPassword: brandNew });
  for (let n = 0; n < 10; n++) expect((await guess(`guess ${n}`)).status).toBe(400);
  expect((await guess(password)).status).toBe(429);
});

test('mails about new messages can be turned off; the messages still come', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  expect(await owner.call('getNotificationSettings', {})).toMatchObject({ messageMails: true, mailFailedAt: null });
  expect(await owner.call('setNotificationSettings', { messageMails: false })).toMatchObject({
    messageMails: false,
    mailFailedAt: null,
  });
  await makeConversation(app, await makeItem(owner));
  expect(await messageMails(app)).toBe(0);
  expect(await owner.call('countUnread', {})).toEqual({ unread: 1 });
  await owner.call('setNotificationSettings', { messageMails: true });
  await makeConversation(app, await makeItem(owner));
  expect(await messageMails(app)).toBe(1);
});

test('the address changes when the old one allows it and the new one confirms it', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const nonsense = await owner.auth('change-email', { newEmail: 'nonsense' });
  expect([nonsense.status, (await nonsense.json()).code]).toEqual([400, 'INVALID_EMAIL']);
  expect((await owner.auth('change-email', { newEmail: 'Countess@Example.com' })).status).toBe(200);
  const allow = await tokenFor(app, owner.email, 'Allow a new address');
  expect((await app.visitor().auth('verify-email', { token: allow })).status, 'from any device').toBe(200);
  const confirm = await tokenFor(app, 'countess@example.com', 'Confirm your new address');
  expect(await emailOf(owner), 'not yet').toBe(owner.email);

  const stranger = app.visitor();
  const refused = await stranger.auth('verify-email', { token: confirm });
  expect([refused.status, (await refused.json()).code, stranger.cookies.size]).toEqual([401, 'SIGN_IN_FIRST', 0]);
  expect((await (await makeOwner(app, 'Bob')).auth('verify-email', { token: confirm })).status).toBe(401);
  expect(await emailOf(owner)).toBe(owner.email);

  expect((await owner.auth('verify-email', { token: confirm })).status).toBe(200);
  expect(await emailOf(owner)).toBe('countess@example.com');
  const again = await owner.auth('verify-email', { token: confirm });
  expect([again.status, (await again.json()).code], 'opened again').toEqual([401, 'INVALID_TOKEN']);
  expect((await signIn(app.visitor(), 'countess@example.com')).uid).toBe(owner.uid);
});

test('an account that has moved is out of reach of its old address, which is told so', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await owner.auth('request-password-reset', { email: owner.email });
  const reset = new URL(linkIn(await app.mailbox.find(owner.email, 'Set a new password'))).searchParams.get('token');
  await moveAccount(app, owner, 'countess@example.com');
  const told = await app.mailbox.find(owner.email, 'has a new address');
  expect(told.text).toContain('countess@example.com');
  const late = await app.visitor().auth('reset-password', { token: reset, newPassword: brandNew });
  expect([late.status, (await late.json()).code]).toEqual([400, 'INVALID_TOKEN']);
  expect((await signIn(app.visitor(), 'countess@example.com')).uid).toBe(owner.uid);
});

test.each([
  ['C-4.03 an account from before the cutoff', { createdAt: new Date('2023-05-05') }, { emailVerified: null }],
  ['C-4.04 an account whose profile says verified', {}, { emailVerified: true }],
])('%s moves no sooner than others: its old address is asked too', async (_whose, account, profile) => {
  const app = await startApp();
  const { db } = app.services;
  const owner = await makeOwner(app);
  await db
    .updateTable('authUsers')
    .set({ emailVerified: false, ...account })
    .execute();
  await db.updateTable('users').set(profile).execute();
  await signIn(owner, owner.email);
  expect((await owner.auth('change-email', { newEmail: 'countess@example.com' })).status).toBe(200);
  const allow = await tokenFor(app, owner.email, 'Allow a new address');
  expect(await mailsTo(app, 'countess@example.com'), 'not before the old address allowed it').toEqual([]);
  await owner.auth('verify-email', { token: allow });
  const confirm = await tokenFor(app, 'countess@example.com', 'Confirm your new address');
  expect((await owner.auth('verify-email', { token: confirm })).status).toBe(200);
  expect(await emailOf(owner)).toBe('countess@example.com');
});

test('C-4.05 a session that does not count moves no account', async () => {
  const app = await startApp();
  const unverified = app.visitor();
  await unverified.auth('sign-up/email', { name: 'Eve', email: 'eve@example.com', password });
  expect((await unverified.auth('sign-in/email', { email: 'eve@example.com', password })).status).toBe(403);
  expect((await unverified.auth('change-email', { newEmail: 'other@example.com' })).status).toBe(401);
  expect((await app.visitor().auth('change-email', { newEmail: 'other@example.com' })).status).toBe(401);
  expect(await mailsTo(app, 'other@example.com')).toEqual([]);

  const owner = await makeOwner(app);
  await owner.auth('change-email', { newEmail: 'countess@example.com' });
  await owner.auth('verify-email', { token: await tokenFor(app, owner.email, 'Allow a new address') });
  const confirm = await tokenFor(app, 'countess@example.com', 'Confirm your new address');
  await app.services.db.updateTable('users').set({ disabledAt: new Date() }).execute();
  expect((await owner.auth('change-email', { newEmail: 'other@example.com' })).status, 'disabled').toBe(401);
  expect((await owner.auth('verify-email', { token: confirm })).status, 'disabled meanwhile').toBe(401);
  expect(await app.services.db.selectFrom('authUsers').select('email').execute()).toContainEqual({
    email: owner.email,
  });
});

test('an address that has an account is not told of, and not taken, even when it came in between', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  expect((await owner.auth('change-email', { newEmail: other.email })).status).toBe(200);
  const allowed = await owner.auth('verify-email', { token: await tokenFor(app, owner.email, 'Allow a new address') });
  expect([allowed.status, await allowed.json()], 'the same as for a free address').toEqual([200, { tagCode: null }]);
  expect(linkIn(await app.mailbox.find(other.email, 'already has'))).toBe(`${app.url}/signin`);

  app.mailbox.received.length = 0;
  await owner.auth('change-email', { newEmail: 'late@example.com' });
  await owner.auth('verify-email', { token: await tokenFor(app, owner.email, 'Allow a new address') });
  const confirm = await tokenFor(app, 'late@example.com', 'Confirm your new address');
  await app.visitor().auth('sign-up/email', { name: 'Eve', email: 'late@example.com', password });
  const late = app.services.db.updateTable('authUsers').where('email', '=', 'late@example.com');
  await late.set({ emailVerified: true }).execute();
  expect((await owner.auth('verify-email', { token: confirm })).status).toBe(422);
  expect(await emailOf(owner)).toBe(owner.email);
});

async function tokenFor(app: App, to: string, subject: string): Promise<string> {
  const link = new URL(linkIn(await app.mailbox.find(to, subject)));
  expect(link.origin + link.pathname).toBe(`${app.url}/auth/emailverification`);
  return link.searchParams.get('token') ?? '';
}

async function mailsTo({ services: { db } }: App, address: string): Promise<string[]> {
  const mails = await db.selectFrom('outgoingMails').select('subject').where('toAddress', '=', address).execute();
  return mails.map(({ subject }) => subject);
}

async function emailOf(person: Person): Promise<string | undefined> {
  return (await person.call('getUserProfile', { id: person.uid }))?.email;
}

async function messageMails({ services: { db } }: App): Promise<number> {
  const mails = await db.selectFrom('outgoingMails').select('id').where('purpose', 'like', 'new-message%').execute();
  return mails.length;
}
