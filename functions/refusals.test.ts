import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { startApp } from '../test/app.ts';
import { makeAdministrator, makeItem, password } from '../test/make.ts';
import type { Visitor } from '../test/visitor.ts';
import { withOwner } from '../test/worlds.ts';
import { functions } from './list.ts';

async function saidTo(owner: Visitor) {
  const answers = [
    await owner.tryCall('getItem', { id: 'nothing' }),
    await owner.tryCall('readConversation', { id: 'nothing' }),
    await owner.tryCall('addItem', { key: 'abcdefgh', name: ' ', category: 'ship' }),
    await owner.tryCall('updateUserProfile', { displayName: '', role: 'admin' }),
    await owner.tryCall('changePassword', { currentPassword: 'not mine at all', newPassword: 'short' }),
    await owner.tryCall('changePassword', { currentPassword: 'not mine at all', newPassword: 'another horse battery' }),
    await owner.tryCall('listItems', { after: 'mangled', limit: 1_000 }),
    await owner.tryCall('setMaintenance', {}),
  ];
  return answers.map(({ error }) => Object(error?.details).fields ?? error?.message);
}

const german = [
  'Das steht nicht in Ihrer Liste.',
  'Diese Unterhaltung ist nicht unter Ihren Nachrichten.',
  {
    name: 'Geben Sie der Sache einen Namen, etwa „Blauer Rucksack“.',
    category: 'Wählen Sie, was für eine Sache es ist.',
  },
  {
    displayName: 'Schreiben Sie den Namen, mit dem Sie begrüßt werden möchten.',
    role: '„role“ eines Profils lässt sich so nicht ändern. Ändern können Sie displayName, language und nameShown.',
  },
  { newPassword: 'Nehmen Sie ein Passwort von mindestens 10 Zeichen.' },
  { currentPassword: 'Das ist nicht Ihr Passwort.' },
  { limit: 'Eine Seite fasst höchstens 200.' },
  'Das können nur Administratoren.',
];

test('calls are refused in the language that the caller asks for, else in that of the profile, with a code that says to programs what is missing', async () => {
  const { owner, app } = await withOwner(startApp());
  owner.language = 'de-AT,en;q=0.3';
  expect(await saidTo(owner)).toEqual(german);
  await app.services.db.updateTable('users').set({ language: 'de' }).where('uid', '=', owner.uid).execute();
  owner.language = 'tlh';
  expect(await saidTo(owner)).toEqual(german);
  owner.language = 'en';
  expect((await saidTo(owner))[0]).toBe('There is no such item in your list.');
  await makeItem(owner);
  const reasonOf = async (...asked: Parameters<typeof owner.tryCall>) =>
    Object((await owner.tryCall(...asked)).error?.details).reason;
  expect(await reasonOf('getItem', { id: 'nothing' })).toBe('no-item');
  expect(await reasonOf('readConversation', { id: 'nothing' })).toBe('no-conversation');
  expect(await reasonOf('listItems', { after: 'mangled' })).toBe('bad-cursor');
  expect(await reasonOf('keepAccountByToken', { token: 'nobodys' })).toBe('INVALID_TOKEN');
  expect(await reasonOf('getItem', {})).toBe('bad-input');
  expect(await reasonOf('setMaintenance', {})).toBe('admins-only');
});

test('a field of a profile that cannot be changed is refused with the names of all that can; what is asked under /auth is refused in the language of the page, with codes that stay the same', async () => {
  const { owner, app } = await withOwner();
  const { error } = await owner.tryCall('updateUserProfile', { role: 'admin' });
  const said: string = Object(error?.details).fields.role;
  const [definition] = functions.filter(({ name }) => name === 'updateUserProfile');
  const changeable = Object.keys((definition as unknown as { input: z.ZodObject }).input.shape);
  expect(
    said
      .split('You can change')[1]
      ?.match(/\b(?!and\b)\w+/g)
      ?.sort(),
  ).toEqual(changeable.sort());
  const visitor = app.visitor();
  visitor.language = 'de';
  const refused = async (path: string, body: object, by = visitor) => (await by.auth(path, body)).json();
  expect(await refused('sign-in/email', { email: owner.email, password: 'not hers at all' })).toEqual({
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'E-Mail oder Passwort ist falsch',
  });
  expect(await refused('link', { token: 'no token' })).toEqual({
    code: 'INVALID_TOKEN',
    message: 'Dieser Link wurde schon benutzt oder ist abgelaufen.',
  });
  expect(await refused('sign-up/email', { name: 'Kim', email: 'no address', password })).toMatchObject({
    code: 'INVALID_EMAIL',
    message: 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.com.',
  });
  expect(await refused('sign-up/email', { name: 'Kim', email: owner.email })).toMatchObject({ code: 'WEAK_PASSWORD' });
  expect(await refused('verify-email', { token: 7 })).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await refused('nothing', {})).toEqual({ code: 'NOT_FOUND', message: 'Hier ist nichts.' });
});

test('a code says to programs why a call went no further', async () => {
  const { app, owner } = await withOwner(startApp({ publicUrl: 'https://tags.example' }));
  const path = '/functions/us-central1/listItems';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
  const reasonOf = async (at: string, init: RequestInit = {}) => {
    const answer = await owner.fetch(at, { method: 'POST', headers, body: '{"data":{}}', ...init });
    const { error } = (await answer.json()) as { error?: { details?: { reason?: string } } };
    return [answer.status, error?.details?.reason];
  };
  expect(await reasonOf('/functions/us-central1/none')).toEqual([404, 'no-function']);
  expect(await reasonOf('/functions/elsewhere/listItems')).toEqual([404, 'no-function']);
  expect(await reasonOf(path, { method: 'PUT' })).toEqual([404, 'no-function']);
  expect(await reasonOf(`${path}?%ff`)).toEqual([400, 'bad-address']);
  expect(await reasonOf(path, { body: '{"result":{}}' })).toEqual([400, 'bad-body']);
  const admin = await makeAdministrator(app);
  await admin.call('setMaintenance', { enabled: true });
  expect(await reasonOf(path)).toEqual([503, 'maintenance']);
  await sql`update rate_limits set points = 10000 where key like 'function-call:%'`.execute(app.services.db);
  expect(await reasonOf(path)).toEqual([429, 'over-limit']);
});
