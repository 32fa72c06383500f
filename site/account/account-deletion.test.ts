import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeConversation, makeItem, makeOwner, moveAccount, passTime, password, signIn } from '../../test/make.ts';
import { unzip } from '../../test/unzip.ts';

const day = 86_400_000;

test('deleting the account asks for the password and waits 7 days, in which everything works', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  expect(await owner.tryCall('deleteAccount', { password: 'wrong' })).toMatchObject({
    status: 400,
    error: { details: { fields: { password: 'This is not your password.' } } },
  });
  const { deletedOn } = await owner.call('deleteAccount', { password });
  expect(Date.parse(deletedOn)).toBeGreaterThan(Date.now() + 6 * day);
  expect(await owner.call('deleteAccount', { password }), 'asked again, the day stays').toEqual({ deletedOn });
  expect(await deletionMails(app)).toHaveLength(1);

  const back = await signIn(app.visitor(), owner.email);
  expect((await (await back.auth('token', {})).json()).user, 'signing in says so').toMatchObject({ deletedOn });
  await askedBefore(app, 7 * day - 60_000);
  await runDueJobs(app.services);
  expect(await back.call('listItems', {})).toMatchObject({ items: [{ id: item.id }] });
});

test('it can be undone after signing in', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await owner.call('deleteAccount', { password });
  await owner.call('keepAccount', {});
  expect((await (await owner.auth('token', {})).json()).user).not.toHaveProperty('deletedOn');
  await runDueJobs(app.services);
  expect(await owner.call('listItems', {})).toEqual({ items: [] });
});

test('it stands on the pages of the site too, and can be undone there without scripts', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { hash } = await makeItem(owner);
  const pages = ['/about', `/item/${hash}`];
  const notices = async () => {
    const shown = await Promise.all(pages.map(async (page) => (await owner.get(page)).text()));
    return shown.map((html) => /Your account will be deleted on \w+ \d+, \d+\./.test(html));
  };
  expect(await notices()).toEqual([false, false]);
  await owner.call('deleteAccount', { password });
  expect(await notices()).toEqual([true, true]);
  expect(await (await app.visitor().get('/about')).text()).not.toContain('will be deleted');

  expect((await app.visitor().post('/auth/keep-account', {})).headers.get('location')).toBe('/signin?next=%2Fitems');
  expect(await notices()).toEqual([true, true]);
  const kept = await owner.post('/auth/keep-account', {});
  expect([kept.status, kept.headers.get('location')]).toEqual([303, '/items']);
  expect(await notices()).toEqual([false, false]);
});

test('it can be undone by the link of the mail, by nobody else, and once', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  await owner.call('deleteAccount', { password });
  await other.call('deleteAccount', { password });
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'will be deleted')));
  expect(link.origin + link.pathname).toBe(`${app.url}/auth/keep-account`);
  expect((await app.visitor().get(link.pathname + link.search)).status).toBe(200);
  const token = link.searchParams.get('token') ?? '';
  const code = token.split('.')[1];
  for (const forged of ['', owner.uid, `${owner.uid}.`, `${owner.uid}.AAAA`, `${other.uid}.${code}`])
    expect((await app.visitor().tryCall('keepAccountByToken', { token: forged })).status, forged).toBe(404);
  expect((await app.visitor().tryCall('keepAccountByToken', { token })).status).toBe(200);
  expect((await app.visitor().tryCall('keepAccountByToken', { token })).status).toBe(404);
  await new Promise((resolve) => setTimeout(resolve, 2));
  await owner.call('deleteAccount', { password });
  expect((await app.visitor().tryCall('keepAccountByToken', { token })).status, 'of an earlier deletion').toBe(404);
});

test('C-8.04 after 7 days the account is gone: session, conversations, mails; its tags say that they are retired', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  const item = await makeItem(owner);
  const others = await makeItem(other, { name: 'Red scarf' });
  const { finder, path } = await makeConversation(app, item);
  expect((await app.visitor().get(`/item/${item.hash}`)).status).toBe(200);
  await owner.call('deleteAccount', { password });
  await askedBefore(app, 7 * day);
  await runDueJobs(app.services);

  expect(await owner.tryCall('listItems', {}), 'out within one call').toMatchObject({
    status: 401,
    error: { message: 'This account was deleted.', details: { reason: 'user-deleted' } },
  });
  const headers = { origin: app.url, authorization: `Bearer ${owner.token}` };
  const renewed = await owner.fetch('/auth/token', { method: 'POST', headers });
  expect([renewed.status, await renewed.json()]).toEqual([403, { code: 'user-deleted' }]);
  expect((await owner.auth('sign-in/email', { email: owner.email, password })).status).toBe(401);
  expect((await app.visitor().get(`/item/${item.hash}`)).status).toBe(410);
  expect((await finder.get(path)).status).toBe(404);
  const { db } = app.services;
  expect(await db.selectFrom('webMessages').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('outgoingMails').select('id').where('toAddress', '=', owner.email).execute()).toEqual([]);
  expect(await db.selectFrom('authAccounts').select('userId').execute()).toEqual([{ userId: other.uid }]);
  expect((await other.call('listItems', {})).items).toMatchObject([{ id: others.id }]);
  expect((await app.visitor().get(`/item/${others.hash}`)).status).toBe(200);
});

test('with the account go all mails about it, to whatever address they went', async () => {
  const app = await startApp();
  const owner = await makeOwner(app, 'Moe');
  await makeConversation(app, await makeItem(owner));
  await moveAccount(app, owner, 'countess@example.com');
  await signIn(owner, 'countess@example.com');
  await owner.call('deleteAccount', { password });
  await app.mailbox.find('countess@example.com', 'will be deleted');
  await askedBefore(app, 7 * day);
  const other = await makeOwner(app, 'Bob');
  await runDueJobs(app.services);
  const left = await app.services.db.selectFrom('outgoingMails').select(['uid', 'toAddress']).execute();
  expect(left).toEqual([{ uid: other.uid, toAddress: other.email }]);
});

test.each([
  ['ahead', day],
  ['behind', -day],
])('a process whose clock is a day %s deletes nothing earlier than 7 days after it was asked for', async (_, ms) => {
  const app = await startApp();
  const owner = await makeOwner(app);
  passTime(Math.min(ms, 0));
  await owner.call('deleteAccount', { password });
  await sql`update users set deletion_asked_at = deletion_asked_at - interval '6 days 12 hours'`.execute(
    app.services.db,
  );
  passTime(Math.abs(ms));
  await runDueJobs(app.services);
  expect(await app.services.db.selectFrom('users').select('uid').execute()).toEqual([{ uid: owner.uid }]);
});

test('of two processes one runs what is due, and not again within the hour', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const owner = await makeOwner(one);
  await Promise.all([runDueJobs(one.services), runDueJobs(two.services)]);
  await owner.call('deleteAccount', { password });
  await askedBefore(one, 8 * day);
  await Promise.all([runDueJobs(one.services), runDueJobs(two.services)]);
  expect(await owner.call('listItems', {}), 'the hour is not over').toEqual({ items: [] });
  await one.services.db
    .updateTable('scheduledJobs')
    .set({ begunAt: new Date(Date.now() - day) })
    .execute();
  await Promise.all([runDueJobs(one.services), runDueJobs(two.services)]);
  expect((await owner.tryCall('listItems', {})).status).toBe(401);
});

test('all that is stored about the user comes as a zip, and nothing of others or of secrets', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  await makeConversation(app, item, 'At the ticket office');
  const others = await makeItem(await makeOwner(app, 'Bob'), { name: 'Red scarf' });
  await makeConversation(app, others, 'On the red bench');
  const answer = await owner.get('/profile/export');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const files = await unzip(await answer.blob());
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({ uid: owner.uid, email: owner.email });
  expect(JSON.parse(files['items.json'] ?? '')).toMatchObject([{ id: item.id, name: 'Blue backpack' }]);
  expect(JSON.parse(files['tags.json'] ?? '')).toMatchObject([{ code: item.id, status: 'active' }]);
  expect(JSON.parse(files['conversations.json'] ?? '')).toMatchObject([{ itemId: item.id }]);
  expect(JSON.parse(files['messages.json'] ?? '')).toMatchObject([{ author: 'finder', text: 'At the ticket office' }]);
  expect(JSON.stringify(files)).not.toMatch(/Red scarf|red bench|bob\d+@|argon2|idempotencyKey|secretVersion/);
});

test('nothing of what is stored about the user is missing in the zip, but what would let its holder in', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await makeConversation(app, await makeItem(owner));
  await owner.call('setNotificationSettings', { messageMails: false });
  await owner.auth('request-password-reset', { email: owner.email });
  const reset = linkIn(await app.mailbox.find(owner.email, 'Set a new password'));
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
    messageMailsOffAt: expect.stringMatching(/^2.*Z$/),
    signedIn: [{ userAgent: 'An unknown device', createdAt: expect.any(String) }],
  });
  expect(JSON.parse(files['mails.json'] ?? '')).toMatchObject([
    { purpose: 'verify-email', toAddress: owner.email },
    { purpose: expect.stringMatching(/^new-message/) },
    { purpose: 'reset-password', text: expect.stringMatching(/…\n/) },
  ]);
  expect(JSON.stringify(files)).not.toContain(new URL(reset).searchParams.get('token'));
});

test('the export is for who is signed in, on our own pages', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  expect((await app.visitor().get('/profile/export')).headers.get('location')).toBe('/signin?next=%2Fprofile%2Fdata');
  const lured = await owner.fetch('/profile/export', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(lured.headers.get('location')).toBe('/profile/data');
});

function askedBefore(app: App, ms: number) {
  const deletionAskedAt = sql<Date>`now() - make_interval(secs => ${ms / 1000})`;
  return app.services.db
    .updateTable('users')
    .set({ deletionAskedAt })
    .where('deletionAskedAt', 'is not', null)
    .execute();
}

function deletionMails({ services: { db } }: App) {
  return db.selectFrom('outgoingMails').select('id').where('purpose', '=', 'deletion-asked').execute();
}
