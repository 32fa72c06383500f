import { expect, test, vi } from 'vitest';
import { disableAccount } from '../../domain/accounts/disable-account.ts';
import { type App, startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { newEmail, password } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withOwner } from '../../test/worlds.ts';

test('C-4.05 confirming in the browser that signed up signs in, once, without a mail about a new device; before that, nobody is signed in', async () => {
  const app = await sharedApp();
  const { browser, token, email } = await signUp(app);
  expect(await isSignedIn(browser)).toBe(false);
  const { log } = app.services;
  const logged = vi.spyOn(log, 'info');
  expect((await confirm(browser, token)).status).toBe(200);
  const entered = await browser.auth('token', {});
  expect(await entered.json()).toMatchObject({ user: { email, emailVerified: true } });
  expect(logged.mock.calls).toContainEqual([{ uid: expect.any(String), by: 'confirmed address' }, 'signed in']);
  await browser.auth('sign-out', {});
  expect((await confirm(browser, token)).status, 'used before').toBe(200);
  expect(await isSignedIn(browser)).toBe(false);
  const mails = app.services.db.selectFrom('outgoingMails').select('purpose').where('toAddress', '=', email);
  expect(await mails.execute()).toEqual([{ purpose: 'verify-email' }]);
});

test('confirming in another browser signs in nobody, with the password of the sign-up or with the device of another sign-up', async () => {
  const app = await sharedApp();
  const { token } = await signUp(app);
  const elsewhere = (await signUp(app)).browser;
  expect((await confirm(elsewhere, token)).status).toBe(403);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await confirm(elsewhere, token, password)).status).toBe(200);
  expect(await isSignedIn(elsewhere)).toBe(false);
});

test('whoever is signed in stays so when the sign-up of another account is confirmed in the same browser', async () => {
  const { app, owner } = await withOwner();
  const email = newEmail('Eve');
  await owner.auth('sign-up/email', { name: 'Eve', email, password });
  expect((await confirm(owner, await linkFor(app, email))).status).toBe(200);
  expect(await (await owner.auth('token', {})).json()).toMatchObject({ user: { email: owner.email } });
});

test('a link that has expired or been voided, that of a disabled or deleted account, and those that change an address sign in nobody', async () => {
  const app = await startApp();
  const { db } = app.services;
  const late = await signUp(app);
  const nextLink = await signUp(app, late.browser);
  await db
    .updateTable('accountLinks')
    .set({ expiresAt: new Date(0) })
    .where('email', '=', late.email)
    .execute();
  const disabled = await signUp(app);
  await disableAccount(disabled.email, app.services);
  const deleted = await signUp(app);
  await db.deleteFrom('authUsers').where('email', '=', deleted.email).execute();
  for (const { browser, token } of [late, disabled, deleted]) {
    await confirm(browser, token);
    expect(await isSignedIn(browser)).toBe(false);
  }
  expect((await confirm(nextLink.browser, nextLink.token)).status).toBe(200);
  expect(await isSignedIn(nextLink.browser), 'a later one of the same browser is good').toBe(true);

  const { owner } = await withOwner(app);
  const newAddress = newEmail('Countess');
  await owner.auth('change-email', { newEmail: newAddress });
  await owner.auth('sign-out', {});
  expect((await confirm(owner, await linkFor(app, owner.email, 'Allow a new address'))).status).toBe(200);
  expect((await confirm(owner, await linkFor(app, newAddress))).status).toBe(401);
  expect(await isSignedIn(owner)).toBe(false);
});

test('the link leads on to where somebody was going, also that of a second mail; what is no path of ours is refused', async () => {
  const app = await sharedApp();
  const email = newEmail();
  const browser = app.visitor();
  const next = '/items/print?of=a&b=c';
  await browser.auth('sign-up/email', { name: 'Ada', email, password, next });
  await browser.auth('send-verification-email', { email, next });
  const mails = () => app.mailbox.received.filter(({ to }) => to?.[0]?.address === email);
  await expect.poll(() => mails().map((mail) => new URL(linkIn(mail)).searchParams.get('next'))).toEqual([next, next]);
  const elsewhere = { name: 'Ada', email, password, next: 'https://example.com' };
  expect((await browser.auth('sign-up/email', elsewhere)).status).toBe(400);
});

test('an administrator whose address is confirmed has proved no second factor', async () => {
  const email = newEmail('Grace');
  const app = await startApp({ adminEmail: email });
  const { browser, token } = await signUp(app, undefined, email);
  await confirm(browser, token);
  const entered = (await (await browser.auth('token', {})).json()) as { token: string; user: object };
  expect(entered.user).toMatchObject({ email, role: 'admin' });
  browser.token = entered.token;
  expect(await browser.call('getSecondFactors', {})).toMatchObject({ proof: 'missing' });
  expect(await browser.tryCall('listPeople', {})).toMatchObject({ status: 403 });
});

async function signUp(app: App, browser = app.visitor(), email = newEmail()) {
  await browser.auth('sign-up/email', { name: 'Ada', email, password });
  return { browser, email, token: await linkFor(app, email) };
}

async function linkFor(app: App, email: string, subject = 'Confirm'): Promise<string> {
  return new URL(linkIn(await app.mailbox.find(email, subject))).searchParams.get('token') ?? '';
}

function confirm(browser: Visitor, token: string, typed?: string): Promise<Response> {
  return browser.auth('verify-email', { token, password: typed });
}

async function isSignedIn(browser: Visitor): Promise<boolean> {
  return (await browser.get('/items')).status === 200;
}
