import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { languages, translationsIn } from '../../language/languages.ts';
import { type App, startApp } from '../../test/app.ts';
import { readLive } from '../../test/live-reader.ts';
import { linkIn } from '../../test/mailbox.ts';
import {
  drawPicture,
  makeConversation,
  makeItem,
  makeOwner,
  newEmail,
  type Person,
  shareItem,
  storedFolders,
} from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withConversation, withOwner } from '../../test/worlds.ts';

async function messagesOf(reader: Visitor) {
  const [conversation] = (await reader.call('listConversations', {})).conversations;
  return reader.call('readConversation', { id: conversation?.id ?? '' });
}

test('a refused form’s address opened again leads to the form; what is refused is said at the top of the private link; the mail that leads there is in the finder’s language, from right to left where that is so', async () => {
  const { item, path, finder, app } = await withConversation();
  for (const form of ['replies', 'replies/end', 'pictures'])
    expect((await finder.get(`${path}/${form}`)).headers.get('location'), form).toBe(path);
  for (const form of ['lost', 'returned', 'restored'])
    expect((await finder.get(`/item/${item.hash}/${form}`)).headers.get('location'), form).toBe(`/item/${item.hash}`);
  const typed = await finder.get('/conversation/%00/replies/end');
  expect([typed.status, typed.headers.get('location')]).toEqual([303, '/conversation/%00']);
  const key = crypto.randomUUID();
  const refusals: [string, Record<string, string>, string][] = [
    [path, { key, text: 'x'.repeat(2001) }, 'Keep the message to at most 2000 characters.'],
    [path, { key, place: '' }, 'Fill in at least one field.'],
    [`${path}/replies`, { email: 'nobody' }, 'This is no email address.'],
  ];
  for (const [address, typed, reason] of refusals) {
    const refused = await (await finder.post(address, typed)).text();
    const [top = ''] = refused.split('<ol class="thread"');
    for (const said of ['This was not sent.', reason]) expect(top).toContain(said);
    expect(top).not.toContain('Sent. Thank you!');
  }
  expect(await finder.read(path)).toContain('Sent. Thank you!');
  finder.language = 'ar';
  const email = newEmail('Kim');
  await finder.post(`${path}/replies`, { email });
  const mail = await app.mailbox.find(email, 'عند وصول رد');
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail.text).toMatch(/^مرحبًا،\n\nمسح أحدهم بطاقة/);
});

test('the mail that asks a finder to confirm an address says nothing that anybody typed', async () => {
  const { app, owner } = await withOwner(startApp());
  const { path, finder } = await makeConversation(
    app,
    await makeItem(owner, { name: 'Secret umbrella' }),
    'Typed words',
  );
  const email = newEmail('Kim');
  expect((await finder.post(`${path}/replies`, { email })).headers.get('location')).toBe(`${path}?asked`);
  const mail = await app.mailbox.find(email, 'Get an email when there is an answer?');
  expect(new URL(linkIn(mail)).pathname).toBe(`${path}/replies/confirm`);
  for (const typed of ['umbrella', 'Typed', 'Ada'])
    expect(mail.html + (mail.text ?? '') + mail.subject).not.toContain(typed);
});

test('few mails leave from one conversation, whoever is to get them; with everything deleted, the page does not say that the owner reads it', async () => {
  const { path, finder } = await withConversation();
  const refused = await finder.post(`${path}/replies`, { email: 'nobody at home' });
  const page = await refused.text();
  expect([refused.status, page.includes('value="nobody at home"')]).toEqual([422, true]);
  const answers: number[] = [];
  for (let n = 0; n < 3; n++) answers.push((await finder.post(`${path}/replies`, { email: newEmail('Kim') })).status);
  expect(answers).toEqual([303, 303, 303]);
  const last = await finder.post(`${path}/replies`, { email: newEmail('Kim') });
  expect(last.status).toBe(429);
  expect(await last.text()).toMatch(/Too many attempts\. Try again in \d+ hours\./);
  expect(await finder.read(path)).toContain('What happens next');
  await finder.post(`${path}/delete`, {});
  const nextPage = await finder.read(path);
  expect(nextPage).toContain('<h1>What you wrote is deleted.</h1>');
  expect(nextPage).not.toContain('What happens next');
  expect(nextPage).toContain('Deleted by the finder');
  expect(nextPage, 'nothing is left to delete').not.toContain('Delete what I wrote');
  expect(nextPage).not.toContain('Sent. Thank you!');
});

test('one address gets few mails that ask to confirm it, from whatever conversations', async () => {
  const app = await sharedApp();
  const email = newEmail('Kim');
  const answers: number[] = [];
  const item = await makeItem(await makeOwner(app));
  for (let n = 0; n < 6; n++) {
    const { path, finder } = await makeConversation(app, item);
    answers.push((await finder.post(`${path}/replies`, { email })).status);
  }
  expect(answers).toEqual([303, 303, 303, 303, 303, 429]);
});

async function writeEverything(app: App, owner: Person) {
  const item = await makeItem(owner);
  const { path, finder } = await makeConversation(app, item, 'Zanzibar by the lake');
  await finder.post(`/item/${item.hash}`, { answer: 'have', text: 'Zanzibar again', name: 'Zanzibar Kim' });
  await finder.post(path, { key: 'a-key-of-mine', place: 'Zanzibar office', latitude: '52.52', longitude: '13.4' });
  await finder.postFile(`${path}/pictures?key=another-key`, await drawPicture());
  const { id, messages } = await messagesOf(owner);
  await owner.call('replyToFinder', { conversationId: id, key: crypto.randomUUID(), text: 'Thank you' });
  return { finder, path, pictureId: messages.at(-1)?.pictureId };
}

async function everythingStored({ services }: App): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(web_messages)::text as row from web_messages union all
    select to_jsonb(conversations)::text from conversations union all
    select to_jsonb(outgoing_mails)::text from outgoing_mails union all
    select to_jsonb(files)::text from files`.execute(services.db);
  return rows.map(({ row }) => row).join('\n');
}

test('a finder deletes everything they wrote, after a question: words, places, pictures, name and quotes in mails', async () => {
  const { app, owner } = await withOwner(startApp());
  app.mailbox.refusing = true;
  const { finder, path, pictureId } = await writeEverything(app, owner);
  expect(await everythingStored(app)).toContain('Zanzibar');
  expect(await finder.read(`${path}/delete`)).toContain('Delete everything you wrote?');
  expect((await messagesOf(owner)).messages[0]?.text).toBe('Zanzibar by the lake');

  const changedAt = async () => /data-changed="[^"]*"/.exec(await app.visitor().read(path))?.[0];
  const before = await changedAt();
  const deleted = await finder.post(`${path}/delete`, {});
  expect(deleted.headers.get('location')).toBe(`${path}?deleted`);
  expect(await changedAt(), 'another phone with this link reads the thread anew').not.toBe(before);
  const left = await everythingStored(app);
  for (const said of ['Zanzibar', '52.52']) expect(left).not.toContain(said);
  expect(await storedFolders(app)).toEqual([]);
  expect((await owner.get(`/files/${pictureId}/sent-320.webp`)).status).toBe(404);
  const { messages, finderName, wordsExpired } = await messagesOf(owner);
  expect(finderName).toBeNull();
  expect(wordsExpired).toBe(false);
  expect(messages.map(({ author, text, deleted }) => [author, text, deleted])).toEqual([
    ['finder', '', true],
    ['finder', '', true],
    ['finder', '', true],
    ['finder', '', true],
    ['owner', 'Thank you', false],
  ]);
  expect(await finder.read(`${path}?deleted`)).toContain('What you wrote is deleted.');

  app.mailbox.refusing = false;
  await sql`update outgoing_mails set send_after = now()`.execute(app.services.db);
  await finder.post(path, { key: 'a-third-key', text: 'Written later' });
  expect((await messagesOf(owner)).messages.at(-1)).toMatchObject({ text: 'Written later', deleted: false });
  expect(await finder.read(path)).toContain('Delete what I wrote');
});

test('a deletion is noted for backups, and its answer comes, also when its pictures cannot be erased at once', async () => {
  const { app, owner } = await withOwner(startApp());
  const { finder, path } = await writeEverything(app, owner);
  const noted = vi.spyOn(app.services.deletions, 'record');
  app.expectLogError(/files could not be deleted/);
  await sql`alter table reported_pictures rename to away`.execute(app.services.db);
  expect((await finder.post(`${path}/delete`, {})).status).toBe(303);
  await sql`alter table away rename to reported_pictures`.execute(app.services.db);
  expect(noted.mock.calls.map(([kind]) => kind)).toEqual(['finder-words']);
  expect(await storedFolders(app)).toHaveLength(1);
});

test('what a finder deleted before anybody read it counts as unread no more, neither for the owner nor for whom the item is shared with', async () => {
  const app = await startApp();
  const [owner, member] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const item = await shareItem(owner, member);
  const { finder, path } = await makeConversation(app, item);
  const other = await makeConversation(app, item, 'Of somebody else');
  const unread = async () =>
    Promise.all([owner, member].map(async (reader) => (await reader.call('countUnread', {})).unread));
  const unreadOnes = async (reader: Visitor) =>
    (await reader.call('listConversations', { show: 'unread' })).conversations.map(
      ({ lastMessage }) => lastMessage.text,
    );
  expect(await unread()).toEqual([2, 2]);
  const live = await Promise.all([owner, member].map((reader) => readLive(reader, '/live')));
  for (const { next } of live) expect(await next('unread')).toEqual({ unread: 2 });

  await finder.post(`${path}/delete`, {});
  expect(await unread()).toEqual([1, 1]);
  for (const { next, close } of live) {
    expect(await next('unread'), 'on open pages').toEqual({ unread: 1 });
    close();
  }
  for (const reader of [owner, member]) {
    expect(await unreadOnes(reader)).toEqual(['Of somebody else']);
    const { conversations } = await reader.call('listConversations', {});
    expect(conversations.map(({ unread, lastMessage }) => [unread, lastMessage.deleted])).toEqual([
      [1, false],
      [0, true],
    ]);
  }
  expect(await finder.read(path), 'nobody read it').not.toContain(' · read');

  await finder.post(path, { key: 'a-key-of-mine', text: 'Written later' });
  expect(await unread()).toEqual([2, 2]);
  await other.finder.post(`${other.path}/delete`, {});
  expect(await unread()).toEqual([1, 1]);
  expect(await unreadOnes(owner)).toEqual(['Written later']);
});

test('twenty deletions in an hour are taken; the next deletes nothing and says when it can be tried again, and other conversations go on', async () => {
  const { app, owner, item, finder, path } = await withConversation();
  for (let count = 1; count <= 20; count++) expect((await finder.post(`${path}/delete`, {})).status).toBe(303);
  await finder.post(path, { key: 'a-key-of-mine', text: 'Written later' });
  const refused = await finder.post(`${path}/delete`, {});
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await refused.text();
  expect(page).toContain('<p role="alert"><strong>Too many attempts. Try again in');
  expect(page).toContain('<h1>Delete everything you wrote?</h1>');
  expect((await messagesOf(owner)).messages.at(-1)).toMatchObject({ text: 'Written later', deleted: false });
  const other = await makeConversation(app, item);
  expect((await other.finder.post(`${other.path}/delete`, {})).status).toBe(303);
});

test('only the browser in which it began, and that brought its cookie back, is told that a scan leads to the conversation; in no language does the page promise a mail to the owner', async () => {
  const { app, finder, path } = await withConversation();
  const isTold = async (visitor: Visitor) =>
    (await visitor.read(path)).includes('On this phone, scanning the tag again does too.');
  expect(await isTold(finder), 'whoever just wrote').toBe(true);
  const another = app.visitor();
  expect([await isTold(another), await isTold(another)], 'a scan asks whose it is').toEqual([false, false]);
  const withoutCookies = app.visitor();
  for (let time = 0; time < 2; time++) {
    expect(await isTold(withoutCookies)).toBe(false);
    withoutCookies.cookies.clear();
  }
  for (const language of languages) {
    const page = await app.visitor().read(`${path}?lang=${language}`);
    const next = translationsIn(language)('conversation.next');
    expect(page).toContain(next);
    expect(next, language).not.toMatch(/mail|correo|e-post|письм|лист|بريد|אימייל|ईमेल|メール|이메일|邮件/i);
  }
});

test('nobody is asked to delete who has not the link, and a page of another site deletes nothing', async () => {
  const { app, owner } = await withOwner();
  const { path, finder } = await writeEverything(app, owner);
  expect((await finder.get(`/conversation/${'A'.repeat(43)}/delete`)).status).toBe(404);
  expect((await finder.post(`/conversation/${'A'.repeat(43)}/delete`, {})).status).toBe(404);
  const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
  expect((await finder.fetch(`${path}/delete`, { method: 'POST', headers, body: '' })).status).toBe(403);
  expect((await messagesOf(owner)).messages[0]?.deleted).toBe(false);
});

const days = (count: number) => sql<Date>`now() - make_interval(days => ${count})`;

test('a conversation closes 180 days after its last message and says so; 90 days later the finder’s words are gone', async () => {
  const app = await startApp();
  const { db } = app.services;
  const runJobs = async () => {
    await db.deleteFrom('scheduledJobs').execute();
    await runDueJobs(app.services);
  };
  const owner = await makeOwner(app);
  const { finder, path } = await writeEverything(app, owner);
  const page = async () => (await finder.read(path)).replace(/<style>.*?<\/style>/s, '');
  await db
    .updateTable('webMessages')
    .set({ createdAt: days(179) })
    .execute();
  await runJobs();
  expect(await page()).toContain('<textarea');

  await db
    .updateTable('webMessages')
    .set({ createdAt: days(181) })
    .execute();
  await runJobs();
  expect(await page()).toContain('This conversation is closed, and nothing more can be sent here.');
  expect(await page()).not.toContain('<textarea');
  expect((await messagesOf(owner)).closed).toBe(true);
  expect(await everythingStored(app)).toContain('Zanzibar by the lake');

  await db
    .updateTable('conversations')
    .set({ closedAt: days(89) })
    .execute();
  await runJobs();
  expect(await everythingStored(app)).toContain('Zanzibar by the lake');
  await db
    .updateTable('conversations')
    .set({ closedAt: days(91) })
    .execute();
  await runJobs();
  expect(await everythingStored(app)).not.toContain('Zanzibar');
  expect(await storedFolders(app)).toEqual([]);
  expect((await messagesOf(owner)).messages.at(-1)?.text).toBe('Thank you');
  expect(await page()).toContain('Removed 90 days after the conversation was closed');
  expect(await page()).not.toContain('Deleted by the finder');
  expect((await messagesOf(owner)).wordsExpired).toBe(true);
});

test('a form sent again after Delete all, as a browser without scripts does after Back, is a new message: words, yes and picture', async () => {
  const { owner, path, finder } = await withConversation();
  const picture = await drawPicture();
  const send = async () => {
    expect((await finder.post(path, { key: 'key-of-the-page', text: 'At the station' })).status).toBe(303);
    expect((await finder.post(path, { key: 'key-of-the-page', answer: 'yes' })).status).toBe(303);
    expect((await finder.postFile(`${path}/pictures?key=key-of-the-page`, picture)).status).toBe(303);
  };
  const left = async () =>
    (await messagesOf(owner)).messages
      .filter(({ deleted }) => !deleted)
      .map((said) => said.text || said.answer || said.pictureId);
  await send();
  await finder.post(`${path}/delete`, {});
  expect(await left()).toEqual([]);
  await send();
  await send();
  expect(await left()).toEqual(['At the station', 'yes', expect.stringMatching(/^[\w-]+$/)]);
  await finder.post(`${path}/delete`, {});
  await Promise.all([send(), send()]);
  expect(await left(), 'a double tap is one').toHaveLength(3);
});

test('a phone that tries again by itself brings nothing back that was deleted meanwhile', async () => {
  const { owner, path, finder } = await withConversation();
  const picture = await drawPicture();
  const attempt = crypto.randomUUID();
  const send = async (tap: string) => {
    await finder.post(path, { key: 'key-of-the-page', text: 'At the station', attempt: tap });
    await finder.postFile(`${path}/pictures?key=key-of-the-page&attempt=${tap}`, picture);
  };
  const left = async () => (await messagesOf(owner)).messages.filter(({ deleted }) => !deleted);
  await send(attempt);
  await finder.post(`${path}/delete`, {});
  await send(attempt);
  expect(await left()).toEqual([]);
  await send(crypto.randomUUID());
  expect(await left(), 'another tap').toHaveLength(2);
});
