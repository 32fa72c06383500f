import { beforeEach, expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { linkIn } from '../mailbox.ts';
import { makeOwner, newEmail, password, signIn } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import type { Visitor } from '../visitor.ts';
import { withOwner } from '../worlds.ts';

/** Of the account that is taken over: another one for each test. */
let email = '';
beforeEach(() => {
  email = newEmail();
});
const strangersPassword = 'of whoever came first';

test('who signs up with somebody’s address has no session before it is confirmed, nor with the same cookies after the owner confirmed it', async () => {
  const app = await startApp({ adminEmail: email });
  const { stranger } = await signUpAsStranger(app);
  await tryToSignIn(stranger);
  const owner = await signUpAsOwner(app);
  expect((await confirm(owner, await newestLink(app))).status).toBe(200);
  expect((await owner.get('/items')).status, 'signed in').toBe(200);
  expect((await stranger.auth('token', {})).status, 'with the cookies from before').toBe(204);
  expect((await stranger.get('/items')).status).toBe(302);
  expect((await tryToSignIn(stranger)).status, 'with the password from before').toBe(401);
  expect((await signIn(owner, email)).uid).toBeTruthy();
  expect(await app.services.db.selectFrom('users').select(['displayName', 'role']).execute()).toEqual([
    { displayName: 'Ada', role: 'admin' },
  ]);
});

test('each link confirms only the password of its own sign-up, and the first one confirmed voids the others', async () => {
  const app = await sharedApp();
  const { stranger, link: strangersLink } = await signUpAsStranger(app);
  const owner = await signUpAsOwner(app);
  const ownersLink = await newestLink(app);
  expect((await confirm(owner, ownersLink)).status).toBe(200);
  expect((await confirm(stranger, strangersLink)).status, 'even in the stranger’s browser').toBe(401);
  expect((await confirm(app.visitor(), strangersLink, strangersPassword)).status).toBe(401);
  expect([(await tryToSignIn(stranger)).status, (await signIn(owner, email)).uid.length > 0]).toEqual([401, true]);
});

test('the owner who follows the link of a stranger’s sign-up makes nothing of it good', async () => {
  const app = await startApp({ adminEmail: email });
  const { stranger, link } = await signUpAsStranger(app);
  const owner = app.visitor();
  const asked = await confirm(owner, link);
  expect([asked.status, (await asked.json()).code]).toEqual([403, 'PASSWORD_NEEDED']);
  const guessed = await confirm(owner, link, password);
  expect([guessed.status, (await guessed.json()).code]).toEqual([403, 'WRONG_SIGN_UP_PASSWORD']);
  expect((await tryToSignIn(stranger)).status).toBe(403);
  expect(await app.services.db.selectFrom('users').select(['emailVerified', 'role']).execute()).toEqual([
    { emailVerified: false, role: null },
  ]);
});

test('sign-ins that run while the owner confirms leave no session but the owner’s', async () => {
  const app = await startApp({ adminEmail: email });
  const owner = await signUpAsOwner(app);
  const link = await newestLink(app);
  await signUpAsStranger(app);
  const strangers = Array.from({ length: 40 }, () => app.visitor());
  const [confirmed] = await Promise.all([confirm(owner, link), ...strangers.map(tryToSignIn)]);
  expect(confirmed?.status).toBe(200);
  for (const stranger of strangers) expect((await stranger.auth('token', {})).status).toBe(204);
  expect(await app.services.db.selectFrom('authSessions').select('id').execute()).toHaveLength(1);
  expect((await owner.auth('token', {})).status).toBe(200);
});

test('sign-ins with the old password that run while a new one is set leave no session', async () => {
  const { app, owner } = await withOwner(startApp());
  await owner.auth('request-password-reset', { email: owner.email });
  const token = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Set a new password')));
  const thieves = Array.from({ length: 20 }, () => app.visitor());
  await Promise.all([
    owner.auth('reset-password', { token, newPassword: 'a brand new password' }),
    ...thieves.map((thief) => thief.auth('sign-in/email', { email: owner.email, password })),
  ]);
  for (const thief of thieves) expect((await thief.auth('token', {})).status).toBe(204);
  expect(await app.services.db.selectFrom('authSessions').select('id').execute()).toEqual([]);
});

test('a new password that was set by a mailed link is not overwritten by who changes the old one at the same moment', async () => {
  const app = await sharedApp();
  for (let round = 0; round < 4; round++) {
    const owner = await makeOwner(app);
    const thief = await signIn(app.visitor(), owner.email);
    await owner.auth('request-password-reset', { email: owner.email });
    const token = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Set a new password')));
    const newPassword = 'a brand new password';
    const [reset] = await Promise.all([
      owner.auth('reset-password', { token, newPassword }),
      thief.tryCall('changePassword', { currentPassword: password, newPassword: 'another horse battery' }),
    ]);
    const signedIn = await owner.auth('sign-in/email', { email: owner.email, password: newPassword });
    expect(signedIn.ok).toBe(reset?.ok);
  }
});

test('setting a first password by a mailed link keeps no name that a stranger chose', async () => {
  const app = await sharedApp();
  await signUpAsStranger(app);
  const owner = app.visitor();
  await owner.auth('request-password-reset', { email });
  const token = tokenIn(linkIn(await app.mailbox.find(email, 'Set your password')));
  await owner.auth('reset-password', { token, newPassword: password });
  const { to, text } = await app.mailbox.find(email, 'password was changed');
  expect([to?.[0]?.name, text?.includes('Mallory')]).toEqual([email.split('@')[0], false]);
  const { uid } = await signIn(owner, email);
  expect(await owner.call('getUserProfile', { id: uid })).toMatchObject({ displayName: email.split('@')[0] });
});

test('a stranger’s sign-up with an address that nobody confirmed keeps no owner from moving there', async () => {
  const { app, owner } = await withOwner();
  const { stranger } = await signUpAsStranger(app);
  await owner.auth('change-email', { newEmail: email });
  const allow = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  await owner.auth('verify-email', { token: allow });
  const move = tokenIn(linkIn(await app.mailbox.find(email, 'Confirm your new address')));
  expect((await owner.auth('verify-email', { token: move })).status).toBe(200);
  expect((await signIn(app.visitor(), email)).uid).toBe(owner.uid);
  expect((await tryToSignIn(stranger)).status).toBe(401);
});

test('the password of a link’s sign-up cannot be guessed', async () => {
  const app = await sharedApp();
  const { link } = await signUpAsStranger(app);
  for (let n = 0; n < 10; n++) expect((await confirm(app.visitor(), link, `guess ${n}`)).status).toBe(403);
  expect((await confirm(app.visitor(), link, strangersPassword)).status).toBe(429);
});

test('another device confirms with the password that was chosen at the sign-up', async () => {
  const app = await sharedApp();
  await signUpAsOwner(app);
  const phone = app.visitor();
  const link = await newestLink(app);
  const asked = await phone.auth('link', { token: link });
  expect(await asked.json()).toMatchObject({ purpose: 'confirm', email, passwordNeeded: true });
  expect((await confirm(phone, link, password)).status).toBe(200);
  expect((await signIn(phone, email)).uid).toBeTruthy();
});

test('confirming ends every session of the account; other browsers than the one that signed up are asked for the password', async () => {
  const app = await startApp();
  const { db } = app.services;
  const owner = await signUpAsOwner(app);
  await db.updateTable('users').set({ emailVerified: true }).execute();
  const early = await signIn(app.visitor(), email);
  expect((await early.get('/items')).status, 'exempt by its profile').toBe(200);
  await db.updateTable('users').set({ emailVerified: false }).execute();
  const answer = await confirm(app.visitor(), await newestLink(app), password);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  expect(await db.selectFrom('authSessions').select('id').execute()).toEqual([]);
  expect((await early.get('/items')).status).toBe(302);
  expect((await owner.get('/items')).status).toBe(302);
});

test('a password set by a mailed link voids every sign-up with the address', async () => {
  const app = await sharedApp();
  const { stranger, link } = await signUpAsStranger(app);
  const owner = app.visitor();
  await owner.auth('send-verification-email', { email });
  const mail = await app.mailbox.find(email, 'Set your password');
  expect([mail.to?.[0]?.name, mail.text?.includes('Mallory')], 'no name that a stranger chose').toEqual(['', false]);
  const token = new URL(linkIn(mail)).searchParams.get('token');
  expect((await owner.auth('reset-password', { token, newPassword: password })).status).toBe(200);
  expect((await confirm(stranger, link)).status).toBe(401);
  expect((await tryToSignIn(stranger)).status).toBe(401);
  expect((await signIn(owner, email)).uid).toBeTruthy();
});

test('a confirmation asked for again is of one’s own sign-up', async () => {
  const app = await sharedApp();
  const owner = await signUpAsOwner(app);
  await signUpAsStranger(app);
  app.mailbox.received.length = 0;
  await owner.auth('send-verification-email', { email });
  expect((await confirm(owner, await newestLink(app))).status).toBe(200);
  expect((await signIn(owner, email)).uid).toBeTruthy();
});

test('links of an account that was deleted, or has another address by now, confirm nothing', async () => {
  const { app, owner } = await withOwner(startApp());
  const { db } = app.services;
  await owner.auth('request-password-reset', { email: owner.email });
  const reset = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Set a new password')));
  await owner.auth('change-email', { newEmail: 'countess@example.com' });
  const allow = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  await db.updateTable('authUsers').set({ email: 'moved@example.com' }).execute();
  expect((await owner.auth('reset-password', { token: reset, newPassword: 'a brand new password' })).status).toBe(400);
  expect((await owner.auth('verify-email', { token: allow })).status).toBe(401);

  const { stranger, link } = await signUpAsStranger(app);
  await db.deleteFrom('authUsers').where('email', '=', email).execute();
  expect((await confirm(stranger, link)).status).toBe(401);
  await signUpAsOwner(app);
  expect((await confirm(stranger, link)).status, 'of an account that signed up anew').toBe(401);
});

test('a link that changes an address works once, and a newer one voids it; using one link to set a password voids the others', async () => {
  const { app, owner } = await withOwner();
  await owner.auth('change-email', { newEmail: 'first@example.com' });
  const first = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  app.mailbox.received.length = 0;
  await owner.auth('change-email', { newEmail: 'second@example.com' });
  const second = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  expect((await owner.auth('verify-email', { token: first })).status).toBe(401);
  const both = await Promise.all([1, 2].map(() => owner.auth('verify-email', { token: second })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const tokens: string[] = [];
  for (const _time of [1, 2]) {
    app.mailbox.received.length = 0;
    await app.visitor().auth('request-password-reset', { email: owner.email });
    tokens.push(tokenIn(linkIn(await app.mailbox.find(owner.email, 'Set a new password'))));
  }
  const set = (token: string | undefined, newPassword: string) =>
    app.visitor().auth('reset-password', { token, newPassword });
  expect((await set(tokens[1], 'a brand new password')).status).toBe(200);
  expect((await set(tokens[0], 'of whoever reads mail')).status).toBe(400);
});

async function signUpAsStranger(app: App): Promise<{ stranger: Visitor; link: string }> {
  const stranger = app.visitor();
  app.mailbox.received.length = 0;
  await stranger.auth('sign-up/email', { name: 'Mallory', email, password: strangersPassword });
  return { stranger, link: await newestLink(app) };
}

async function signUpAsOwner(app: App): Promise<Visitor> {
  const owner = app.visitor();
  app.mailbox.received.length = 0;
  await owner.auth('sign-up/email', { name: 'Ada', email, password });
  await newestLink(app);
  return owner;
}

async function newestLink(app: App): Promise<string> {
  return tokenIn(linkIn(await app.mailbox.find(email, 'Confirm your address')));
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

function confirm(visitor: Visitor, token: string, typed?: string): Promise<Response> {
  return visitor.auth('verify-email', { token, password: typed });
}

function tryToSignIn(stranger: Visitor): Promise<Response> {
  return stranger.auth('sign-in/email', { email, password: strangersPassword });
}
