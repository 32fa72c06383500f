import { expect, test } from 'vitest';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { withConversation } from '../../test/worlds.ts';

test('C-3.04 an answer marks what it answers as read, also where no page was looked at; what came meanwhile is not', async () => {
  const { owner, id, write } = await begin();
  await write('At the station');
  const [, shown] = (await owner.call('readConversation', { id })).messages;
  await write('I have to go now');
  expect(await owner.call('countUnread', {})).toEqual({ unread: 3 });
  const live = await owner.live();
  expect(await live.next('unread')).toEqual({ unread: 3 });

  const reply = { conversationId: id, key: 'first-reply', text: 'Thank you', upTo: shown?.id };
  await owner.call('replyToFinder', reply);
  expect(await live.next('unread')).toEqual({ unread: 1 });
  const { messages } = await owner.call('readConversation', { id });
  expect(messages.map(({ readByOwner }) => readByOwner)).toEqual([true, true, false, true]);

  await owner.call('replyToFinder', { conversationId: id, key: 'second-reply', text: 'I am coming' });
  expect(await owner.call('countUnread', {}), 'an answer to all that came so far').toEqual({ unread: 0 });
});

test('an answer sent again marks nothing that came after it, and one to a message that is none of ours is refused', async () => {
  const { owner, id, write } = await begin();
  const reply = { conversationId: id, key: 'the-reply', text: 'Thank you' };
  await owner.call('replyToFinder', reply);
  await write('Where are you?');
  await owner.call('replyToFinder', reply);
  expect(await owner.call('countUnread', {})).toEqual({ unread: 1 });

  const refused = await owner.tryCall('replyToFinder', { ...reply, key: 'other-reply', upTo: 'A'.repeat(22) });
  expect([refused.status, refused.error?.details]).toMatchObject([400, { reason: 'no-message' }]);
});

test('an answer that was stored, and whose sender did not learn of it, is said to be sent after its conversation ended too', async () => {
  const { app, owner, id } = await begin();
  const thanks = { conversationId: id, key: 'say-thanks', text: 'Thank you' };
  const returned = { conversationId: id, key: 'it-is-back' };
  const sent = [await owner.call('replyToFinder', thanks), await owner.call('markReturnedByFinder', returned)];
  for (const ended of ['blockedAt', 'closedAt'] as const) {
    await app.services.db
      .updateTable('conversations')
      .set({ [ended]: new Date() })
      .execute();
    const again = [await owner.call('replyToFinder', thanks), await owner.call('markReturnedByFinder', returned)];
    expect(again.map((message) => message.id)).toEqual(sent.map((message) => message.id));
    const other = await owner.tryCall('replyToFinder', { ...thanks, key: 'too-late' });
    expect(other.error?.details).toEqual({ reason: 'conversation-closed' });
  }
});

async function begin() {
  const { app, owner, finder, path } = await withConversation();
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  return {
    app,
    owner,
    id: conversation?.id ?? '',
    async write(text: string) {
      const page = await finder.read(path);
      expect((await finder.post(path, { ...hiddenFields(page), text })).status).toBe(303);
    },
  };
}
