import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { makeConversation, makeItem, makeOwner, shareItem } from '../../test/make.ts';
import { forgetLimits, sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';
import { sendPendingNotifications } from '../notifications/notify-readers.ts';

type Filter = { show?: 'all' | 'unread' | 'archived'; itemId?: string; search?: string };

const key = () => crypto.randomUUID();

/** An owner of two items, and conversations by the names of their finders' words. */
async function begin(app: App) {
  await forgetLimits(app);
  const owner = await makeOwner(app);
  const [bike, keys] = [await makeItem(owner, { name: 'Bike' }), await makeItem(owner, { name: 'Keys' })];
  const begun = new Map<string, Awaited<ReturnType<typeof makeConversation>> & { id: string }>();
  const find = async (item: typeof bike, text: string) => {
    const conversation = await makeConversation(app, item, text);
    const all = (await owner.call('listConversations', { show: 'unread', limit: 200 })).conversations;
    const id = all.find(({ lastMessage }) => lastMessage.text === text)?.id ?? '';
    begun.set(text, { ...conversation, id });
    return { ...conversation, id };
  };
  const listed = async (filter: Filter = {}, by: Visitor = owner) =>
    (await by.call('listConversations', filter)).conversations.map(({ lastMessage }) => lastMessage.text);
  return { app, owner, bike, keys, find, listed };
}

async function newestOf(person: Visitor, id: string): Promise<string> {
  return (await person.call('readConversation', { id })).messages.at(-1)?.id ?? '';
}

async function read(person: Visitor, id: string) {
  await person.call('markConversationRead', { id, upTo: await newestOf(person, id) });
}

async function archive(person: Visitor, id: string) {
  await person.call('archiveConversation', { id, upTo: await newestOf(person, id) });
}

async function writeAgain({ finder, path }: { finder: Visitor; path: string }, text: string) {
  const page = await finder.read(path);
  expect((await finder.post(path, { ...hiddenFields(page), text })).status).toBe(303);
}

test('unread conversations come first, then the others, each by the newest message, also a page at a time', async () => {
  const { owner, bike, keys, find, listed } = await begin(await sharedApp());
  const first = await find(bike, 'first');
  const second = await find(keys, 'second');
  await find(bike, 'third');
  const fourth = await find(keys, 'fourth');
  expect(await listed()).toEqual(['fourth', 'third', 'second', 'first']);

  await read(owner, fourth.id);
  await read(owner, second.id);
  expect(await listed()).toEqual(['third', 'first', 'fourth', 'second']);
  expect(await listed({ show: 'unread' })).toEqual(['third', 'first']);
  expect(await listed({ itemId: keys.id })).toEqual(['fourth', 'second']);
  expect(await listed({ itemId: bike.id, show: 'unread' })).toEqual(['third', 'first']);

  await owner.call('replyToFinder', { conversationId: first.id, key: key(), text: 'Thank you' });
  expect(await listed(), 'what is answered is read').toEqual(['third', 'Thank you', 'fourth', 'second']);
  await writeAgain(second, 'again');
  expect(await listed()).toEqual(['again', 'third', 'Thank you', 'fourth']);

  const pages: string[] = [];
  let after: string | undefined;
  do {
    const page = await owner.call('listConversations', { limit: 1, ...(after && { after }) });
    pages.push(...page.conversations.map(({ lastMessage }) => lastMessage.text));
    after = page.next;
  } while (after);
  expect(pages).toEqual(['again', 'third', 'Thank you', 'fourth']);
});

test('whoever shares an item has unread conversations of it first, among those of their own items', async () => {
  const { app, owner, bike, keys, find, listed } = await begin(await sharedApp());
  const bob = await makeOwner(app, 'Bob');
  await shareItem(owner, bob, bike);
  await shareItem(owner, bob, keys);
  const one = await find(bike, 'one');
  const two = await find(keys, 'two');
  await makeConversation(app, await makeItem(bob), 'own');
  await read(bob, two.id);
  expect(await listed({}, bob)).toEqual(['own', 'one', 'two']);
  expect(await listed({ show: 'unread' }, bob)).toEqual(['own', 'one']);
  expect(await listed({ itemId: bike.id }, bob)).toEqual(['one']);
  expect(await listed({ search: 'TWO' }, bob)).toEqual(['two']);
  await archive(owner, one.id);
  expect(await listed({}, bob), 'the owner’s archive is the owner’s').toEqual(['own', 'one', 'two']);
  expect(await listed({ show: 'archived' }, bob)).toEqual([]);
});

test('an archived conversation is away until the finder writes, and what was not shown is not put away', async () => {
  const { owner, bike, find, listed } = await begin(await sharedApp());
  const talk = await find(bike, 'I have it');
  await find(bike, 'another');
  const upTo = await newestOf(owner, talk.id);
  await writeAgain(talk, 'At the station');
  const refused = await owner.tryCall('archiveConversation', { id: talk.id, upTo });
  expect([refused.status, refused.error?.details, refused.error?.message]).toMatchObject([
    409,
    { reason: 'changed-elsewhere', now: { upTo: await newestOf(owner, talk.id) } },
    'The finder wrote meanwhile. Read it first, then archive the conversation.',
  ]);
  await read(owner, talk.id);
  await archive(owner, talk.id);
  expect([await listed(), await listed({ show: 'archived' })]).toEqual([['another'], ['At the station']]);
  expect((await owner.call('readConversation', { id: talk.id })).archived).toBe(true);

  await owner.call('replyToFinder', { conversationId: talk.id, key: key(), text: 'Thank you' });
  expect(await listed({ show: 'archived' }), 'one’s own answer leaves it there').toEqual(['Thank you']);
  await writeAgain(talk, 'Still here');
  expect([await listed(), await listed({ show: 'archived' })]).toEqual([['Still here', 'another'], []]);

  await read(owner, talk.id);
  await archive(owner, talk.id);
  await owner.call('unarchiveConversation', { id: talk.id });
  expect(await listed()).toEqual(['another', 'Still here']);
});

test('a muted conversation is told by no mail, counts as unread, and does not silence others', async () => {
  const { app, owner, bike, find, listed } = await begin(await startApp());
  const talk = await find(bike, 'I have it');
  const subject = 'Somebody wrote to you';
  await app.mailbox.find(owner.email, subject);
  await owner.call('muteConversation', { id: talk.id });
  expect((await owner.call('readConversation', { id: talk.id })).muted).toBe(true);
  await writeAgain(talk, 'Where are you?');
  const { db } = app.services;
  const program = { text: 'Where?', website: 'filled in by a program' };
  await talk.finder.post(`/item/${bike.hash}`, program);
  const waiting = await db
    .selectFrom('pendingNotifications')
    .select('messageId')
    .where('uid', '=', owner.uid)
    .execute();
  const mails = () => db.selectFrom('outgoingMails').select('purpose').where('uid', '=', owner.uid).execute();
  expect([waiting, (await mails()).filter(({ purpose }) => /message/.test(purpose))]).toEqual([
    [],
    [{ purpose: `new-message ${talk.id}` }],
  ]);
  expect(await owner.call('countUnread', {})).toEqual({ unread: 3 });
  expect(await listed({ show: 'unread' })).toEqual(['Where?']);

  await find(bike, 'another');
  expect(await db.selectFrom('pendingNotifications').select('budget').where('uid', '=', owner.uid).execute()).toEqual([
    { budget: 'mail' },
  ]);
  await owner.call('unmuteConversation', { id: talk.id });
  expect((await owner.call('readConversation', { id: talk.id })).muted).toBe(false);
});

test('what waits to be told is not told once its conversation is muted', async () => {
  const { app, owner, bike, find } = await begin(await startApp());
  const talk = await find(bike, 'I have it');
  await writeAgain(talk, 'Where are you?');
  await owner.call('muteConversation', { id: talk.id });
  const { db } = app.services;
  await sql`update outgoing_mails set created_at = created_at - interval '1 hour'`.execute(db);
  await sql`update pending_notifications set due_at = now()`.execute(db);
  await sendPendingNotifications(app.services);
  expect(await db.selectFrom('pendingNotifications').select('messageId').execute()).toEqual([]);
  const told = db.selectFrom('outgoingMails').select('id').where('purpose', 'like', 'new-message%');
  expect(await told.execute()).toHaveLength(1);
});

test('conversations are found by item, finder, the words of both sides and places, in any script; no sign has a meaning', async () => {
  const { app, owner, bike, keys, find, listed } = await begin(await sharedApp());
  const one = await find(bike, 'ÜBER die Brücke 100%');
  await find(keys, '我在火车站找到了');
  await find(keys, 'وجدته في المحطة');
  await owner.call('replyToFinder', { conversationId: one.id, key: key(), text: 'Is it _red_?' });
  const secret = one.path.split('/').at(-1) ?? '';
  await one.finder.call('answerOwner', { secret, key: key(), details: { place: 'Fundbüro Köln' } });
  await sql`update conversations set finder_name = 'Zoë' where id = ${one.id}`.execute(app.services.db);
  await read(owner, one.id);
  await archive(owner, one.id);

  for (const search of ['über', 'BRÜCKE über', '100%', '_RED_', 'köln', 'zoë', 'bike red'])
    expect(await listed({ search }), search).toEqual(['']);
  expect(await listed({ search: '火车' })).toEqual(['我在火车站找到了']);
  expect(await listed({ search: 'المحطة' })).toEqual(['وجدته في المحطة']);
  expect(await listed({ search: 'keys' })).toEqual(['وجدته في المحطة', '我在火车站找到了']);
  expect(await listed({ search: 'keys', itemId: bike.id })).toEqual([]);
  expect(await listed({ search: '%' })).toEqual(['']);
  for (const search of ['bike keys', '\\', "' or 1=1 --"]) expect(await listed({ search }), search).toEqual([]);

  const eve = await makeOwner(app, 'Eve');
  expect(await listed({ search: 'bike' }, eve), 'somebody else’s').toEqual([]);
  expect(await listed({ itemId: bike.id }, eve)).toEqual([]);
});

test('a search goes on from page to page through more conversations than it looks at in one call', async () => {
  const { app, owner, keys, find } = await begin(await startApp());
  await find(keys, 'the needle');
  const { db } = app.services;
  await sql`
    insert into conversations (id, item_id, owner_id)
    select 'hay' || n, ${keys.id}, ${owner.uid} from generate_series(1, 20001) n`.execute(db);
  await sql`
    insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, 'finder', 'Hay', true, true, id from conversations where id like 'hay%' order by id`.execute(
    db,
  );
  await sql`
    update conversations set last_message_id = (select max(id) from web_messages where conversation_id = conversations.id)
    where id like 'hay%'`.execute(db);
  await sql`analyze`.execute(db);
  const first = await owner.call('listConversations', { search: 'needle' });
  expect(first.conversations).toEqual([]);
  const second = await owner.call('listConversations', { search: 'needle', after: first.next ?? '' });
  expect(second.conversations.map(({ lastMessage }) => lastMessage.text)).toEqual(['the needle']);
  expect(second.next).toBeUndefined();
});
