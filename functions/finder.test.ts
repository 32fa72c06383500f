import { expect, test } from 'vitest';
import { makeItem, makeOwner } from '../test/make.ts';
import { sharedApp } from '../test/shared-app.ts';

test('a key counts within one item and one conversation; there is one way to write a secret: another last letter for the same bytes opens nothing', async () => {
  const app = await sharedApp();
  const [ada, bob] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const [hers, his] = [await makeItem(ada), await makeItem(bob)];
  const key = crypto.randomUUID();
  const finder = app.visitor();
  const report = (hash: string) => finder.call('reportFound', { hash, key, text: 'I have it' });
  const [first, again, other] = [await report(hers.hash), await report(hers.hash), await report(his.hash)];
  expect(again).toEqual(first);
  expect(other.secret).not.toBe(first.secret);

  for (const { secret } of [first, first, other])
    await app.visitor().call('answerOwner', { secret, key, text: 'More' });
  for (const owner of [ada, bob]) {
    const { conversations } = await owner.call('listConversations', {});
    expect(conversations).toMatchObject([{ unread: 2, lastMessage: { text: 'More' } }]);
  }
  const { hash } = await makeItem(await makeOwner(app));
  const { secret } = await app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'I have it' });
  const bytes = Buffer.from(secret, 'base64url');
  const twins = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((letter) => secret.slice(0, -1) + letter)
    .filter((twin) => twin !== secret && Buffer.from(twin, 'base64url').equals(bytes));
  expect(twins).toHaveLength(3);
  for (const twin of [...twins, `${secret}=`])
    expect((await app.visitor().tryCall('readFinderConversation', { secret: twin })).status).toBe(404);
});
