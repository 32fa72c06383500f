import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeItem } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withConversation, withOwner } from '../../test/worlds.ts';

/** Somebody whose browser asks for German; what is read comes without tags. */
function german(visitor: Visitor) {
  visitor.language = 'de-DE,de;q=0.9';
  const words = async (response: Promise<Response>) => {
    const { status, text } = await response.then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));
    return { status, text: text.replace(/<style>.*?<\/style>|<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
  };
  return { words };
}

test('a German finder reads German from the tag to the answer, and the conversation remembers it', async () => {
  const { app, owner } = await withOwner(startApp());
  const { hash } = await makeItem(owner, { name: 'Blauer Rucksack' });
  const finder = app.visitor();
  const { words } = german(finder);

  const page = await words(finder.get(`/item/${hash}`));
  for (const text of ['Gefunden: Blauer Rucksack . Danke!', 'Ich habe es abgegeben', 'Nachricht senden'])
    expect(page.text).toContain(text);
  const nothing = await words(finder.post(`/item/${hash}`, { text: '' }));
  expect(nothing).toMatchObject({ status: 422 });
  expect(nothing.text).toContain('Tippen Sie auf eine der Antworten oder schreiben Sie ein paar Worte.');
  const long = await words(finder.post(`/item/${hash}`, { text: 'x'.repeat(2_001) }));
  expect(long.text).toContain('Die Nachricht darf höchstens 2000 Zeichen haben.');

  const sent = await finder.post(`/item/${hash}`, { answer: 'have', text: 'Am Bahnhof' });
  const path = sent.headers.get('location') ?? '';
  const conversation = await words(finder.get(path));
  for (const text of ['Gesendet. Danke!', 'Es geht um: Blauer Rucksack .', 'Ich habe es', 'UTC'])
    expect(conversation.text).toContain(text);
  expect(conversation.text).toMatch(/Sie · \d\d\.\d\d\.\d{4}, \d\d:\d\d UTC/);
  const rows = await app.services.db.selectFrom('conversations').select('finderLanguage').execute();
  expect(rows).toEqual([{ finderLanguage: 'de' }]);

  const { conversations } = await owner.call('listConversations', {});
  await owner.call('blockConversation', { id: conversations[0]?.id ?? '' });
  const closed = await words(finder.post(path, { text: 'Noch da?' }));
  expect(closed.text).toContain('Die andere Seite hat diese Unterhaltung geschlossen.');
  expect(closed.text).toContain('Das wurde nicht gesendet: Noch da?');
  expect((await words(finder.get('/item/x'))).text).toContain('Wir kennen diesen Anhänger nicht.');
  expect((await words(finder.get('/conversation/x'))).text).toContain('Dieser Link öffnet keine Unterhaltung.');
});

test('too many messages are refused in German, with everything typed', async () => {
  const { app, finder, path } = await withConversation(startApp());
  const { words } = german(finder);
  const { db, limits } = app.services;
  const { id } = await db.selectFrom('conversations').select('id').executeTakeFirstOrThrow();
  while ((await limits.take('answer-hour', id)).allowed);
  const refused = await words(finder.post(path, { text: 'Nachricht zu viel' }));
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/zu viele Nachrichten gesendet\. .* in (\d+ Minuten|einer Minute) noch einmal\./);
  expect(refused.text).toContain('Nachricht zu viel');
});

test('a call is refused in the caller’s language, with a code that is the same in all', async () => {
  const app = await sharedApp();
  const call = async (language: string) => {
    const body = JSON.stringify({ data: { secret: 'x', key: 'abcdefgh', text: 'Hallo' } });
    const headers = { 'content-type': 'application/json', 'accept-language': language };
    const answer = await app.visitor().fetch('/functions/us-central1/answerOwner', { method: 'POST', headers, body });
    return ((await answer.json()) as { error: object }).error;
  };
  const details = { reason: 'no-conversation' };
  expect(await call('de')).toMatchObject({
    message:
      'Dieser Link öffnet keine Unterhaltung. Scannen Sie den Anhänger noch einmal, um dem Besitzer zu schreiben.',
    details,
  });
  expect(await call('en')).toMatchObject({
    message: 'This link opens no conversation. Scan the tag again to write to the owner.',
    details,
  });
});

test('fields of a call are refused in the caller’s language', async () => {
  const visitor = (await sharedApp()).visitor();
  german(visitor);
  const { error } = await visitor.tryCall('reportFound', { hash: 'x', key: 'short', text: 'Hallo' });
  expect(error?.details).toEqual({
    fields: { key: 'Der Schlüssel muss mindestens 8 Zeichen haben.' },
    reason: 'bad-input',
  });
});

test('maintenance is announced in German, and in the operator’s own words where there are any', async () => {
  const app = await startApp({ publicUrl: 'https://tags.example' });
  const { db, events } = app.services;
  const switchOn = (message?: string) =>
    db
      .insertInto('settings')
      .values({ key: 'maintenance', value: JSON.stringify({ enabled: true, ...(message && { message }) }) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
      .execute()
      .then(() => events.publish({ kind: 'settings' }));
  const finder = app.visitor();
  const { words } = german(finder);
  await switchOn();
  await expect.poll(async () => (await words(finder.get('/about'))).text).toContain('Wir arbeiten an der Seite.');
  await switchOn('Back at six.');
  await expect.poll(async () => (await words(finder.get('/about'))).text).toContain('Back at six.');
});
