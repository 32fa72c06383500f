import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import { eraseDeletedItems } from '../domain/items/delete-item.ts';
import { maxMembers, maxOpenInvitations, maxSharedItems } from '../domain/sharing/contract/schema.ts';
import { deleteExpiredInvitations } from '../domain/sharing/invitations.ts';
import { type App, startApp } from '../test/app.ts';
import { invite, makeItem, makeOwner, makePicture, type Person, shareItem } from '../test/make.ts';
import { countWaiting } from '../test/rows-read.ts';
import { unzip } from '../test/unzip.ts';
import type { Visitor } from '../test/visitor.ts';
import { beginConversation, eraseAccount } from '../test/worlds.ts';

const key = () => crypto.randomUUID();

async function begin() {
  const app = await startApp();
  const [owner, member] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const item = await shareItem(owner, member);
  return { app, owner, member, item };
}

const textsOf = async (visitor: Visitor, id: string) =>
  (await visitor.call('readConversation', { id })).messages.map(({ text, by }) =>
    by === undefined ? text : `${by}: ${text}`,
  );

test('whoever shares an item reads what finders write about it and answers, and sees nothing private', async () => {
  const { app, owner, member, item } = await begin();
  const shared = await member.call('getSharedItem', { id: item.id });
  const { id, hash, name, category, note } = item;
  const seen = {
    id,
    hash,
    name,
    category,
    note,
    lostAt: null,
    stolenAt: null,
    returnedAt: null,
    pictureId: null,
    sharedBy: 'Ada',
    muted: false,
  };
  expect(shared).toEqual(seen);
  expect((await member.call('listSharedItems', {})).items).toEqual([shared]);
  expect((await member.call('listItems', {})).items).toEqual([]);

  const found = await beginConversation(owner, item, 'At the station');
  const [conversation] = (await member.call('listConversations', {})).conversations;
  expect(conversation).toMatchObject({ id: found.id, item: { name }, sharedBy: 'Ada', unread: 1 });
  await member.call('replyToFinder', { conversationId: found.id, key: key(), text: 'I am her brother' });
  await owner.call('replyToFinder', { conversationId: found.id, key: key(), text: 'I am coming' });
  expect(await textsOf(owner, found.id)).toEqual(['At the station', 'Bob: I am her brother', 'I am coming']);
  expect(await textsOf(member, found.id)).toEqual(['At the station', 'I am her brother', 'Ada: I am coming']);
  expect((await owner.call('listConversations', {})).conversations[0]).not.toHaveProperty('sharedBy');

  const asFinder = await app.visitor().call('readFinderConversation', { secret: found.secret });
  expect(asFinder.messages.map(({ author, text }) => [author, text])).toEqual([
    ['finder', 'At the station'],
    ['owner', 'I am her brother'],
    ['owner', 'I am coming'],
  ]);
  expect(JSON.stringify(asFinder)).not.toContain('Bob');
});

test('a member marks the item lost and returned, and the finder’s page says so; they end the loss that they saw, and not one that began since', async () => {
  const { app, owner, member, item } = await begin();
  const page = async () => (await app.visitor().get(`/item/${item.hash}`)).text();
  expect((await member.call('markSharedItemLost', { id: item.id })).lostAt).not.toBeNull();
  expect((await owner.call('getItem', { id: item.id })).lostAt).not.toBeNull();
  await expect.poll(page).toContain('lost');
  expect((await member.call('markSharedItemReturned', { id: item.id })).returnedAt).not.toBeNull();
  await owner.call('markItemStolen', { id: item.id });
  const stolen = await member.call('markSharedItemLost', { id: item.id });
  expect(stolen.stolenAt, 'a theft stays one').not.toBeNull();
  const { id } = item;
  const first = await member.call('markSharedItemLost', { id });
  await owner.call('markItemReturned', { id });
  const second = await owner.call('markItemLost', { id });
  expect(await member.tryCall('markSharedItemReturned', { id, lostAt: String(first.lostAt) })).toMatchObject({
    error: { details: { now: { lostAt: second.lostAt } } },
  });
  expect(await owner.call('getItem', { id })).toMatchObject({ returnedAt: null });
  const lostAt = String(second.lostAt);
  expect(await member.call('markSharedItemReturned', { id, lostAt })).toMatchObject({ returnedAt: expect.any(String) });
});

test('C-3.04 each has an unread count of their own, which begins when the item is shared', async () => {
  const app = await startApp();
  const [owner, member, third] = [await makeOwner(app), await makeOwner(app, 'Bob'), await makeOwner(app, 'Eve')];
  const item = await makeItem(owner);
  const { id, path } = await beginConversation(owner, item, 'Before it was shared');
  await shareItem(owner, member, item);
  await shareItem(owner, third, item);
  const unread = async () =>
    Promise.all([owner, member, third].map(async (person) => (await person.call('countUnread', {})).unread));
  expect(await unread()).toEqual([1, 0, 0]);

  const live = await member.live();
  expect(await live.next('unread')).toEqual({ unread: 0 });
  const secret = path.split('/').at(-1) ?? '';
  await app.visitor().call('answerOwner', { secret, key: key(), text: 'And after it' });
  expect(await live.next('conversation')).toEqual({ id });
  expect(await live.next('unread')).toEqual({ unread: 1 });
  expect(await unread()).toEqual([2, 1, 1]);

  const upTo = (await member.call('readConversation', { id })).messages.at(-1)?.id ?? '';
  expect(await member.call('markConversationRead', { id, upTo })).toEqual({ unread: 0 });
  expect(await live.next('unread')).toEqual({ unread: 0 });
  expect(await unread(), 'the owner has not read it by that').toEqual([2, 0, 1]);
  expect((await third.call('listConversations', {})).conversations[0]).toMatchObject({ unread: 1 });
  await third.call('replyToFinder', { conversationId: id, key: key(), text: 'Thank you', upTo });
  expect(await unread()).toEqual([2, 0, 0]);
  await owner.call('markConversationRead', { id, upTo });
  expect(await unread()).toEqual([0, 0, 0]);
  live.close();
});

test('an inbox holds the conversations of one’s own items and of shared ones in one order, page by page', async () => {
  const { owner, member, item } = await begin();
  const own = await makeItem(member, { name: 'Own umbrella' });
  for (const [of, which] of [
    [owner, item],
    [member, own],
    [owner, item],
    [member, own],
    [owner, await makeItem(owner, { name: 'Not shared' })],
  ] as const)
    await beginConversation(of, which);
  const names: string[] = [];
  let after: string | undefined;
  do {
    const page = await member.call('listConversations', { limit: 1, after });
    names.push(...page.conversations.map(({ item: { name } }) => name));
    after = page.next;
  } while (after);
  expect(names).toEqual(['Own umbrella', 'Blue backpack', 'Own umbrella', 'Blue backpack']);
});

test('what somebody marks, renames or archives is told to the open pages of the owner and of whoever shares the item', async () => {
  const { owner, member, item } = await begin();
  const { id } = item;
  const live = await Promise.all([owner, member].map((person) => person.live()));
  const marks = [
    () => member.call('markSharedItemLost', { id }),
    () => owner.call('markItemReturned', { id }),
    () => owner.call('updateItem', { id, name: 'Green backpack' }),
    () => owner.call('archiveItem', { id }),
  ];
  for (const mark of marks) {
    await mark();
    const told = await Promise.all(live.map((events) => events.next('sharing')));
    expect(told).toEqual(Array(2).fill({ item: id, ended: false }));
  }
  for (const events of live) events.close();
});

test('revoking ends it within the call: for reading, answering, marking, and on open pages', async () => {
  const { app, owner, member, item } = await begin();
  const { id, secret } = await beginConversation(owner, item);
  const live = await member.live();
  expect(await live.next('unread')).toEqual({ unread: 1 });
  await owner.call('revokeMember', { id: item.id, uid: member.uid });
  expect(await live.next('sharing')).toEqual({ item: item.id, ended: true });
  expect(await live.next('unread')).toEqual({ unread: 0 });

  const tries = [
    await member.tryCall('getSharedItem', { id: item.id }),
    await member.tryCall('readConversation', { id }),
    await member.tryCall('replyToFinder', { conversationId: id, key: key(), text: 'Still here' }),
    await member.tryCall('markSharedItemLost', { id: item.id }),
    await member.tryCall('muteItem', { id: item.id, muted: true }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await member.call('listConversations', {})).conversations).toEqual([]);

  await app.visitor().call('answerOwner', { secret, key: key(), text: 'Hello?' });
  const own = await makeItem(member);
  const next = await beginConversation(member, own);
  expect(await live.next('conversation'), 'nothing of the other item came before').toEqual({ id: next.id });
  live.close();
});

test('a member leaves, another comes, and the owner’s page hears of both', async () => {
  const { owner, member, item } = await begin();
  const live = await owner.live();
  expect((await owner.call('listItemMembers', { id: item.id })).members).toMatchObject([
    { name: 'Bob', uid: member.uid },
  ]);
  await member.call('leaveItem', { id: item.id });
  expect(await live.next('sharing')).toEqual({ item: item.id, ended: false });
  expect((await owner.call('listItemMembers', { id: item.id })).members).toEqual([]);
  expect((await member.call('listSharedItems', {})).items).toEqual([]);
  await shareItem(owner, await makeOwner(owner.app, 'Eve'), item);
  expect(await live.next('sharing')).toEqual({ item: item.id, ended: false });
  live.close();
});

test('a link is good once; before it is accepted nobody who has it learns of item or owner, and its token is stored nowhere, nor in the export', async () => {
  const app = await startApp();
  const [owner, member, other] = [await makeOwner(app), await makeOwner(app, 'Bob'), await makeOwner(app, 'Eve')];
  const item = await makeItem(owner);
  const token = await invite(owner, item);
  expect(token).toMatch(/^[\w-]{43}$/);
  const { db } = app.services;
  const stored = JSON.stringify(await db.selectFrom('itemInvitations').selectAll().execute());
  expect(stored).not.toContain(token);
  const open = { purpose: 'sharing', item: null };
  for (const person of [owner, member, other]) expect(await person.call('getInvitation', { token })).toEqual(open);
  const page = await app.visitor().get(`/invitation?token=${token}`);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toMatch(/\bAda\b|backpack|passport/i);

  const shared = await member.call('acceptInvitation', { token });
  expect(shared).toMatchObject({ id: item.id, sharedBy: 'Ada' });
  expect(await member.call('acceptInvitation', { token }), 'sent twice').toEqual(shared);
  const { id, name } = item;
  expect(await member.call('getInvitation', { token })).toEqual({ purpose: 'sharing', item: { id, name } });
  const unknown = await other.tryCall('acceptInvitation', { token: 'A'.repeat(43) });
  expect(unknown).toMatchObject({ status: 404, error: { details: { reason: 'no-invitation' } } });
  expect(await other.tryCall('acceptInvitation', { token }), 'used').toEqual(unknown);
  for (const person of [owner, other]) expect(await person.tryCall('getInvitation', { token })).toEqual(unknown);
  expect(await app.visitor().tryCall('getInvitation', { token })).toMatchObject({ status: 401 });
  await owner.call('revokeMember', { id, uid: member.uid });
  expect(await member.tryCall('acceptInvitation', { token }), 'nor again').toEqual(unknown);
  await invite(owner, item);
  await invite(owner, item, 'handover');
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  const times = { createdAt: expect.any(String), expiresAt: expect.any(String), acceptedAt: null };
  const exported = JSON.parse(files['invitations.json'] ?? '');
  for (const purpose of ['sharing', 'handover'])
    expect(exported).toContainEqual({ itemId: item.id, purpose, ...times });
});

test('of many who open one link at the same moment one shares the item', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const people = [owner, ...(await makeMany(app, 50))].slice(1);
  const token = await invite(owner, item);
  const tries = await Promise.all(people.map((person) => person.tryCall('acceptInvitation', { token })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await owner.call('listItemMembers', { id: item.id })).members).toHaveLength(1);
});

test('owners invite neither themselves nor anybody to what is not theirs or is deleted; a link to share hands nothing over, nor the other way round; nobody but the owner ends what is shared with somebody else', async () => {
  const { owner, member, item, app } = await begin();
  expect((await member.tryCall('makeInvitation', { id: item.id, purpose: 'sharing' })).status).toBe(404);
  const token = await invite(owner, item);
  expect(await owner.tryCall('acceptInvitation', { token })).toMatchObject({
    status: 409,
    error: { message: 'This is your own item.' },
  });
  expect(await member.call('acceptInvitation', { token }), 'shared already').toMatchObject({ id: item.id });
  const other = await makeOwner(owner.app, 'Eve');
  expect(await other.call('acceptInvitation', { token }), 'and it was not used up').toMatchObject({ id: item.id });
  const nextToken = await invite(owner, item);
  const late = await makeOwner(app, 'Lee');
  await owner.call('deleteItem', { id: item.id });
  expect((await late.tryCall('acceptInvitation', { token: nextToken })).status).toBe(404);
  await owner.call('undeleteItem', { id: item.id });
  expect((await late.call('listSharedItems', {})).items, 'nothing was accepted meanwhile').toEqual([]);
  expect(await late.call('acceptInvitation', { token: nextToken })).toMatchObject({ id: item.id });
  const thirdOther = await makeOwner(app, 'Eve');
  const [toShare, toHandOver] = [await invite(owner, item), await invite(owner, item, 'handover')];
  expect((await thirdOther.tryCall('acceptHandover', { token: toShare })).status).toBe(404);
  expect((await thirdOther.tryCall('acceptInvitation', { token: toHandOver })).status).toBe(404);
  expect((await thirdOther.call('getInvitation', { token: toHandOver })).purpose).toBe('handover');
  expect((await owner.call('getItem', { id: item.id })).id).toBe(item.id);
  const stranger = await makeOwner(owner.app, 'Eve');
  const second = await makeOwner(owner.app, 'Kim');
  await shareItem(owner, second, item);
  for (const person of [stranger, second]) {
    await person.tryCall('revokeMember', { id: item.id, uid: member.uid });
    expect(await member.call('getSharedItem', { id: item.id })).toMatchObject({ id: item.id });
  }
});

test('invitations end after 7 days, and are taken back before', async () => {
  const app = await startApp();
  const [owner, member] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const item = await makeItem(owner);
  const { id } = item;
  const isOver = async (token: string) => {
    const tries = [
      await member.tryCall('getInvitation', { token }),
      await member.tryCall('acceptInvitation', { token }),
      await member.tryCall('acceptHandover', { token }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404]);
  };
  const tokens = [await invite(owner, item), await invite(owner, item, 'handover')];
  const { invitations } = await owner.call('listInvitations', { id });
  expect(invitations.map(({ purpose }) => purpose)).toEqual(['handover', 'sharing']);
  for (const { createdAt, expiresAt } of invitations)
    expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000)).toBe(7);
  const { db } = app.services;
  await db.updateTable('itemInvitations').set({ expiresAt: sql<Date>`now() - interval '1 second'` }).execute();
  expect((await owner.call('listInvitations', { id })).invitations).toEqual([]);
  for (const token of tokens) await isOver(token);
  await deleteExpiredInvitations(app.services);
  expect(await db.selectFrom('itemInvitations').selectAll().execute()).toEqual([]);

  for (const purpose of ['sharing', 'handover'] as const) {
    const later = await invite(owner, item, purpose);
    const [waiting] = (await owner.call('listInvitations', { id })).invitations;
    const cancelled = { id: waiting?.id ?? '' };
    expect((await member.tryCall('cancelInvitation', cancelled)).status, 'not theirs').toBe(404);
    await owner.call('cancelInvitation', cancelled);
    await isOver(later);
  }
});

test('an item has ten members and twenty waiting invitations at most, an account a hundred shared items', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const people = await makeMany(app, maxMembers + 1);
  const last = people.pop() ?? expect.fail('nobody');
  for (const person of people) await shareItem(owner, person, item);
  const tokens = [];
  for (let n = 0; n < maxOpenInvitations; n++) tokens.push(await invite(owner, item));
  expect(await invite(owner, item, 'handover'), 'besides these').not.toBe('');
  expect(await owner.tryCall('makeInvitation', { id: item.id, purpose: 'sharing' })).toMatchObject({
    status: 409,
    error: { message: 'Twenty invitations wait already. Take one back first.' },
  });
  const [token = ''] = tokens;
  expect(await last.tryCall('acceptInvitation', { token })).toMatchObject({
    status: 409,
    error: { message: 'This item is shared with ten people already.' },
  });
  await owner.call('revokeMember', { id: item.id, uid: people[0]?.uid ?? '' });
  await sql`
    insert into items (id, owner_id, name, category, creation_key)
    select lpad(n::text, 16, '0'), ${owner.uid}, 'Umbrella', 'other', n::text from generate_series(1, ${maxSharedItems}::int) n`.execute(
    app.services.db,
  );
  await sql`
    insert into item_members (item_id, uid) select id, ${last.uid} from items where name = 'Umbrella'`.execute(
    app.services.db,
  );
  expect(await last.tryCall('acceptInvitation', { token })).toMatchObject({ status: 409 });
  await owner.call('deleteItem', { id: '0000000000000001' });
  expect(await last.call('acceptInvitation', { token })).toMatchObject({ id: item.id });
});

test('a finder’s message is mailed to whoever shares the item and has not muted it', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const [loud, muted, silent] = [await makeOwner(app, 'Bob'), await makeOwner(app, 'Eve'), await makeOwner(app, 'Kim')];
  const item = await makeItem(owner);
  for (const member of [loud, muted, silent]) await shareItem(owner, member, item);
  expect(await muted.call('muteItem', { id: item.id, muted: true })).toMatchObject({ muted: true });
  await silent.call('setNotificationSettings', { messageMails: false });
  const { secret } = await beginConversation(owner, item, 'At the station');
  const mailed = async () => {
    const mails = app.services.db.selectFrom('outgoingMails').select('toAddress');
    const rows = await mails.where('purpose', 'like', 'new-message%').orderBy('id').execute();
    return rows.map(({ toAddress }) => toAddress).sort();
  };
  expect(await mailed()).toEqual([owner.email, loud.email].sort());
  const mail = await app.mailbox.find(loud.email, 'Somebody wrote');
  expect(JSON.stringify(mail)).toContain('because the item is shared with you');
  expect(await muted.call('countUnread', {}), 'it is unread all the same').toEqual({ unread: 1 });

  await app.visitor().call('answerOwner', { secret, key: key(), text: 'Are you there?' });
  expect(await mailed(), 'quiet while the first is unread').toHaveLength(2);
  expect(await muted.call('muteItem', { id: item.id, muted: false })).toMatchObject({ muted: false });
  await app.visitor().call('answerOwner', { secret, key: key(), text: 'Hello?' });
  expect(await mailed()).toEqual([owner.email, loud.email, muted.email].sort());
});

test('a deleted item is gone for its members too, on open pages as well; a deletion that is undone gives it back to them, and once it is erased nobody has it', async () => {
  const { app, owner, member, item } = await begin();
  const { id } = await beginConversation(owner, item);
  const live = await member.live();
  await owner.call('deleteItem', { id: item.id });
  expect(await live.next('sharing')).toEqual({ item: item.id, ended: true });
  expect((await member.call('listSharedItems', {})).items).toEqual([]);
  expect((await member.tryCall('readConversation', { id })).status).toBe(404);
  expect(await member.call('countUnread', {})).toEqual({ unread: 0 });
  expect(await owner.call('countUnread', {}), 'the owner keeps the conversation').toEqual({ unread: 1 });
  live.close();
  const nextLive = await member.live();
  await owner.call('undeleteItem', { id: item.id });
  expect(await nextLive.next('sharing')).toEqual({ item: item.id, ended: false });
  expect((await member.call('listSharedItems', {})).items).toMatchObject([{ id: item.id }]);
  expect(await member.call('countUnread', {})).toEqual({ unread: 1 });
  await owner.call('deleteItem', { id: item.id });
  const longAgo = sql<Date>`now() - interval '31 days'`;
  await app.services.db.updateTable('items').set({ deletedAt: longAgo }).execute();
  await eraseDeletedItems(app.services);
  expect(await app.services.db.selectFrom('itemMembers').selectAll().execute()).toEqual([]);
  nextLive.close();
});

test('members see the picture that finders see, and no other; an archived item stays with them', async () => {
  const { owner, member, item } = await begin();
  await owner.call('showPicture', { itemId: item.id, shown: false });
  const { pictureId } = await makePicture(owner, item);
  expect((await member.call('getSharedItem', { id: item.id })).pictureId).toBeNull();
  await owner.call('showPicture', { itemId: item.id, shown: true });
  expect((await member.call('getSharedItem', { id: item.id })).pictureId).not.toBeNull();
  expect(pictureId).not.toBeNull();
  await owner.call('archiveItem', { id: item.id });
  expect((await member.call('getSharedItem', { id: item.id })).pictureId).toBeNull();
  expect((await member.tryCall('listReceipts', { itemId: item.id })).status).toBe(404);
  await owner.call('archiveItem', { id: item.id });
  expect((await member.call('listSharedItems', {})).items).toMatchObject([{ id: item.id }]);
});

test('with its owner’s account an item is gone for its members', async () => {
  const { owner, member, item } = await begin();
  await beginConversation(owner, item);
  const live = await member.live();
  await eraseAccount(owner);
  expect(await live.next('sharing')).toEqual({ item: item.id, ended: true });
  expect((await member.call('listSharedItems', {})).items).toEqual([]);
  expect(await member.call('countUnread', {})).toEqual({ unread: 0 });
  live.close();
});

test('an answer of a member that is sent again is one, and its key is nobody else’s; what they wrote stays when their account is gone, without a name', async () => {
  const { app, owner, member, item } = await begin();
  const { id: conversationId } = await beginConversation(owner, item);
  const reply = { conversationId, key: 'one-and-the-same-key', text: 'Thank you' };
  const sent = await member.call('replyToFinder', reply);
  expect(await member.call('replyToFinder', reply)).toEqual(sent);
  expect(await owner.call('replyToFinder', reply)).not.toMatchObject({ id: sent.id });
  expect((await owner.call('readConversation', { id: conversationId })).messages).toHaveLength(3);
  const { id } = await beginConversation(owner, item, 'Found it');
  await member.call('replyToFinder', { conversationId: id, key: key(), text: 'Thank you' });
  await eraseAccount(member);
  expect(await textsOf(owner, id)).toEqual(['Found it', ': Thank you']);
  expect((await owner.call('listItemMembers', { id: item.id })).members).toEqual([]);
  await app.visitor().call('reportFound', { hash: item.hash, key: `${key()}${key()}`, text: 'Another one' });
});

test('a finder’s message and a revocation at the same moment do not hinder each other', async () => {
  const { app, owner, member, item } = await begin();
  const { secret } = await beginConversation(owner, item);
  for (let n = 0; n < 10; n++) {
    const answer = app.visitor().tryCall('answerOwner', { secret, key: key(), text: `Number ${n}` });
    const revoked = owner.tryCall('revokeMember', { id: item.id, uid: member.uid });
    expect([(await answer).status, (await revoked).status]).toEqual([200, 200]);
    expect(await member.call('countUnread', {})).toEqual({ unread: 0 });
    await shareItem(owner, member, item);
  }
});

test('who shares an item reports no find of it, and reaches its owner as a member; once it is shared no more, they do', async () => {
  const { app, owner, member, item } = await begin();
  const report = () => ({ hash: item.hash, key: `${key()}${key()}`, text: 'I have it' });
  expect(await member.tryCall('reportFound', report())).toMatchObject({
    status: 409,
    error: { details: { reason: 'shared-item' }, message: expect.stringContaining('shared with you') },
  });
  expect((await owner.call('listConversations', {})).conversations).toEqual([]);
  await owner.call('revokeMember', { id: item.id, uid: member.uid });
  await member.call('reportFound', report());
  await app.visitor().call('reportFound', report());
  expect((await owner.call('listConversations', {})).conversations).toHaveLength(2);
});

test.each(['acceptInvitation', 'acceptHandover'] as const)(
  '%s by an account that is deleted at the same moment says so, and leaves the item and the link',
  async (name) => {
    const app = await startApp();
    const [owner, leaving, other] = [await makeOwner(app), await makeOwner(app), await makeOwner(app)];
    const item = await makeItem(owner);
    const token = await invite(owner, item, name === 'acceptInvitation' ? 'sharing' : 'handover');
    const accept = (person: Person) => person.tryCall(name, { token });
    const { db } = app.services;
    const accepted = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('authUsers').where('id', '=', leaving.uid).execute();
      const accepted = accept(leaving);
      await expect.poll(() => countWaiting(app)).toBe(1);
      return { answer: accepted };
    });
    expect(await accepted.answer).toMatchObject({ status: 401, error: { details: { reason: 'user-deleted' } } });
    expect((await owner.call('getItem', { id: item.id })).id).toBe(item.id);
    expect((await accept(other)).status).toBe(200);
  },
);

async function makeMany(app: App, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < count; n++) people.push(await makeOwner(app, 'Kim'));
  return people;
}

test('the finder sees “the owner”, or the name of a member who chose so, beside what they answer from then on, and nothing else of them', async () => {
  const { owner, member, item } = await begin();
  const { id, finder, path, secret } = await beginConversation(owner, item);
  const answer = (text: string, by = member) => by.call('replyToFinder', { conversationId: id, key: key(), text });
  await answer('Hidden');
  await member.call('updateUserProfile', { nameShown: true });
  await answer('Shown');
  await owner.call('updateUserProfile', { nameShown: true });
  await answer('Mine', owner);
  const seen = async () => {
    const { messages } = await finder.call('readFinderConversation', { secret });
    return messages.slice(1).map(({ text, by }) => [text, by]);
  };
  expect(await seen()).toEqual([
    ['Hidden', undefined],
    ['Shown', 'Bob'],
    ['Mine', undefined],
  ]);
  const page = await (await finder.get(path)).text();
  expect(page).toContain('<bdi>Bob</bdi>, for the owner');
  for (const said of [member.uid, member.email]) expect(page).not.toContain(said);

  const signedIn = async () => ((await (await member.auth('token', {})).json()) as { user: CurrentUser }).user;
  expect(await signedIn(), 'the next time that they open the app').toMatchObject({ nameShown: true });
  await member.call('updateUserProfile', { nameShown: false });
  expect(await signedIn()).not.toHaveProperty('nameShown');
  expect((await seen()).map(([, by]) => by)).toEqual([undefined, undefined, undefined]);
  await member.call('updateUserProfile', { nameShown: true });
  expect(
    (await seen()).map(([, by]) => by),
    'not of what was answered before',
  ).toEqual([undefined, undefined, undefined]);
});
