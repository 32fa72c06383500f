import { expect, test } from 'vitest';
import { disableAccount, enableAccount } from '../../domain/accounts/disable-account.ts';
import { makeResetLink } from '../../domain/accounts/reset-password.ts';
import { startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeOwner, type Person, passTime, password } from '../../test/make.ts';

test('C-8.04 a disabled account is out within one call, and told why', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await owner.call('listItems', {});
  expect(await disableAccount(owner.email.toUpperCase(), app.services)).toBe('done');
  expect(await owner.tryCall('listItems', {})).toMatchObject({
    status: 401,
    error: { status: 'UNAUTHENTICATED', details: { reason: 'user-disabled' } },
  });
  expect((await owner.get('/items')).headers.get('location')).toContain('/signin');
  for (const _time of ['at first', 'and after a reload']) {
    const entered = await owner.auth('token', {});
    expect([entered.status, (await entered.json()).code]).toEqual([403, 'user-disabled']);
  }
});

test('C-8.04 C-9.07 a device that slept past its token’s end is told why, too', async () => {
  const app = await startApp();
  const [disabled, signedOut] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  await disableAccount(disabled.email, app.services);
  passTime(25 * 3_600_000);
  const reasonFor = async (person: Person) => (await person.tryCall('listItems', {})).error?.details;
  expect(await reasonFor(disabled)).toEqual({ reason: 'user-disabled' });
  expect(await reasonFor(signedOut)).toEqual({ reason: 'user-token-expired' });
  disabled.cookies.clear();
  const headers = { origin: app.url, authorization: `Bearer ${disabled.token}` };
  const renewed = await disabled.fetch('/auth/token', { method: 'POST', headers });
  expect([renewed.status, await renewed.json()]).toEqual([403, { code: 'user-disabled' }]);
});

test('C-8.04 a disabled account counts for nothing even while a session of it is left', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await app.services.db.updateTable('users').set({ disabledAt: new Date() }).execute();
  expect(await owner.tryCall('listItems', {})).toMatchObject({ error: { details: { reason: 'user-disabled' } } });
  expect((await owner.get('/live')).status).toBe(204);
  const entered = await owner.auth('token', {});
  expect([entered.status, (await entered.json()).code]).toEqual([403, 'user-disabled']);
});

test('C-8.04 a disabled account cannot sign in; who does not know the password does not learn of it', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await disableAccount(owner.email, app.services);
  const right = await app.visitor().auth('sign-in/email', { email: owner.email, password });
  expect([right.status, (await right.json()).code]).toEqual([403, 'user-disabled']);
  expect(right.headers.getSetCookie()).toEqual([]);
  const wrong = await app.visitor().auth('sign-in/email', { email: owner.email, password: 'wrong password' });
  expect([wrong.status, (await wrong.json()).code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
  expect(await app.services.db.selectFrom('authSessions').select('id').execute(), 'no new one').toHaveLength(1);
  for (let tries = 0; tries < 12; tries++) {
    const again = await app.visitor().auth('sign-in/email', { email: owner.email, password });
    expect(again.status, 'a right password is no guess').toBe(403);
  }
});

test('C-8.04 a link that a disabled account was sent before allows no new address', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await owner.auth('change-email', { newEmail: 'countess@example.com' });
  const link = linkIn(await app.mailbox.find(owner.email, 'Allow a new address'));
  await disableAccount(owner.email, app.services);
  const token = new URL(link).searchParams.get('token');
  expect((await owner.auth('verify-email', { token: token })).status).toBe(401);
  const mails = app.services.db.selectFrom('outgoingMails').select('toAddress');
  expect(await mails.where('toAddress', '=', 'countess@example.com').execute()).toEqual([]);
});

test('an enabled account signs in as before, to a new session', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await disableAccount(owner.email, app.services);
  expect(await enableAccount(owner.email, app.services)).toBe('done');
  expect((await owner.auth('token', {})).status, 'the session from before stays ended').toBe(204);
  expect(await owner.tryCall('listItems', {})).toMatchObject({
    status: 401,
    error: { details: { reason: 'user-token-expired' } },
  });
  await owner.auth('sign-in/email', { email: owner.email, password });
  expect((await owner.auth('token', {})).status).toBe(200);
  expect(await disableAccount('nobody@example.com', app.services)).toBe('no-account');
});

test('C-8.04 an open page hears that its account was disabled, also through another process', async () => {
  const one = await startApp();
  const owner = await makeOwner(one);
  const live = await owner.live();
  await live.next('unread');
  const two = await startApp({ besides: one });
  await disableAccount(owner.email, two.services);
  expect(await live.next('session')).toEqual({});
  live.close();
});

test('a link of the operator sets a new password', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const link = new URL((await makeResetLink(owner.email, app.services)) ?? '');
  expect(link.origin + link.pathname).toBe(`${app.url}/auth/reset`);
  const token = link.searchParams.get('token');
  expect((await owner.auth('reset-password', { token, newPassword: 'a brand new password' })).status).toBe(200);
  expect(await makeResetLink('nobody@example.com', app.services)).toBeNull();
});
