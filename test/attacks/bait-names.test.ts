import { expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { makeFinder, makeItem, password } from '../make.ts';
import { withFinder, withOwner } from '../worlds.ts';

const baits = [
  'Win at https://evil.example',
  'www.evil.example/prize',
  'evil.com',
  'evil[.]com',
  'ｅｖｉｌ．ｃｏｍ',
  'ev\u200bil.c\u00adom',
  '\u202emoc.live\u202c evil.com',
  'write to eve@evil.com',
  'Call +49 170 1234567',
];

test('nobody signs up under a name that leads somewhere else, and no mail carries it', async () => {
  const app = await startApp();
  for (const name of baits) {
    const answer = await app.visitor().auth('sign-up/email', { name, email: 'victim@example.com', password });
    expect.soft([name, answer.status, await answer.json()]).toMatchObject([name, 400, { code: 'INVALID_NAME' }]);
  }
  expect(await app.services.db.selectFrom('outgoingMails').select('id').execute()).toEqual([]);
});

test('a display name is not changed into a bait, and the refusal says what to write; an item’s name stays on one line of the mail that tells of it', async () => {
  const { owner, app } = await withOwner();
  for (const displayName of baits) {
    const { status, error } = await owner.tryCall('updateUserProfile', { displayName });
    const fields = { displayName: expect.stringMatching(/^Write just a name/) };
    expect.soft({ displayName, status, error }).toMatchObject({ status: 400, error: { details: { fields } } });
  }
  expect(await owner.call('getUserProfile', { id: owner.uid })).toMatchObject({ displayName: 'Ada' });
  const lines = { displayName: 'Ada\n\nYour account is closed\u2028Sign in again:' };
  const oneLine = { displayName: 'Ada Your account is closed Sign in again:' };
  expect(await owner.call('updateUserProfile', lines)).toMatchObject(oneLine);
  const item = await makeItem(owner, { name: 'Bag\n\nYour account is closed\u2028Sign in' });
  const finder = await makeFinder(app, item);
  await finder.post(`/item/${item.hash}`, { text: 'I have it.' });
  const mail = await app.mailbox.find(owner.email, 'Bag Your account is closed Sign in');
  expect(mail.text).toContain('“Bag Your account is closed Sign in”');
});

test('a finder’s name is held to the same, and everything typed comes back with the refusal', async () => {
  const { app, item, finder } = await withFinder(startApp());
  for (const name of baits) {
    const answer = await finder.post(`/item/${item.hash}`, { text: 'It lies on the third bench.', name });
    const page = await answer.text();
    expect.soft([name, answer.status]).toEqual([name, 422]);
    expect.soft(page).toContain('It lies on the third bench.');
    expect.soft(page).toMatch(/Write just a name/);
  }
  const typed = await finder.post(`/item/${item.hash}`, { text: 'It lies there.', name: 'Kim, evil.com' });
  expect(await typed.text()).toContain('value="Kim, evil.com"');
  expect(await app.services.db.selectFrom('webMessages').select('id').execute()).toEqual([]);

  const sent = await finder.post(`/item/${item.hash}`, {
    text: 'It lies on the third bench.',
    name: 'St.John O’Neill',
  });
  expect(sent.status).toBe(303);
});
