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

test('who shares an item can see its page as a finder does, out of use; nobody else sees it so', async () => {
  const { app, owner, member, item } = await begin();
  await owner.call('updateItem', { id: item.id, facts: { reward: { text: 'A cake', shown: true } } });
  const asFinder = `/item/${item.hash}/preview`;
  const page = await member.read(asFinder);
  for (const shown of ['You found', 'A cake', '<fieldset inert']) expect(page, shown).toContain(shown);
  const leadsTo = async (visitor: Visitor) => (await visitor.get(asFinder)).headers.get('location');
  for (const other of [app.visitor(), await makeOwner(app)]) expect(await leadsTo(other)).toBe(`/item/${item.hash}`);

  const { uid } = (await owner.call('listItemMembers', { id: item.id })).members[0] ?? { uid: '' };
  await owner.call('revokeMember', { id: item.id, uid });
  expect(await leadsTo(member)).toBe(`/item/${item.hash}`);
  expect(await member.read(`/item/${item.hash}`)).toContain('You found');
});

test('an item that is brought back too often says so and leads to the tag; it counts as a call does', async () => {
  const { app, owner, item } = await begin();
  await owner.call('deleteItem', { id: item.id });
  await sql`update rate_limits set points = 10000 where key = ${`function-call:${owner.uid}`}`.execute(app.services.db);
  const refused = await owner.post(`/item/${item.hash}/restored`, {});
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const page = await refused.text();
  for (const shown of ['This was not sent', 'Too many calls', `href="/item/${item.hash}"`])
    expect(page).toContain(shown);
  const { deletedAt } = await app.services.db
    .selectFrom('items')
    .select('deletedAt')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow();
  expect(deletedAt).not.toBeNull();
});

test('forms that a page of an earlier release posts lead to what is so at the tag, and change nothing', async () => {
  const { owner, member, item } = await begin();
  const press = async (visitor: Visitor, form: string) => {
    const answer = await visitor.post(`/item/${item.hash}/${form}`, {});
    return visitor.read(answer.headers.get('location') ?? '');
  };
  expect(await press(member, 'lost')).toContain('"first-data"');
  expect((await owner.call('getItem', { id: item.id })).lostAt).toBeNull();
  const { uid } = (await owner.call('listItemMembers', { id: item.id })).members[0] ?? { uid: '' };
  await owner.call('revokeMember', { id: item.id, uid });
  expect(await press(member, 'returned')).toContain('You found');
  await owner.call('archiveItem', { id: item.id });
  expect(await press(owner, 'returned')).toMatch(/"archivedAt":"20/);
  await owner.call('deleteItem', { id: item.id });
  expect(await press(owner, 'returned')).toContain(`/item/${item.hash}/restored`);
});

test('a member who opens the page is recorded as one of its people; a theft that its owner reported stays one when a member marks the item lost, and ends when they mark it back', async () => {
  const { owner, member, item, read } = await begin();
  await read(member);
  const scans = async () => (await owner.call('listScans', { itemId: item.id })).scans.map(({ kind }) => kind);
  await expect.poll(scans, { timeout: 5_000 }).toEqual(['own']);
  const other = await makeItem(owner, { name: 'Scarf' });
  expect(await member.read(`/item/${other.hash}`)).toContain('You found');
  await owner.call('markItemStolen', { id: item.id, reference: 'K-4711' });
  expect((await member.call('markSharedItemLost', { id: item.id })).stolenAt).not.toBeNull();
  expect((await owner.call('getItem', { id: item.id })).stolenAt).not.toBeNull();
  const { states } = await owner.call('listItemStates', { id: item.id });
  expect(states.map(({ state, reference }) => [state, reference])).toEqual([['stolen', 'K-4711']]);
  expect((await member.call('markSharedItemReturned', { id: item.id })).returnedAt).not.toBeNull();
});
