import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeConversation, makeItem, makeOwner } from '../make.ts';
import { withConversation } from '../worlds.ts';

const many = 9_000;

/** A conversation that somebody has filled, behind the limits. */
async function makeLongThread() {
  const { app, owner, finder, path } = await withConversation(startApp());
  await sql`
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, case n % 2 when 0 then 'finder' else 'owner' end, 'Message ' || n, n % 2 = 1, n % 2 = 0, 'n' || n
    from conversations, generate_series(1, ${many}) n order by n`.execute(app.services.db);
  await listAll(app);
  return { app, owner, finder, path, secret: path.split('/').at(-1) ?? '' };
}

test('of a long thread finder and owner get the newest 50 messages, and the last counts as read with all before it; nothing that looks at it, changes it or tells of it reads more than a page', async () => {
  const { finder, path, secret, owner, app } = await makeLongThread();
  const page = await finder.read(path);
  const said = [...page.matchAll(/<p class="said"[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text);
  const newest = Array.from({ length: 50 }, (_, n) => `Message ${many - 49 + n}`);
  expect(said).toEqual(newest);
  expect(page).toContain('Earlier messages');

  const read = await finder.call('readFinderConversation', { secret });
  expect(read.messages.map(({ text }) => text)).toEqual(newest);
  expect(read.next).toBeDefined();
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const id = conversation?.id ?? '';
  expect(conversation).toMatchObject({ unread: 1000, lastMessage: { text: `Message ${many}` } });
  expect(await owner.call('countUnread', {})).toEqual({ unread: 1000 });
  const { messages, next } = await owner.call('readConversation', { id });
  expect([messages.length, messages.at(-1)?.text, typeof next]).toEqual([50, `Message ${many}`, 'string']);
  const upTo = messages.at(-1)?.id ?? '';
  expect(await owner.call('markConversationRead', { id, upTo })).toEqual({ unread: 0 });
  const biggest = watchAnswers(app);
  const live = await owner.live();
  await live.next('unread');
  await finder.get(path);
  await finder.post(path, { key: 'one-more-key', text: 'One more' });
  await live.next('conversation');
  live.close();
  await finder.call('readFinderConversation', { secret });
  await owner.get('/profile');
  const { conversations } = await owner.call('listConversations', {});
  const thirdId = conversations[0]?.id ?? '';
  await owner.call('replyToFinder', { conversationId: thirdId, key: 'the-reply', text: 'Thank you' });
  const { messages: thirdMessages } = await owner.call('readConversation', { id: thirdId });
  await owner.call('markConversationRead', { id: thirdId, upTo: thirdMessages.at(-1)?.id ?? '' });
  expect(biggest()).toBe(51);
});

test('a short thread says nothing of earlier messages; unread conversations come first, and of these and of the others the one whose message is the newest', async () => {
  const { owner, finder, path } = await withConversation();
  expect(await finder.read(path)).not.toContain('Earlier messages');
  const list = await owner.call('listConversations', {});
  const conversation = await owner.call('readConversation', { id: list.conversations[0]?.id ?? '' });
  expect(Object.keys({ ...list, ...conversation, ...(await owner.call('listItems', {})) })).not.toContain('next');
  const nextOwner = await makeOwner(owner.app);
  const item = await makeItem(nextOwner);
  const first = await makeConversation(owner.app, item, 'The first');
  await makeConversation(owner.app, item, 'The second');
  const newest = async () =>
    (await nextOwner.call('listConversations', {})).conversations.map((each) => each.lastMessage.text);
  expect(await newest()).toEqual(['The second', 'The first']);
  const { conversations } = await nextOwner.call('listConversations', {});
  const reply = { conversationId: conversations[1]?.id ?? '', key: 'the-reply', text: 'Thank you' };
  await nextOwner.call('replyToFinder', reply);
  expect(await newest()).toEqual(['The second', 'Thank you']);
  await makeConversation(owner.app, item, 'The third');
  await first.finder.post(first.path, { key: 'one-more-key', text: 'One more' });
  expect(await newest()).toEqual(['One more', 'The third', 'The second']);
});

async function listAll({ services }: App): Promise<void> {
  await sql`
    update conversations set last_message_id =
      (select max(id) from web_messages where conversation_id = conversations.id)`.execute(services.db);
}

/** @returns gives the most rows that a statement has answered since */
function watchAnswers({ services }: App): () => number {
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
  services.db = services.db.withPlugin(watch);
  return () => most;
}
