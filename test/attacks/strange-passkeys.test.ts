import { expect, test } from 'vitest';
import { grantAdmin } from '../../domain/accounts/roles.ts';
import type { App } from '../app.ts';
import { linkIn } from '../mailbox.ts';
import { makeOwner, type Person, password, signIn } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import type { Visitor } from '../visitor.ts';
import { withOwner } from '../worlds.ts';

/** One of the owner and one of somebody who knew the password. */
async function addPasskeys({ services }: App, { uid }: Person) {
  const ids = { own: `own ${uid}`, strange: `strange ${uid}` };
  const rows = Object.entries(ids).map(([name, id]) => ({
    id,
    uid,
    name,
    publicKey: Buffer.from('none'),
    signCount: 0,
    transports: [],
    lastChallengeMs: 0,
  }));
  await services.db.insertInto('passkeys').values(rows).execute();
  return ids;
}

const namesOf = async (person: Person) =>
  (await person.call('getSecondFactors', {})).passkeys.map(({ name }) => name).sort();

async function askForReset(app: App, { email }: Person): Promise<string> {
  await app.visitor().auth('request-password-reset', { email });
  const link = new URL(linkIn(await app.mailbox.find(email, 'Set a new password')));
  return link.searchParams.get('token') ?? '';
}

test('the link to set a password lists the passkeys, and the new password removes all but those that are kept, and mails it', async () => {
  const { app, owner } = await withOwner();
  const { own, strange } = await addPasskeys(app, owner);
  const token = await askForReset(app, owner);
  const listed = await app.visitor().auth('reset-link', { token });
  expect(((await listed.json()) as { passkeys: object[] }).passkeys).toEqual([
    { id: own, name: 'own', since: expect.any(String), lastUsed: null },
    { id: strange, name: 'strange', since: expect.any(String), lastUsed: null },
  ]);
  const reset = { token, newPassword: password, keepPasskeys: [own, 'of nobody'] };
  expect((await app.visitor().auth('reset-password', reset)).status).toBe(200);
  expect(await namesOf(await signIn(app.visitor(), owner.email))).toEqual(['own']);
  const mail = await app.mailbox.find(owner.email, 'password was changed');
  expect(mail.text).toContain('1 passkey of it was removed.');
  expect(mail.text).toMatch(/keep on that page only passkeys\s+that\s+are\s+yours/);
  expect((await app.visitor().auth('reset-link', { token })).status, 'used').toBe(400);
});

test('a reset that names none removes all passkeys, also one that was added after the page was opened; others’ stay, and those of an administrator, and it proves nothing', async () => {
  const app = await sharedApp();
  const [owner, other] = [await makeOwner(app), await makeOwner(app, 'Bea')];
  const token = await askForReset(app, owner);
  expect(await (await app.visitor().auth('reset-link', { token })).json()).toEqual({ passkeys: [] });
  for (const person of [owner, other]) await addPasskeys(app, person);
  expect((await app.visitor().auth('reset-password', { token, newPassword: password })).status).toBe(200);
  expect(await namesOf(await signIn(app.visitor(), owner.email))).toEqual([]);
  expect(await namesOf(other)).toEqual(['own', 'strange']);
  const admin = await makeOwner(app, 'Grace');
  await grantAdmin(admin.email, app.services);
  await addPasskeys(app, admin);
  const nextToken = await askForReset(app, admin);
  expect(await (await app.visitor().auth('reset-link', { token: nextToken })).json()).toEqual({ passkeys: [] });
  expect((await app.visitor().auth('reset-password', { token: nextToken, newPassword: password })).status).toBe(200);
  const again = await signIn(app.visitor(), admin.email);
  expect(await namesOf(again)).toEqual(['own', 'strange']);
  expect(await again.tryCall('listOrders', {})).toMatchObject({
    error: { details: { reason: 'second-factor-required' } },
  });
  const { text } = await app.mailbox.find(admin.email, 'password was changed');
  expect(text).toContain('write at once to whoever runs the server');
});

test('who signs out elsewhere may remove all passkeys but some, with the password, and is mailed', async () => {
  const { app, owner } = await withOwner();
  const { own } = await addPasskeys(app, owner);
  expect(await owner.tryCall('keepPasskeys', { ids: [own], password: 'not mine at all' })).toMatchObject({
    error: { details: { fields: { password: expect.any(String) } } },
  });
  expect(await namesOf(owner)).toEqual(['own', 'strange']);
  expect(await owner.call('keepPasskeys', { ids: [own], password })).toEqual({ removed: 1 });
  expect(await namesOf(owner)).toEqual(['own']);
  const { text } = await app.mailbox.find(owner.email, 'Sign-in security');
  expect(text).toContain('All passkeys of your');
});

test('wrong signatures count for one passkey and network: whoever tries others keeps nobody there from theirs', async () => {
  const { app, owner } = await withOwner();
  const { own, strange } = await addPasskeys(app, owner);
  const [robot, elsewhere] = [app.visitor(), app.visitor()];
  const tryIt = async (visitor: Visitor, id: string) =>
    (await visitor.auth('sign-in/passkey', { credential: { id, response: {} } })).status;
  for (let n = 0; n < 100; n++) await tryIt(robot, `of nobody ${n}`);
  expect(await tryIt(robot, own)).toBe(422);
  for (let n = 0; n < 100; n++) expect(await tryIt(robot, strange)).toBe(422);
  expect(await tryIt(robot, strange)).toBe(429);
  Object.assign(owner, { network: robot.network });
  const prove = (id: string) => owner.tryCall('proveByPasskey', { credential: { id, response: {} } });
  expect([(await prove(own)).status, (await prove(strange)).status]).toEqual([409, 429]);
  expect(await tryIt(elsewhere, strange)).toBe(422);
});
