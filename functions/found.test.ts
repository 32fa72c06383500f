import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { makeItem, makeOwner } from '../test/make.ts';

test('a key counts within one item and one conversation: nobody’s words are taken for somebody else’s', async () => {
  const app = await startApp();
  const [ada, bob] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const [hers, his] = [await makeItem(ada), await makeItem(bob)];
  const key = 'finder-1';
  const report = (hash: string) => app.visitor().call('reportFound', { hash, key, text: 'I have it' });
  const [first, again, other] = [await report(hers.hash), await report(hers.hash), await report(his.hash)];
  expect(again).toEqual(first);
  expect(other.secret).not.toBe(first.secret);

  for (const { secret } of [first, first, other])
    await app.visitor().call('answerOwner', { secret, key, text: 'More' });
  for (const owner of [ada, bob]) {
    const { conversations } = await owner.call('listConversations', {});
    expect(conversations).toMatchObject([{ unread: 2, lastMessage: { text: 'More' } }]);
  }
});
