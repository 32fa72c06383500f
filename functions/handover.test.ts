import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteOldHandovers } from '../domain/handover/handover.ts';
import { eraseDeletedItems } from '../domain/items/delete-item.ts';
import { deleteDueAccounts } from '../domain/people/delete-due-accounts.ts';
import { startApp } from '../test/app.ts';
import {
  handOver,
  invite,
  makeItem,
  makeOwner,
  makePicture,
  makeReceipt,
  type Person,
  password,
  shareItem,
  storedFolders,
} from '../test/make.ts';
import { countWaiting } from '../test/rows-read.ts';
import { tables } from '../test/tables.ts';
import { unzip } from '../test/unzip.ts';
import type { Visitor } from '../test/visitor.ts';
import { beginConversation, eraseAccount } from '../test/worlds.ts';

const key = () => crypto.randomUUID();

async function begin() {
  const app = await startApp();
  const [owner, taker] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const item = await makeItem(owner);
  return { app, owner, taker, item, id: item.id };
}

const noInvitation = { status: 404, error: { details: { reason: 'no-invitation' } } };
const itemsOf = async (person: Visitor) => (await person.call('listItems', {})).items;

test('whoever accepts is the owner: same id and tags, name and category, and nothing else that the earlier owner said', async () => {
  const { app, owner, taker, item, id } = await begin();
  const { db } = app.services;
  await makePicture(owner, item);
  await makeReceipt(owner, item);
  await shareItem(owner, await makeOwner(app, 'Eve'), item);
  await invite(owner, item);
  await owner.call('markItemLost', { id, message: 'On the train' });
  await owner.call('markItemReturned', { id });
  await owner.call('updateItem', {
    id,
    facts: { reward: { text: 'A cake', shown: true }, serialNumber: { text: 'X1', shown: false } },
  });
  await owner.call('showPicture', { itemId: id, shown: false });
  await beginConversation(owner, item);
  await sql`
    insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
    select id, id, owner_id, 'opened', now() from items`.execute(db);
  await owner.call('archiveItem', { id });

  expect(await handOver(owner, taker, item)).toMatchObject({ id, hash: item.hash, name: item.name, note: '' });
  const { id: added } = await makeItem(taker, { name: item.name, category: item.category, note: '' });
  const rows = await db.selectFrom('items').selectAll().where('id', 'in', [id, added]).execute();
  const [given, fresh] = [rows.find((row) => row.id === id), rows.find((row) => row.id === added)];
  const own = { id: '', creationKey: '', createdAt: new Date(0) };
  expect({ ...given, ...own }, 'as if just added').toEqual({ ...fresh, ...own });

  const about = Object.keys(tables).filter((name) => !['tags', 'itemHandovers'].includes(name));
  const { rows: columns } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'item_id'`.execute(db);
  expect(columns.length, 'tables about items').toBeGreaterThan(6);
  for (const { name } of columns.filter((each) => about.includes(inCode(each.name)))) {
    const { rows: left } = await sql`select * from ${sql.table(name)} where item_id = ${id}`.execute(db);
    expect.soft(left, name).toEqual([]);
  }
  expect(await storedFolders(app), 'its files').toEqual([]);
});

function inCode(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

test('what was opened just before the item was handed over is not told to its new owner', async () => {
  const { app, owner, taker, item, id } = await begin();
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
  await app.visitor().fetch(`/item/${item.hash}`, { headers });
  await handOver(owner, taker, item);
  const marker = await makeItem(taker);
  await app.visitor().fetch(`/item/${marker.hash}`, { headers });
  const scansOf = async (itemId: string) => (await taker.call('listScans', { itemId })).scans;
  const isWritten = 'what was opened before it is written with it';
  await expect.poll(() => scansOf(marker.id), { message: isWritten }).toHaveLength(1);
  expect(await scansOf(id)).toEqual([]);
});

test('a finder reaches the new owner by the same tag, in a new conversation; the earlier one is closed and stays with the earlier owner', async () => {
  const { app, owner, taker, item } = await begin();
  const { id, finder, path, secret } = await beginConversation(owner, item, 'At the station');
  const scanningToo = 'scanning the tag again does too';
  expect(await (await finder.get(path)).text()).toContain(scanningToo);
  await owner.call('replyToFinder', { conversationId: id, key: key(), text: 'I am coming' });
  await handOver(owner, taker, item);

  expect(await owner.call('readConversation', { id })).toMatchObject({
    closed: true,
    item: { name: item.name },
    messages: [{ text: 'At the station' }, { text: 'I am coming' }],
  });
  expect((await owner.tryCall('replyToFinder', { conversationId: id, key: key(), text: 'Hello?' })).status).toBe(409);
  expect((await taker.call('listConversations', {})).conversations).toEqual([]);
  expect((await taker.tryCall('readConversation', { id })).status).toBe(404);

  expect(await app.visitor().call('readFinderConversation', { secret })).toMatchObject({
    state: 'closed',
    newOwner: { hash: item.hash },
  });
  const page = await (await finder.get(path)).text();
  expect(page).toContain('This tag belongs to somebody else now');
  expect(page).toContain(`<a href="/item/${item.hash}">the page of the tag</a>`);
  expect(page, 'scanning leads to the new owner').not.toContain(scanningToo);
  const answer = { secret, key: key(), text: 'Still here' };
  expect((await app.visitor().tryCall('answerOwner', answer)).status).toBe(409);

  const sent = await finder.post(`/item/${item.hash}`, { text: 'Is it yours?' });
  expect(sent.headers.get('location')).not.toBe(path);
  const [news] = (await taker.call('listConversations', {})).conversations;
  expect(news).toMatchObject({ item: { id: item.id }, unread: 1, lastMessage: { text: 'Is it yours?' } });
  expect((await owner.call('listConversations', {})).conversations).toHaveLength(1);
});

test('while the offer waits, the item is its owner’s; one that is taken back in the moment of its acceptance is over; nobody hands over to themselves, nor what is lost or not theirs', async () => {
  const { app, owner, taker, item, id } = await begin();
  const replaced = await invite(owner, item, 'handover');
  const token = await invite(owner, item, 'handover');
  expect(await taker.tryCall('acceptHandover', { token: replaced }), 'the later counts').toMatchObject(noInvitation);
  await owner.call('updateItem', { id, note: 'Call my sister' });
  expect(await (await app.visitor().get(`/item/${item.hash}`)).text()).toContain('Call my sister');
  expect((await beginConversation(owner, item, 'Found')).id).not.toBe('');
  expect((await taker.tryCall('getItem', { id })).status).toBe(404);
  const { invitations } = await owner.call('listInvitations', { id });
  expect(invitations).toMatchObject([{ purpose: 'handover' }]);
  expect(await taker.call('getInvitation', { token })).toEqual({ purpose: 'handover', item: null });
  await owner.call('cancelInvitation', { id: invitations[0]?.id ?? '' });
  expect(await taker.tryCall('acceptHandover', { token })).toMatchObject(noInvitation);
  const nextToken = await invite(owner, item, 'handover');
  const [{ id: invitation = '' } = {}] = (await owner.call('listInvitations', { id })).invitations;
  const { accepted } = await app.services.db.transaction().execute(async (trx) => {
    await trx.selectFrom('items').select('id').where('id', '=', id).forUpdate().execute();
    const accepted = taker.tryCall('acceptHandover', { token: nextToken });
    await expect.poll(() => countWaiting(app)).toBe(1);
    await owner.call('cancelInvitation', { id: invitation });
    return { accepted };
  });
  expect(await accepted).toMatchObject(noInvitation);
  expect(await owner.call('getItem', { id })).toMatchObject({ id });
  const thirdToken = await invite(owner, item, 'handover');
  expect(await owner.tryCall('acceptHandover', { token: thirdToken })).toMatchObject({
    status: 409,
    error: { message: 'This is your own item.' },
  });
  await owner.call('markItemLost', { id });
  const lost = { status: 409, error: { message: 'A lost item cannot be handed over. Say first that it is back.' } };
  expect(await owner.tryCall('makeInvitation', { id, purpose: 'handover' })).toMatchObject(lost);
  expect(await taker.tryCall('acceptHandover', { token: thirdToken })).toMatchObject({
    status: 409,
    error: { details: { reason: 'lost-item' } },
  });
  await owner.call('markItemReturned', { id });
  expect(await taker.call('acceptHandover', { token: thirdToken }), 'and it was not used up').toMatchObject({ id });
  expect((await owner.tryCall('makeInvitation', { id, purpose: 'handover' })).status).toBe(404);
});

test('said again, an acceptance is answered again, and the link leads to the item; for all others it is over', async () => {
  const { app, owner, taker, item, id } = await begin();
  const token = await invite(owner, item, 'handover');
  const other = await makeOwner(app, 'Eve');
  expect(await taker.call('acceptHandover', { token })).toMatchObject({ id });
  expect(await taker.call('acceptHandover', { token }), 'its answer was lost').toMatchObject({ id });
  expect(await taker.call('getInvitation', { token })).toEqual({ purpose: 'handover', item: { id, name: item.name } });
  for (const person of [owner, other])
    for (const name of ['acceptHandover', 'getInvitation'] as const)
      expect(await person.tryCall(name, { token }), name).toMatchObject(noInvitation);
});

test('both are told at once on their pages, and by mail; the earlier owner until they dismiss it', async () => {
  const { app, owner, taker, item, id } = await begin();
  const [giving, taking] = [await owner.live(), await taker.live()];
  await handOver(owner, taker, item);
  expect(await giving.next('handover')).toEqual({ item: id, ended: true });
  expect(await taking.next('handover')).toEqual({ item: id, ended: false });
  expect(await itemsOf(owner)).toEqual([]);
  expect((await owner.tryCall('getItem', { id })).status).toBe(404);
  expect(await itemsOf(taker)).toMatchObject([{ id }]);
  expect((await app.mailbox.find(owner.email, 'You handed an item over')).text).toContain(item.name);
  expect((await app.mailbox.find(taker.email, 'is yours now')).text).toContain(item.name);

  const { items } = await owner.call('listHandedOver', {});
  expect(items).toMatchObject([{ name: item.name }]);
  expect((await taker.call('listHandedOver', {})).items).toEqual([]);
  const note = { id: items[0]?.id ?? '' };
  expect((await taker.tryCall('dismissHandedOver', note)).status).toBe(404);
  await owner.call('dismissHandedOver', note);
  expect((await owner.call('listHandedOver', {})).items).toEqual([]);
  giving.close();
  taking.close();
});

test('whoever gets an item back is told no longer that it has a new owner, and it goes on', async () => {
  const { owner, taker, item, id } = await begin();
  await handOver(owner, taker, item);
  await handOver(taker, owner, item);
  expect((await owner.call('listHandedOver', {})).items).toEqual([]);
  expect((await taker.call('listHandedOver', {})).items).toMatchObject([{ name: item.name }]);
  const { id: first } = await beginConversation(owner, item);
  await handOver(owner, taker, item);
  await handOver(taker, owner, item);
  expect(await itemsOf(owner)).toMatchObject([{ id }]);
  expect((await owner.call('readConversation', { id: first })).closed).toBe(true);
  await handOver(owner, taker, item);
  expect(await itemsOf(taker)).toMatchObject([{ id }]);
});

test('finders’ pages show the item of the new owner within a second; what was handed over is forgotten after 30 days', async () => {
  const { app, owner, taker, item } = await begin();
  const page = async () => (await app.visitor().get(`/item/${item.hash}`)).text();
  expect(await page()).toContain(item.note);
  await handOver(owner, taker, item);
  await expect.poll(page).not.toContain(item.note);
  expect(await page()).toContain(item.name);
  const { db } = app.services;
  const passed = (days: number) =>
    db
      .updateTable('itemHandovers')
      .set({ acceptedAt: sql<Date>`now() - make_interval(days => ${days})` })
      .execute();
  await passed(29);
  await deleteOldHandovers(app.services);
  expect((await owner.call('listHandedOver', {})).items).toHaveLength(1);
  await passed(31);
  await deleteOldHandovers(app.services);
  expect(await db.selectFrom('itemHandovers').select('id').execute()).toEqual([]);
});

test('of many who accept at the same moment one becomes the owner', async () => {
  const { app, owner, item, id } = await begin();
  const token = await invite(owner, item, 'handover');
  const people: Person[] = [];
  for (let n = 0; n < 10; n++) people.push(await makeOwner(app, 'Kim'));
  const tries = await Promise.all(people.map((person) => person.tryCall('acceptHandover', { token })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  const owners = await Promise.all(people.map((person) => person.tryCall('getItem', { id })));
  expect(owners.map(({ status }) => status)).toEqual(tries.map(({ status }) => status));
});

test('finders who write at the same moment reach the earlier owner or the new one, and nothing is lost between them', async () => {
  const { app, owner, taker, item } = await begin();
  const token = await invite(owner, item, 'handover');
  const report = (n: number) => ({ hash: item.hash, key: `${key()}${key()}`, text: `Number ${n}` });
  const reports = Array.from({ length: 12 }, (_, n) => app.visitor().tryCall('reportFound', report(n)));
  const accepted = taker.tryCall('acceptHandover', { token });
  const statuses = (await Promise.all(reports)).map(({ status }) => status);
  expect((await accepted).status).toBe(200);
  const [theirs, new_] = [await owner.call('listConversations', {}), await taker.call('listConversations', {})];
  expect(theirs.conversations.every(({ closed }) => closed)).toBe(true);
  expect(new_.conversations.every(({ closed }) => !closed)).toBe(true);
  const sent = statuses.filter((status) => status === 200);
  expect(theirs.conversations.length + new_.conversations.length).toBe(sent.length);
  expect(new Set(statuses.filter((status) => status !== 200)), 'sent again').toEqual(
    sent.length === statuses.length ? new Set() : new Set([503]),
  );
});

test('an item changes hands while the account of somebody who shared it is deleted', async () => {
  const { app, owner, taker, item, id } = await begin();
  const { db } = app.services;
  const member = await makeOwner(app, 'Kim');
  await shareItem(owner, member, item);
  const { id: conversationId } = await beginConversation(owner, item);
  await member.call('replyToFinder', { conversationId, key: key(), text: 'Thank you' });
  await member.call('deleteAccount', { password });
  await db
    .updateTable('users')
    .set({ deletionAskedAt: new Date(0) })
    .where('uid', '=', member.uid)
    .execute();
  const token = await invite(owner, item, 'handover');
  const waiting = () => countWaiting(app);
  let isOver = false;
  const { accepted, deleted } = await db.transaction().execute(async (trx) => {
    // Both need this row: each has then what it locks before it.
    await trx.selectFrom('webMessages').select('id').where('memberUid', '=', member.uid).forUpdate().execute();
    const accepted = taker.tryCall('acceptHandover', { token });
    await expect.poll(waiting).toBe(1);
    const deleted = deleteDueAccounts(app.services).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await waiting()) === 2).toBe(true);
    return { accepted, deleted };
  });
  expect(await accepted).toMatchObject({ status: 200, result: { id } });
  await deleted;
  await deleteDueAccounts(app.services);
  expect(await db.selectFrom('users').select('uid').where('uid', '=', member.uid).execute()).toEqual([]);
});

test('an archived item is in use again with its new owner; a deleted one is not to be had until the deletion is undone', async () => {
  const { app, owner, taker, item, id } = await begin();
  await owner.call('archiveItem', { id });
  const token = await invite(owner, item, 'handover');
  await owner.call('deleteItem', { id });
  expect(await taker.tryCall('acceptHandover', { token })).toMatchObject(noInvitation);
  await owner.call('undeleteItem', { id });
  expect(await taker.call('acceptHandover', { token })).toMatchObject({ id, archivedAt: null });

  const other = await makeItem(owner);
  await invite(owner, other, 'handover');
  await beginConversation(owner, other);
  await owner.call('deleteItem', { id: other.id });
  const longAgo = sql<Date>`now() - interval '31 days'`;
  const { db } = app.services;
  await db.updateTable('items').set({ deletedAt: longAgo }).where('id', '=', other.id).execute();
  await eraseDeletedItems(app.services);
  const left = await db.selectFrom('itemInvitations').select('id').where('itemId', '=', other.id).execute();
  expect(left).toEqual([]);
});

test('whoever shared the item no longer does, and may be the one who takes it over', async () => {
  const { app, owner, taker, item, id } = await begin();
  await shareItem(owner, taker, item);
  const member = await makeOwner(app, 'Eve');
  await shareItem(owner, member, item);
  const { id: conversation } = await beginConversation(owner, item);
  const live = await member.live();
  await handOver(owner, taker, item);
  expect(await live.next('sharing')).toEqual({ item: id, ended: true });
  for (const person of [member, taker]) {
    expect((await person.call('listSharedItems', {})).items).toEqual([]);
    expect((await person.tryCall('readConversation', { id: conversation })).status).toBe(404);
    expect(await person.call('countUnread', {})).toEqual({ unread: 0 });
  }
  live.close();
});

test('a finder whom the earlier owner blocked stays blocked there, and may write to the new owner', async () => {
  const { owner, taker, item } = await begin();
  const { id, finder, path } = await beginConversation(owner, item);
  await owner.call('blockConversation', { id });
  await handOver(owner, taker, item);
  expect(await (await finder.get(path)).text()).toContain('The other side has closed this conversation.');
  expect((await finder.post(`/item/${item.hash}`, { text: 'Hello' })).status).toBe(303);
  expect((await taker.call('listConversations', {})).conversations).toHaveLength(1);
  await owner.call('unblockConversation', { id });
  expect(await (await finder.get(path)).text()).toContain('This tag belongs to somebody else now');
});

test('with the new owner’s account the item goes, and the earlier owner keeps their conversations', async () => {
  const { owner, taker, item } = await begin();
  const { id, path, finder } = await beginConversation(owner, item, 'At the station');
  await handOver(owner, taker, item);
  await eraseAccount(taker);
  expect(await owner.call('readConversation', { id })).toMatchObject({ messages: [{ text: 'At the station' }] });
  expect(await (await finder.get(path)).text(), 'nobody to write to').toContain('This conversation is closed');
  expect(await (await finder.get(`/item/${item.hash}`)).text()).not.toContain(item.name);
});

test('with the earlier owner’s account their conversations go, and item and tags stay with the new owner', async () => {
  const { app, owner, taker } = await begin();
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: key() });
  const item = await owner.call('activateTag', {
    code: tags[0]?.code ?? '',
    key: key(),
    name: 'Bike',
    category: 'bike',
  });
  const { path, finder } = await beginConversation(owner, item);
  await handOver(owner, taker, item);
  await eraseAccount(owner);
  expect(await itemsOf(taker)).toMatchObject([{ id: item.id }]);
  const gone = await finder.get(path);
  const main = /<main.*<\/main>/s.exec(await gone.text())?.[0];
  expect([gone.status, main]).toEqual([404, expect.stringContaining('or the conversation was deleted')]);
  expect(main, 'a way to the operator').toContain('href="/contact"');
  expect(await (await app.visitor().get(`/item/${item.hash}`)).text()).toContain('Bike');
});

test('an account that is deleted while its offer waits takes the offer along', async () => {
  const { owner, taker, item } = await begin();
  const token = await invite(owner, item, 'handover');
  await eraseAccount(owner);
  expect(await taker.tryCall('acceptHandover', { token })).toMatchObject(noInvitation);
});

test('the export of the earlier owner has what they handed over and their conversations; the tag is in that of the new owner alone', async () => {
  const { owner, taker, item, id } = await begin();
  await beginConversation(owner, item, 'At the station');
  await handOver(owner, taker, item);
  const exported = async (person: Visitor) => unzip(await (await person.get('/profile/export')).blob());
  const [theirs, own] = [await exported(owner), await exported(taker)];
  expect(JSON.parse(theirs['handovers.json'] ?? '')).toMatchObject([{ itemId: id, itemName: item.name }]);
  expect(theirs['messages.json']).toContain('At the station');
  expect(JSON.parse(theirs['tags.json'] ?? '')).toEqual([]);
  expect(JSON.parse(own['tags.json'] ?? '')).toMatchObject([{ code: id, itemId: id }]);
  expect(own['messages.json']).not.toContain('At the station');
  expect(own['handovers.json']).toBe('[]');
});
