import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { makeConversation, makeFinder, makeItem, makeOwner } from '../test/make.ts';

test('C-3.04 C-7.08 the owner’s open page hears of a message, and of its being read', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const live = await owner.live();
  expect(await live.next('unread')).toEqual({ unread: 0 });
  await makeConversation(app, item);
  expect(await live.next('unread')).toEqual({ unread: 1 });

  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const { id = '', lastMessage } = conversation ?? {};
  expect(await owner.call('markConversationRead', { id, upTo: lastMessage?.id ?? '' })).toEqual({ unread: 0 });
  expect(await live.next('unread')).toEqual({ unread: 0 });
  live.close();
});

test('the finder’s open page hears of the answer', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { finder } = await makeConversation(app, await makeItem(owner));
  const live = await finder.live();
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const conversationId = conversation?.id ?? '';
  await owner.call('replyToFinder', { conversationId, key: 'reply-one', text: 'Thank you' });
  expect(await live.next('conversation')).toEqual({ id: conversationId });
  live.close();
});

test('nobody hears of what is not theirs; a stranger gets no stream at all', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  const live = await other.live();
  await live.next('unread');
  await makeConversation(app, await makeItem(owner));
  await makeConversation(app, await makeItem(other));
  expect(await live.next('unread'), 'the first that comes is of the own item').toEqual({ unread: 1 });
  live.close();
  expect((await app.visitor().get('/live')).status).toBe(204);
});

test('events cross from one process to another, and so do changes of cached pages', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const owner = await makeOwner(one);
  const item = await makeItem(owner, { name: 'Red scarf' });
  const stranger = two.visitor();
  expect(await (await stranger.get(`/item/${item.hash}`)).text()).toContain('Red scarf');

  const live = await owner.live();
  await live.next('unread');
  const finder = await makeFinder(two, item);
  await finder.post(`/item/${item.hash}`, { text: 'Through the other process' });
  expect(await live.next('unread')).toEqual({ unread: 1 });
  live.close();

  await owner.call('updateItem', { id: item.id, name: 'Green scarf', category: 'other', note: '' });
  await expect.poll(async () => (await two.visitor().get(`/item/${item.hash}`)).text()).toContain('Green scarf');
});

test('signing out ends the stream', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const response = await owner.get('/live');
  await owner.auth('sign-out', {});
  expect(await response.text()).toContain('event: unread');
});
