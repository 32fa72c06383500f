import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { withItem } from '../../test/worlds.ts';
import { DataScript } from '../document/document.tsx';

test('the document of My Items brings who is signed in and the items, as words and as data, and no token; that tags wait to be put on something stands in the document of My Items already, so that nothing moves when it is said; that of a search shows no item that was not searched for; another page brings who is signed in; a public one, which is kept for everybody, nothing', async () => {
  const { app, owner, item } = await withItem();
  await makeConversation(app, item);
  const document = await owner.get('/items');
  const html = await document.text();
  expect(document.headers.get('cache-control')).toBe('no-store');
  expect(html).toContain('<bdi>Blue backpack</bdi>');
  expect(dataIn(html)).toEqual({
    user: expect.objectContaining({ uid: owner.uid, email: owner.email }),
    unread: 1,
    maintenance: expect.objectContaining({ enabled: false }),
    items: { rows: [item] },
    hasUnassignedTags: false,
  });
  expect(html).not.toContain(owner.token);
  for (const [, value] of owner.cookies) expect(html).not.toContain(value);
  const nextOwner = await makeOwner(app);
  await makeItem(nextOwner);
  const line = 'You have tags that are on nothing yet.';
  expect(await nextOwner.read('/items')).not.toContain(line);
  await nextOwner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  expect(await nextOwner.read('/items')).toContain(line);
  const thirdOwner = await makeOwner(app);
  await makeItem(thirdOwner);
  expect(await thirdOwner.read('/items?search=scarf')).not.toContain('<bdi>Blue backpack</bdi>');
  const fourthOwner = await makeOwner(app);
  expect(dataIn(await fourthOwner.read('/profile'))).toMatchObject({ user: { uid: fourthOwner.uid }, unread: 0 });
  const signIn = await fourthOwner.read('/signin');
  expect(dataIn(signIn)).toBeUndefined();
  for (const word of [fourthOwner.email, fourthOwner.uid]) expect(signIn).not.toContain(word);
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
