import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeItem, makeOwner, shareItem } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';

async function begin() {
  const app = await sharedApp();
  const [owner, member] = [await makeOwner(app, 'Grace'), await makeOwner(app, 'Bob')];
  const item = await shareItem(owner, member);
  const read = (visitor: Visitor) => visitor.read(`/item/${item.hash}`);
  return { app, owner, member, item, read };
}

const forMembers = 'shares this item with you.';

test('who shares an item sees its page as a finder does, with their own verbs and a form out of use; nobody else sees these', async () => {
  const { app, owner, member, item, read } = await begin();
  await owner.call('updateItem', { id: item.id, facts: { reward: { text: 'A cake', shown: true } } });
  const page = await read(member);
  for (const shown of [
    'You found',
    'A cake',
    forMembers,
    'Grace',
    `href="/items/${item.id}/shared"`,
    '<fieldset inert',
  ])
    expect(page, shown).toContain(shown);
  for (const owners of [`/items/${item.id}/edit`, `/items/${item.id}/lost`, '/print', 'This is your item'])
    expect(page, owners).not.toContain(owners);
  for (const other of [app.visitor(), await makeOwner(app), owner]) expect(await read(other)).not.toContain(forMembers);

  const { uid } = (await owner.call('listItemMembers', { id: item.id })).members[0] ?? { uid: '' };
  await owner.call('revokeMember', { id: item.id, uid });
  expect(await read(member)).not.toContain(forMembers);
  expect(await read(member)).not.toContain('<fieldset inert');
});

test('who shares an item marks it lost and back on its page; others cannot', async () => {
  const { app, owner, member, item, read } = await begin();
  const lostAt = async () => (await owner.call('getItem', { id: item.id })).lostAt;
  const stranger = await makeOwner(app);
  await stranger.post(`/item/${item.hash}/lost`, {});
  expect(await lostAt()).toBeNull();
  expect(await read(member)).toContain('Mark as lost');
  const marked = await member.post(`/item/${item.hash}/lost`, {});
  expect([marked.status, marked.headers.get('location')]).toEqual([303, `/item/${item.hash}`]);
  expect(await lostAt()).not.toBeNull();
  expect(await read(member)).toContain('It is back');
  await member.post(`/item/${item.hash}/returned`, {});
  expect((await owner.call('getItem', { id: item.id })).returnedAt).not.toBeNull();
});

test('a switch that is refused for too many calls says so and leads back to the tag; it counts as a call does', async () => {
  const { app, owner, item } = await begin();
  await owner.post(`/item/${item.hash}/lost`, {});
  await sql`update rate_limits set points = 10000 where key = ${`function-call:${owner.uid}`}`.execute(app.services.db);
  for (const form of ['returned', 'restored']) {
    const refused = await owner.post(`/item/${item.hash}/${form}`, {});
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0], form).toEqual([429, true]);
    const page = await refused.text();
    for (const shown of ['This was not sent', 'Too many calls', `href="/item/${item.hash}"`])
      expect(page, form).toContain(shown);
  }
  const { lostAt } = await app.services.db
    .selectFrom('items')
    .select('lostAt')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow();
  expect(lostAt).not.toBeNull();
});

test('a page that was open while the item was archived, deleted or shared no longer leads to what is so, not to an unknown tag', async () => {
  const { owner, member, item } = await begin();
  const press = async (visitor: Visitor) => {
    const answer = await visitor.post(`/item/${item.hash}/returned`, {});
    return visitor.read(answer.headers.get('location') ?? '');
  };
  const { uid } = (await owner.call('listItemMembers', { id: item.id })).members[0] ?? { uid: '' };
  await owner.call('revokeMember', { id: item.id, uid });
  const seen = await press(member);
  expect(seen).toContain('You found');
  expect(seen).not.toContain(forMembers);
  await owner.call('archiveItem', { id: item.id });
  expect(await press(owner)).toContain(`/items/${item.id}/edit`);
  await owner.call('deleteItem', { id: item.id });
  expect(await press(owner)).toContain(`/item/${item.hash}/restored`);
});

test('a member who opens the page is recorded as one of its people; a theft that its owner reported stays one when a member marks the item lost, and ends when they mark it back', async () => {
  const { owner, member, item, read } = await begin();
  await read(member);
  const scans = async () => (await owner.call('listScans', { itemId: item.id })).scans.map(({ kind }) => kind);
  await expect.poll(scans, { timeout: 5_000 }).toEqual(['own']);
  const other = await makeItem(owner, { name: 'Scarf' });
  expect(await member.read(`/item/${other.hash}`)).not.toContain(forMembers);
  await owner.call('markItemStolen', { id: item.id, reference: 'K-4711' });
  expect((await member.call('markSharedItemLost', { id: item.id })).stolenAt).not.toBeNull();
  expect((await owner.call('getItem', { id: item.id })).stolenAt).not.toBeNull();
  const { states } = await owner.call('listItemStates', { id: item.id });
  expect(states.map(({ state, reference }) => [state, reference])).toEqual([['stolen', 'K-4711']]);
  expect((await member.call('markSharedItemReturned', { id: item.id })).returnedAt).not.toBeNull();
});
