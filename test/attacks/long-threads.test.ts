import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeConversation, makeItem, makeOwner } from '../make.ts';

const many = 9_000;

/** A conversation that somebody has filled, behind the limits. */
async function makeLongThread() {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { finder, path } = await makeConversation(app, await makeItem(owner));
  await sql`
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, sending_key)
    select id, item_id, owner_id, case n % 2 when 0 then 'finder' else 'owner' end, 'Message ' || n, n % 2 = 1, n % 2 = 0, 'n' || n
    from conversations, generate_series(1, ${many}) n order by n`.execute(app.installation.db);
  await listAll(app);
  return { app, owner, finder, path, secret: path.split('/').at(-1) ?? '' };
}

test('of a long thread the finder gets the newest 200 messages, and is told so', async () => {
  const { finder, path, secret } = await makeLongThread();
  const page = await (await finder.get(path)).text();
  const said = [...page.matchAll(/<p class="said"[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text);
  const newest = Array.from({ length: 200 }, (_, n) => `Message ${many - 199 + n}`);
  expect(said).toEqual(newest);
  expect(page.replaceAll('<!-- -->', '')).toContain('Only the newest 200 messages are shown.');

  const read = await finder.call('readFoundConversation', { secret });
  expect(read.messages.map(({ text }) => text)).toEqual(newest);
  expect(read.earlier).toBe(true);
});

test('of a long thread the owner gets the newest 200, and the last counts as read with all before it', async () => {
  const { owner } = await makeLongThread();
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const id = conversation?.id ?? '';
  expect(conversation).toMatchObject({ unread: 1000, lastMessage: { text: `Message ${many}` } });
  expect(await owner.call('countUnread', {})).toEqual({ unread: 1000 });
  const { messages, earlier } = await owner.call('readConversation', { id });
  expect([messages.length, messages.at(-1)?.text, earlier]).toEqual([200, `Message ${many}`, true]);
  const upTo = messages.at(-1)?.id ?? '';
  expect(await owner.call('markConversationRead', { id, upTo })).toEqual({ unread: 0 });
});

test('a short thread says nothing of earlier messages', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { finder, path } = await makeConversation(app, await makeItem(owner));
  expect(await (await finder.get(path)).text()).not.toContain('Only the newest');
  const list = await owner.call('listConversations', {});
  const conversation = await owner.call('readConversation', { id: list.conversations[0]?.id ?? '' });
  expect(Object.keys({ ...list, ...conversation })).not.toContain('earlier');
  expect(Object.keys({ ...list, ...(await owner.call('listItems', {})) })).not.toContain('more');
});

test('nothing that looks at a long thread, changes it or tells of it reads it whole', async () => {
  const { app, owner, finder, path, secret } = await makeLongThread();
  const biggest = watchAnswers(app);
  const live = await owner.live();
  await live.next('unread');
  await finder.get(path);
  await finder.post(path, { key: 'one-more-key', text: 'One more' });
  await live.next('conversation');
  live.close();
  await finder.call('readFoundConversation', { secret });
  await owner.get('/profile');
  const { conversations } = await owner.call('listConversations', {});
  const id = conversations[0]?.id ?? '';
  await owner.call('replyToFinder', { conversationId: id, key: 'the-reply', text: 'Thank you' });
  const { messages } = await owner.call('readConversation', { id });
  await owner.call('markConversationRead', { id, upTo: messages.at(-1)?.id ?? '' });
  expect(biggest()).toBe(201);
});

test('of many conversations the owner gets those with the newest messages, of many items the first thousand', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { db } = app.installation;
  await makeConversation(app, item, 'The oldest');
  await sql`
    insert into conversations (id, item_id, owner_id) select 'c' || n, ${item.id}, ${owner.uid} from generate_series(1, 250) n;
  `.execute(db);
  await sql`
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, sending_key)
    select 'c' || n, ${item.id}, ${owner.uid}, 'finder', 'Message ' || n, false, true, 'n' || n
    from generate_series(1, 250) n order by n`.execute(db);
  await listAll(app);
  await sql`
    insert into items (id, owner_id, name, category, creation_key, created_at)
    select lpad(n::text, 16, '0'), ${owner.uid}, 'Item ' || n, 'other', 'n' || n, now() - make_interval(hours => n)
    from generate_series(1, 1100) n`.execute(db);

  const inbox = await owner.call('listConversations', {});
  const texts = inbox.conversations.map(({ lastMessage }) => lastMessage.text);
  expect([texts.length, texts[0], texts.at(-1), inbox.more]).toEqual([200, 'Message 250', 'Message 51', true]);
  const list = await owner.call('listItems', {});
  expect([list.items.length, list.items[0]?.id, list.items.at(-1)?.name, list.more]).toEqual([
    1000,
    item.id,
    'Item 999',
    true,
  ]);

  const { finder, path } = await makeConversation(app, item, 'A new one');
  expect((await owner.call('listConversations', {})).conversations[0]?.lastMessage.text).toBe('A new one');
  await owner.call('replyToFinder', { conversationId: 'c1', key: 'the-reply', text: 'Thank you' });
  expect((await owner.call('listConversations', {})).conversations[0]?.id).toBe('c1');
  await finder.post(path, { key: 'one-more-key', text: 'One more' });
  const [first, second] = (await owner.call('listConversations', {})).conversations;
  expect([first?.lastMessage.text, second?.id]).toEqual(['One more', 'c1']);
});

/** Puts what was written by hand in its place in the inbox, as the functions do. */
async function listAll({ installation }: App): Promise<void> {
  await sql`
    update conversations set last_message_id =
      (select max(id) from web_messages where conversation_id = conversations.id)`.execute(installation.db);
}

/** @returns gives the most rows that a statement has answered since */
function watchAnswers({ installation }: App): () => number {
  let most = 0;
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(
        most,
        result.rows.length,
        Number(result.numAffectedRows ?? 0) > 1000 ? Number.POSITIVE_INFINITY : 0,
      );
      return result;
    },
  };
  installation.db = installation.db.withPlugin(watch);
  return () => most;
}
