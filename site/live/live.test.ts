import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeConversation, makeFinder, makeItem, makeOwner } from '../../test/make.ts';
import { withItem, withOwner } from '../../test/worlds.ts';

test('C-3.04 C-7.08 the owner’s open page hears of a message, and of its being read, the finder’s of the answer; a stream renews the session that is due, and signing out is told on it and ends it', async () => {
  const { app, owner, item } = await withItem(startApp());
  const live = await owner.live();
  expect(await live.next('unread')).toEqual({ unread: 0 });
  await makeConversation(app, item);
  expect(await live.next('unread')).toEqual({ unread: 1 });

  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const { id = '', lastMessage } = conversation ?? {};
  expect(await owner.call('markConversationRead', { id, upTo: lastMessage?.id ?? '' })).toEqual({ unread: 0 });
  expect(await live.next('unread')).toEqual({ unread: 0 });
  live.close();
  const { finder } = await makeConversation(app, await makeItem(owner));
  const nextLive = await finder.live();
  const [nextConversation] = (await owner.call('listConversations', {})).conversations;
  const conversationId = nextConversation?.id ?? '';
  await owner.call('replyToFinder', { conversationId, key: 'reply-one', text: 'Thank you' });
  expect(await nextLive.next('conversation')).toEqual({ id: conversationId });
  nextLive.close();
  const { db } = app.services;
  expect((await owner.get('/live')).headers.getSetCookie()).toEqual([]);
  const due = new Date(Date.now() + 28 * 86_400_000);
  await db.updateTable('authSessions').set({ expiresAt: due }).execute();
  const [cookie] = (await owner.get('/live')).headers.getSetCookie();
  expect(cookie).toMatch(/^handback\.session_token=[^;]+; Max-Age=2592000;/);
  const { expiresAt } = await db.selectFrom('authSessions').select('expiresAt').executeTakeFirstOrThrow();
  expect(expiresAt.getTime()).toBeGreaterThan(due.getTime());
  expect((await owner.get('/live')).headers.getSetCookie()).toEqual([]);
  const response = await owner.get('/live');
  await owner.auth('sign-out', {});
  expect(await response.text()).toContain('event: session');
});

test('nobody hears of what is not theirs, also of many who come at once; a stranger, a forged cookie and a disabled account get no stream', async () => {
  const { app, owner } = await withOwner(startApp());
  const other = await makeOwner(app, 'Bob');
  const live = await other.live();
  await live.next('unread');
  await makeConversation(app, await makeItem(owner));
  await makeConversation(app, await makeItem(other));
  expect(await live.next('unread'), 'the first that comes is of the own item').toEqual({ unread: 1 });
  live.close();
  expect((await app.visitor().get('/live')).status).toBe(204);
  const [ada, bob, eve] = [await makeOwner(app), await makeOwner(app, 'Bob'), await makeOwner(app, 'Eve')];
  await makeConversation(app, await makeItem(bob));
  const forger = app.visitor();
  forger.cookies.set('handback.session_token', `${ada.cookies.get('handback.session_token')?.slice(0, -6)}AAA%3D`);
  await app.services.db.updateTable('users').set({ disabledAt: new Date() }).where('uid', '=', eve.uid).execute();
  const asked = [ada, bob, ada, forger, eve].map((visitor) => visitor.fetch('/live'));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 204, 204]);
  const [hers, his] = await Promise.all([ada.live(), bob.live()]);
  expect(await hers.next('unread')).toEqual({ unread: 0 });
  expect(await his.next('unread')).toEqual({ unread: 1 });
  hers.close();
  his.close();
});

test('events cross from one process to another, and so do changes of cached pages', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const owner = await makeOwner(one);
  const item = await makeItem(owner, { name: 'Red scarf' });
  const stranger = two.visitor();
  expect(await stranger.read(`/item/${item.hash}`)).toContain('Red scarf');

  const live = await owner.live();
  await live.next('unread');
  const finder = await makeFinder(two, item);
  await finder.post(`/item/${item.hash}`, { text: 'Through the other process' });
  expect(await live.next('unread')).toEqual({ unread: 1 });
  live.close();

  await owner.call('updateItem', { id: item.id, name: 'Green scarf', category: 'other', note: '' });
  await expect.poll(() => two.visitor().read(`/item/${item.hash}`)).toContain('Green scarf');
});
