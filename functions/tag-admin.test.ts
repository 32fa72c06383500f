import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toItemHash } from '../domain/items/contract/item-hash.ts';
import { makeStockTags } from '../domain/items/make-tags.ts';
import { activationCodeOf } from '../domain/items/tag-codes.ts';
import { lookUpItems } from '../domain/moderation/look-up-items.ts';
import { inGroups } from '../domain/texts/contract/typed-codes.ts';
import type { App } from '../test/app.ts';
import { handOver, makeAdministrator, makeConversation, makeItem, makeOwner, shareItem, signIn } from '../test/make.ts';
import { rowsRead } from '../test/rows-read.ts';
import { shareApp } from '../test/shared-app.ts';

const key = () => crypto.randomUUID();
const sharedApp = shareApp();

async function start() {
  const app = await sharedApp();
  const [admin, owner] = [await makeAdministrator(app), await makeOwner(app, 'Ada')];
  return { app, admin, owner };
}

async function buyTag({ services }: App) {
  const { batch } = await makeStockTags(1, services);
  const tags = services.db.selectFrom('tags').select('code').where('batchId', '=', batch);
  const { code } = await tags.executeTakeFirstOrThrow();
  return { code, activationCode: activationCodeOf(code, services.keys) };
}

const pageOf = async (app: App, hash: string) => {
  const response = await app.visitor().get(`/item/${hash}`);
  return { status: response.status, text: await response.text() };
};

test('a frozen tag says that the operator disabled it, also in German and to its owner, and another tag of the item goes on; the item moves to one that works, also when it comes later', async () => {
  const { app, admin, owner } = await start();
  const item = await makeItem(owner);
  const other = await buyTag(app);
  await owner.call('activateTagOnItem', { ...other, itemId: item.id });
  const code = item.id;
  expect((await pageOf(app, item.hash)).text).toContain('Blue backpack');
  await admin.call('administerTag', { code, act: 'freeze', reason: 'misused' });
  await admin.call('administerTag', { code, act: 'freeze', reason: 'other' });
  const frozen = await pageOf(app, item.hash);
  expect(frozen.status).toBe(200);
  expect(frozen.text).toContain('This tag was switched off.');
  expect(frozen.text).not.toContain('Blue backpack');
  const german = await app.visitor().get(`/item/${item.hash}?lang=de`);
  expect(await german.text()).toContain('Dieser Anhänger ist gesperrt.');
  expect(await owner.read(`/item/${item.hash}`)).toContain('Finders cannot reach you by it');
  const report = { key: key(), text: 'Found it.' };
  expect((await app.visitor().tryCall('reportFound', { hash: item.hash, ...report })).error?.details).toMatchObject({
    reason: 'frozen',
  });
  const { hash } = await admin.call('getTag', { tag: other.code });
  await app.visitor().call('reportFound', { hash, ...report });
  const mail = await app.mailbox.find(owner.email, 'was stopped');
  expect(mail.text).toContain(inGroups(code).toUpperCase());
  await admin.call('administerTag', { code, act: 'unfreeze', reason: 'other' });
  expect((await pageOf(app, item.hash)).text).toContain('Blue backpack');
  await app.mailbox.find(owner.email, 'works again');
  const { history } = await admin.call('getTag', { tag: code });
  expect(history).toMatchObject([
    { act: 'unfreezeTag', by: admin.email, reason: 'other' },
    { act: 'freezeTag', by: admin.email, reason: 'misused' },
  ]);
  const { rows } = await admin.call('listAuditEntries', { search: code });
  expect(rows.map(({ changes }) => changes.state)).toEqual([
    ['frozen', 'active'],
    ['active', 'frozen'],
  ]);
  const bag = await makeItem(owner);
  const nextOther = await buyTag(app);
  const hashNow = async (person = owner) => (await person.call('getItem', { id: bag.id })).hash;
  const administer = (act: 'freeze' | 'unfreeze' | 'retire') =>
    admin.call('administerTag', { code: bag.id, act, reason: 'other' });
  await administer('freeze');
  expect(await hashNow(), 'there is no other').toBe(bag.hash);
  expect(await owner.call('readDisabledTags', { id: bag.id })).toMatchObject({
    working: 0,
    stopped: [{ code: bag.id, state: 'frozen' }],
  });
  expect((await owner.call('activateTagOnItem', { ...nextOther, itemId: bag.id })).hash).toBe(
    toItemHash(nextOther.code),
  );
  await administer('unfreeze');
  expect(await owner.call('readDisabledTags', { id: bag.id })).toEqual({ working: 2, stopped: [] });
  await administer('retire');
  expect((await owner.call('listItemTags', { itemId: bag.id })).tags).toMatchObject([
    { code: nextOther.code, state: 'working' },
    { code: bag.id, state: 'retired' },
  ]);
  expect(await hashNow()).toBe(toItemHash(nextOther.code));
  const taker = await makeOwner(app, 'Grace');
  await handOver(owner, taker, bag);
  expect(await hashNow(taker)).toBe(toItemHash(nextOther.code));
  expect((await pageOf(app, await hashNow(taker))).text).toContain('Blue backpack');
  expect((await pageOf(app, bag.hash)).status).toBe(410);
});

test('an owner replaces a tag, once: the new one is to be printed and has the page, the old one is retired; nobody else does, nor where an administrator disabled it', async () => {
  const { app, admin, owner } = await start();
  const bag = await makeItem(owner);
  const next = await owner.call('replaceOwnTag', { code: bag.id });
  expect(await owner.call('replaceOwnTag', { code: bag.id })).toEqual(next);
  expect(await owner.call('getItem', { id: bag.id })).toMatchObject({ hash: toItemHash(next.code), printed: false });
  expect((await pageOf(app, bag.hash)).status).toBe(410);
  expect((await pageOf(app, toItemHash(next.code))).text).toContain('Blue backpack');
  expect((await owner.call('listItemTags', { itemId: bag.id })).tags).toMatchObject([
    { code: next.code, state: 'working' },
    { code: bag.id, state: 'retired' },
  ]);
  expect((await owner.call('readDisabledTags', { id: bag.id })).stopped, 'what they did themselves').toEqual([]);
  const other = await makeOwner(app, 'Eve');
  expect((await other.tryCall('replaceOwnTag', { code: next.code })).status).toBe(404);
  await admin.call('administerTag', { code: next.code, act: 'freeze', reason: 'other' });
  expect((await owner.tryCall('replaceOwnTag', { code: next.code })).status).toBe(404);
});

test('a tag is found by its code however typed, its hash and its printed address; a frozen one cannot be activated until it is unfrozen, and the map of all tags is a file', async () => {
  const { app, admin, owner } = await start();
  const { code, activationCode } = await buyTag(app);
  const { hash } = await owner.call('activateTag', {
    code,
    activationCode,
    key: key(),
    name: 'Keys',
    category: 'keys',
  });
  await app.visitor().call('reportTag', { hash, reason: 'unsafe', text: 'Strange.', key: key() });
  const typed = [code, inGroups(code).toUpperCase(), hash, `HTTPS://OLD.EXAMPLE/T/${code.toUpperCase()}`];
  for (const tag of [...typed, `https://old.example/item/${hash}?lang=de`, `(https://old.example/item/${hash}).`])
    expect(await admin.call('getTag', { tag })).toMatchObject({
      code,
      status: 'active',
      owner: { uid: owner.uid, email: owner.email },
      item: { id: code, deleted: false },
      reports: [{ reason: 'unsafe', text: 'Strange.' }],
    });
  for (const tag of ['0000000000000000', 'x', 'https://example.com/', '%'])
    expect((await admin.tryCall('getTag', { tag })).status).toBe(404);
  const { code: nextCode, activationCode: nextActivationCode } = await buyTag(app);
  const asked = {
    code: nextCode,
    activationCode: nextActivationCode,
    key: key(),
    name: 'Keys',
    category: 'keys',
  } as const;
  await admin.call('administerTag', { code: nextCode, act: 'freeze', reason: 'lost' });
  expect((await owner.tryCall('activateTag', asked)).status).toBe(409);
  expect(await admin.read('/admin/tags/map/csv')).toContain(`${nextCode},frozen,`);
  await admin.call('administerTag', { code: nextCode, act: 'unfreeze', reason: 'other' });
  const { hash: nextHash } = await owner.call('activateTag', asked);
  const map = await admin.read('/admin/tags/map/nginx');
  expect(map).toContain(`  /T/${nextCode.toUpperCase()} ${app.services.publicUrl}/item/${nextHash};\n`);
  expect((await admin.get('/admin/tags/map/other')).status).toBe(400);
});

test('a replaced tag still leads its finder to the owner, and the item moves to the page of the new one: in lists, messages, exports and for members', async () => {
  const { app, admin, owner } = await start();
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item);
  const member = await makeOwner(app, 'Eve');
  await shareItem(owner, member, item);
  const blank = await buyTag(app);
  const asked = { code: item.id, newCode: inGroups(blank.code).toUpperCase(), reason: 'damaged' } as const;
  expect(await admin.call('replaceTag', asked)).toEqual({ code: blank.code });
  expect(await admin.call('replaceTag', asked), 'sent again').toEqual({ code: blank.code });
  const mail = await app.mailbox.find(owner.email, 'was replaced');
  for (const code of [item.id, blank.code]) expect(mail.text).toContain(inGroups(code).toUpperCase());
  expect(mail.text).toContain('still reaches you');
  const hash = toItemHash(blank.code);
  const { conversations } = await owner.call('listConversations', {});
  const all = [
    await owner.call('getItem', { id: item.id }),
    ...(await owner.call('listItems', { search: inGroups(blank.code) })).items,
    await member.call('getSharedItem', { id: item.id }),
    conversations[0]?.item,
  ];
  expect(all.map((each) => each?.hash)).toEqual(Array(4).fill(hash));
  expect(await owner.read('/items/export')).toContain(blank.code.replace(/(?<=.)(?=(?:.{4})+$)/g, '-'));
  const location = async (person: { get: typeof owner.get }) =>
    (await person.get(`/items/${item.id}`)).headers.get('location');
  expect(await location(owner)).toBe(`/item/${hash}`);
  expect(await location(app.visitor()), 'whoever only knows the old code').toBe(`/item/${item.hash}`);
  for (const page of [item.hash, hash])
    expect(await pageOf(app, page)).toEqual({ status: 200, text: expect.stringContaining('Blue backpack') });
  expect((await pageOf(app, item.hash)).text).not.toContain(hash);
  const again = await finder.post(`/item/${item.hash}`, { text: 'Still here.' });
  expect(again.headers.get('location')).toBe(path);
  for (const person of [owner, member])
    expect(await person.call('readDisabledTags', { id: item.id })).toEqual({
      working: 2,
      stopped: [{ code: item.id, state: 'replaced', replacedBy: blank.code, at: expect.any(String) }],
    });
  expect(await admin.call('getTag', { tag: item.id })).toMatchObject({
    replacedBy: blank.code,
    history: [{ act: 'replaceTag', by: admin.email, reason: 'damaged' }],
  });
  expect(await admin.call('getTag', { tag: blank.code })).toMatchObject({ replaces: item.id, status: 'active' });
  await admin.call('administerTag', { code: item.id, act: 'retire', reason: 'misused' });
  expect((await pageOf(app, item.hash)).status).toBe(410);
  expect(await owner.call('getItem', { id: item.id })).toMatchObject({ hash });
});

test('a misused tag is retired when it is replaced; the new one is made, and what cannot take its place is said in words', async () => {
  const { app, admin, owner } = await start();
  const [item, stranger] = [await makeItem(owner), await makeOwner(app, 'Eve')];
  const [frozen, retired, unused] = [await buyTag(app), await buyTag(app), await buyTag(app)];
  await admin.call('administerTag', { code: frozen.code, act: 'freeze', reason: 'other' });
  await admin.call('administerTag', { code: retired.code, act: 'retire', reason: 'other' });
  const own = await stranger.call('makeUnassignedTags', { count: 1, key: key() });
  const taken = { 'in-use': item.id, frozen: frozen.code, retired: retired.code, 'of-others': own.tags[0]?.code };
  for (const [reason, newCode] of Object.entries({ ...taken, 'no-new-tag': '0000000000000000' })) {
    const { status, error } = await admin.tryCall('replaceTag', { code: item.id, newCode, reason: 'misused' });
    expect({ status, details: error?.details }, reason).toMatchObject({
      status: 409,
      details: { reason, fields: { newCode: expect.stringMatching(/^[A-Z][^.]+tag.*\.$/) } },
    });
  }
  const ofUnassigned = await admin.tryCall('replaceTag', { code: unused.code, reason: 'other' });
  expect(ofUnassigned.error).toMatchObject({ details: { reason: 'no-item' } });
  const { code } = await admin.call('replaceTag', { code: item.id, reason: 'misused' });
  const [replaced] = (await admin.call('listAuditEntries', { search: item.id })).rows;
  expect(replaced?.changes).toMatchObject({ newTag: [null, 'active'], state: ['active', 'retired'] });
  expect((await pageOf(app, item.hash)).status).toBe(410);
  expect((await pageOf(app, toItemHash(code))).text).toContain('Blue backpack');
  const mail = await app.mailbox.find(owner.email, 'was replaced');
  expect(mail.text).toContain('nobody reaches you by it any more');
  await owner.call('deleteItem', { id: item.id });
  expect((await admin.tryCall('replaceTag', { code, reason: 'other' })).error?.details).toMatchObject({
    reason: 'no-item',
  });
});

test('50 who replace one tag, or freeze, unfreeze, retire and activate one, at the same moment make one change, and the others are told', async () => {
  const { app, admin, owner } = await start();
  const item = await makeItem(owner);
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 5 === 4
        ? admin.tryCall('administerTag', { code: item.id, act: n % 2 ? 'freeze' : 'unfreeze', reason: 'other' })
        : admin.tryCall('replaceTag', { code: item.id, reason: 'lost' }),
    ),
  );
  expect(tries.filter(({ status }) => status >= 500)).toEqual([]);
  const refused = tries.filter(({ error }) => error?.message.startsWith('This tag was replaced already.'));
  expect(refused).toHaveLength(39);
  const { replacedBy, history } = await admin.call('getTag', { tag: item.id });
  expect(history.filter(({ act }) => act === 'replaceTag')).toHaveLength(1);
  const tags = app.services.db.selectFrom('tags').select('code').where('itemId', '=', item.id);
  expect((await tags.execute()).map(({ code }) => code).sort()).toEqual([item.id, replacedBy].sort());
  expect((await owner.call('getItem', { id: item.id })).hash).toBe(toItemHash(replacedBy ?? ''));
  const { code, activationCode } = await buyTag(app);
  const acts = ['freeze', 'unfreeze', 'retire'] as const;
  const nextTries = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 5 === 4
        ? owner.tryCall('activateTag', { code, activationCode, key: key(), name: 'Keys', category: 'keys' })
        : admin.tryCall('administerTag', { code, act: acts[n % 3] ?? 'retire', reason: 'other' }),
    ),
  );
  expect(nextTries.filter(({ status }) => status >= 500)).toEqual([]);
  const tag = await admin.call('getTag', { tag: code });
  expect(tag.status).toBe('retired');
  const done = tag.history.map(({ act }) => act).reverse();
  expect(done.filter((act) => act === 'retireTag')).toHaveLength(1);
  expect(done.at(-1)).toBe('retireTag');
  expect(done.slice(0, -1).every((act, n) => act === (n % 2 === 0 ? 'freezeTag' : 'unfreezeTag'))).toBe(true);
  expect((await pageOf(app, tag.hash)).status).toBe(410);
  expect((await admin.tryCall('administerTag', { code, act: 'freeze', reason: 'other' })).status).toBe(409);
  // From another network: codes for one tag are limited by network.
  const elsewhere = await signIn(app.visitor(), owner.email);
  const late = { code, activationCode, key: key(), name: 'Keys', category: 'keys' };
  expect((await elsewhere.tryCall('activateTag', late)).status).toBe(404);
});

test('items are sorted by name as in a German dictionary, with “Ä” beside “A”; what begins so and what belongs to the account searched for come in one order, page by page', async () => {
  const { admin, owner, app } = await start();
  const sorted = ['Äpfel', 'Apfelkorb', 'Buch', 'Bürste', 'Straße', 'strasse 2', 'Über', 'Zelt', 'Лампа'];
  for (const name of sorted.toSorted()) await makeItem(owner, { name });
  const read: string[] = [];
  let after: string | undefined;
  do {
    const request = { search: owner.uid, sort: 'name' as const, ascending: true, limit: 3 };
    const page = await admin.call('lookUpItems', { ...request, ...(after !== undefined && { after }) });
    read.push(...page.rows.map(({ name }) => name));
    after = page.next;
  } while (after);
  expect(read).toEqual(sorted);
  const file = await admin.read(`/admin/tables/items?search=${owner.uid}&sort=name&ascending=yes`);
  expect(file).toMatch(new RegExp(sorted.join('[^]*')));
  const other = await makeOwner(app, 'Kim');
  const names = Array.from({ length: 60 }, (_, n) => `${other.uid}${10 + n}`);
  for (const name of names) await makeItem(owner, { name });
  for (const name of ['# first', '~ last']) await makeItem(other, { name });
  const request = { search: other.uid, sort: 'name' as const, limit: 32 };
  for (const ascending of [true, false]) {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { rows, next } = await admin.call('lookUpItems', { ...request, ascending, after });
      found.push(...rows.map(({ name }) => name));
      after = next;
    } while (after);
    const inOrder = ['# first', ...names, '~ last'];
    expect(found).toEqual(ascending ? inOrder : inOrder.reverse());
  }
});

test('what begins alike is found where it stands together, far on in the order of names, page by page, also when one leaves meanwhile, without walking there', async () => {
  const { app, admin, owner } = await start();
  const [before, part] = [11_000, 1_310];
  for (let from = 1; from <= before + 2_100; from += part)
    await sql`
      insert into items (id, owner_id, name, category, creation_key)
      select lpad(n::text, 16, '0'), ${owner.uid}, case when n <= ${before}::int then 'a' else 'm3' end || lpad(n::text, 5, '0'), 'other', 'many ' || n
      from generate_series(${from}::int, ${from + part - 1}::int) as n`.execute(app.services.db);
  const request = { search: 'm3', sort: 'name' as const, ascending: true, limit: 50 };
  const twoPages = async (asked: typeof request) => {
    const { rows, next: after = '' } = await admin.call('lookUpItems', asked);
    const more = await admin.call('lookUpItems', { ...asked, after });
    return [...rows, ...more.rows].map(({ name }) => name);
  };
  expect(await twoPages(request)).toEqual(Array.from({ length: 100 }, (_, n) => `m3${11_001 + n}`));
  expect(await twoPages({ ...request, ascending: false })).toEqual(
    Array.from({ length: 100 }, (_, n) => `m3${13_100 - n}`),
  );
  const { db } = app.services;
  let isDeleted = false;
  app.services.db = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // Between the statement that finds the rows of the page and the one that reads them.
      if (!isDeleted && result.rows.length === request.limit + 1) {
        isDeleted = true;
        await sql`delete from items where name = 'm311001'`.execute(db);
      }
      return result;
    },
  });
  const left = await admin.call('lookUpItems', request).finally(() => {
    app.services.db = db;
  });
  expect(left.rows.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `m3${11_002 + n}`));
  expect(left.next, 'it is not the last page').toEqual(expect.any(String));
  await app.services.db.transaction().execute(async (trx) => {
    await sql`analyze items`.execute(trx);
    const readBefore = await rowsRead(trx, 'items');
    await lookUpItems(request, { ...app.services, db: trx });
    // The 2,100 that fit, and the 1,000 where hits are looked for first.
    expect((await rowsRead(trx, 'items')) - readBefore).toBeLessThan(3_300);
  });
});

test('an item is found by the starts of words in its name, a tag or its owner, in its state; its page has no word of a message, and nothing private', async () => {
  const { app, admin, owner } = await start();
  const item = await makeItem(owner, { name: '=1+1 Kite', facts: { serialNumber: { text: 'SN-4711', shown: false } } });
  const other = await buyTag(app);
  await owner.call('activateTagOnItem', { ...other, itemId: item.id });
  await shareItem(owner, await makeOwner(app, 'Eve'), item);
  await makeConversation(app, item, 'It is at the kiosk.');
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  await owner.call('reportConversation', { id: conversation?.id ?? '', key: key(), reason: 'scam' });
  await owner.call('markItemLost', { id: item.id, place: 'Behind the station' });

  const found = async (request: object) => (await admin.call('lookUpItems', request)).rows;
  const tags = [item.id, other.code].sort();
  for (const search of [
    '=1+1 k',
    'kite',
    owner.email.toUpperCase(),
    owner.uid,
    inGroups(other.code),
    `https://x.example/item/${item.hash}`,
  ]) {
    const [row, ...rest] = await found({ search, state: 'lost' });
    expect(rest, search).toEqual([]);
    expect({ ...row, tags: row?.tags.toSorted() }, search).toMatchObject({
      id: item.id,
      owner: { uid: owner.uid, email: owner.email },
      state: 'lost',
      tags,
    });
    expect(await found({ search, state: 'kept' }), search).toEqual([]);
  }
  for (const search of ['ite', '%', '0000000000000000']) expect(await found({ search }), search).toEqual([]);
  const page = await admin.call('getAdministeredItem', { id: item.id });
  expect(page).toMatchObject({
    members: 1,
    history: [{ state: 'lost' }],
    conversations: { open: 1, blocked: 0, closed: 0 },
    told: [{ kind: 'report', conversationId: conversation?.id }],
  });
  expect(JSON.stringify(page)).not.toMatch(/kiosk|station|4711/);
  const [{ id = '', conversationId = '' } = {}] = page.told;
  const reason = 'The report names a scam; I look for more.';
  await admin.call('openConversationAsAdmin', { id: conversationId, reason, about: { kind: 'report', id } });
  const file = await admin.read(`/admin/tables/items?search=${owner.uid}`);
  expect(file).toContain(`\n'=1+1 Kite,${owner.email},Lost,`);
  await owner.call('archiveItem', { id: item.id });
  expect(await found({ search: owner.uid, state: 'archived' })).toHaveLength(1);
  await owner.call('deleteItem', { id: item.id });
  expect(await found({ search: owner.uid, state: 'deleted' })).toHaveLength(1);
});
