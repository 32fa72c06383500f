import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeConversation, makeItem } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

test('of 50 secrets the one about this item continues its conversation; all are looked up in one statement', async () => {
  // Before the first connection: each keeps the way to ask that it began with.
  const query = vi.spyOn(Client.prototype, 'query');
  const { app, owner } = await withOwner(startApp());
  const [bag, keys] = [await makeItem(owner), await makeItem(owner, { name: 'Keys' })];
  const [aboutBag, aboutKeys] = [await secretAbout(bag), await secretAbout(keys)];
  const strange = Array.from({ length: 48 }, () => crypto.getRandomValues(Buffer.alloc(32)).toString('base64url'));

  query.mockClear();
  const secrets = [...strange, aboutBag, aboutKeys];
  const report = { hash: keys.hash, text: 'Still here', key: crypto.randomUUID(), secrets };
  expect(await app.visitor().call('reportFound', report)).toMatchObject({ secret: aboutKeys });
  const lookUps = query.mock.calls.filter((call) => JSON.stringify(call).includes('select * from \\"conversations\\"'));
  expect(lookUps).toHaveLength(1);

  async function secretAbout(item: typeof bag): Promise<string> {
    return (await makeConversation(app, item)).path.replace('/conversation/', '');
  }
});
