import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, shareItem, signIn } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import type { FirstData } from '../../ui/first-data.ts';
import { DataScript } from '../document/document.tsx';

test('the document of My Items brings who is signed in and the items, as words and as data, and no token', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  await makeConversation(app, item);
  const document = await owner.get('/items');
  const html = await document.text();
  expect(document.headers.get('cache-control')).toBe('no-store');
  expect(html).toContain('<bdi>Blue backpack</bdi>');
  expect(dataIn(html)).toEqual({
    user: expect.objectContaining({ uid: owner.uid, email: owner.email }),
    maintenance: expect.objectContaining({ enabled: false }),
    answers: [
      [['unread'], 1],
      [['items'], { rows: [item] }],
      [['blank-tags', 'any'], false],
    ],
  });
  expect(html).not.toContain(owner.token);
  for (const [, value] of owner.cookies) expect(html).not.toContain(value);
});

test('the document of the inbox brings its first conversations', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await makeConversation(app, await makeItem(owner));
  const { conversations } = await owner.call('listConversations', {});
  expect(dataIn(await owner.read('/inbox'))).toMatchObject({
    answers: [
      [['unread'], 1],
      [['conversations'], { rows: conversations }],
      [['conversations', 'wanted', 'any-archived', ''], false],
    ],
  });
});

test('the document at a tag brings the item to its owner and to whoever shares it, each as they may see it, and is kept nowhere; to others it is the page of finders', async () => {
  const app = await startApp();
  const [owner, member] = [await makeOwner(app, 'Grace'), await makeOwner(app, 'Bob')];
  const item = await shareItem(owner, member);
  await owner.call('updateItem', { id: item.id, facts: { serialNumber: { text: 'SN-4711', shown: false } } });
  const [ofOwner, ofMember] = [await owner.get(`/item/${item.hash}`), await member.get(`/item/${item.hash}`)];
  for (const answer of [ofOwner, ofMember]) expect(answer.headers.get('cache-control')).toBe('no-store');
  const [owners, members] = [await ofOwner.text(), await ofMember.text()];
  expect(owners).toContain('<bdi>Blue backpack</bdi>');
  expect(dataIn(owners)).toMatchObject({
    answers: [
      [['unread'], 0],
      [['item-states', item.id], { rows: [] }],
      [['tagged-item', item.hash], { id: item.id, isShared: false }],
      [['items', item.id], await owner.call('getItem', { id: item.id })],
    ],
  });
  expect(dataIn(members)).toMatchObject({
    answers: [
      [['unread'], 0],
      [['tagged-item', item.hash], { id: item.id, isShared: true }],
      [['shared-items', item.id], await member.call('getSharedItem', { id: item.id })],
    ],
  });
  expect(members).not.toContain('SN-4711');
  const page = await (await app.visitor().get(`/item/${item.hash}`)).text();
  expect(page).toContain('You found <bdi>Blue backpack</bdi>. Thank you!');
  expect(await (await makeOwner(app)).read(`/item/${item.hash}`)).toContain('You found <bdi>Blue backpack</bdi>');
});

test('pages of the app lead to the cart while it holds something', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await makeItem(owner);
  expect(await owner.read('/items')).not.toContain('href="/cart"');
  owner.cookies.set('handback.cart_count', '4');
  expect(await owner.read('/items')).toContain(
    '<a href="/cart">Cart<span class="unread-badge" data-cart="">4</span></a>',
  );
});

test('that tags wait to be put on something stands in the document of My Items already, so that nothing moves when it is said', async () => {
  const owner = await makeOwner(await startApp());
  await makeItem(owner);
  const line = 'Some of your tags are not on anything yet.';
  expect(await (await owner.get('/items')).text()).not.toContain(line);
  await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  expect(await (await owner.get('/items')).text()).toContain(line);
});

test('that of a search shows no item that was not searched for', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await makeItem(owner);
  expect(await (await owner.get('/items?search=scarf')).text()).not.toContain('<bdi>Blue backpack</bdi>');
});

test('another page brings who is signed in; a public one, which is kept for everybody, nothing', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  expect(dataIn(await (await owner.get('/profile')).text())).toMatchObject({
    user: { uid: owner.uid },
    answers: [[['unread'], 0]],
  });
  const signIn = await (await owner.get('/signin')).text();
  expect(dataIn(signIn)).toBeUndefined();
  for (const word of [owner.email, owner.uid]) expect(signIn).not.toContain(word);
});

test('of administration it brings what the page asks for first; before the second factor is proved, only that it is missing', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const keysOf = async (who: Visitor, path: string) => {
    const { answers } = dataIn(await (await who.get(path)).text()) as FirstData;
    return answers.map(([key]) => key.join(' '));
  };
  expect(await keysOf(admin, '/admin')).toEqual(
    expect.arrayContaining(['second-factors', 'needs', 'needs turnover 30', 'needs statistics 30']),
  );
  expect(await keysOf(admin, '/admin/people')).toContain('admin-table people {}');
  expect(await keysOf(admin, '/admin/people?search=ada')).not.toContain('admin-table people {}');
  const other = await signIn(app.visitor(), admin.email);
  expect(await keysOf(other, '/admin')).toEqual(['unread', 'second-factors']);
  expect(await keysOf(await makeOwner(app), '/admin')).toEqual(['unread', 'second-factors']);
});

test('nothing in the data ends its element or begins another', () => {
  const html = renderToString(<DataScript type="application/json" data={{ name: '</script><!--<script>\u2028' }} />);
  expect(html.match(/[<\u2028]/g)).toEqual(['<', '<']);
  expect(JSON.parse(html.replace(/<[^>]*>/g, ''))).toEqual({ name: '</script><!--<script>\u2028' });
});

function dataIn(html: string): unknown {
  const json = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(html)?.[1];
  return json && JSON.parse(json);
}
