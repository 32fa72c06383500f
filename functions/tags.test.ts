import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toItemHash } from '../domain/items/contract/item-hash.ts';
import { makeStockTags } from '../domain/items/make-tags.ts';
import { activationCodeOf } from '../domain/items/tag-codes.ts';
import { deleteDueAccounts } from '../domain/people/delete-due-accounts.ts';
import { type App, startApp } from '../test/app.ts';
import { drawPicture, makeFinder, makeItem, makeOwner, type Person, pdf } from '../test/make.ts';
import { countWaiting } from '../test/rows-read.ts';
import type { Visitor } from '../test/visitor.ts';

const key = () => crypto.randomUUID();
const keys = { name: 'House keys', category: 'keys' } as const;
const wrong = '00000000';

/** A tag as it is sold, with its activation code. */
async function buyTag({ services }: App) {
  const { batch } = await makeStockTags(1, services);
  const tags = services.db.selectFrom('tags').select('code').where('batchId', '=', batch);
  const { code } = await tags.executeTakeFirstOrThrow();
  return { code, hash: toItemHash(code), activationCode: activationCodeOf(code, services.keys) };
}

async function makeUnassignedTag(owner: Person) {
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: key() });
  return tags[0] ?? expect.fail('no tag was made');
}

test('unassigned tags of one’s own are made once a key, at most 500 for an account, also at the same moment', async () => {
  const owner = await makeOwner(await startApp());
  const first = { count: 300, key: key() };
  const made = await owner.call('makeUnassignedTags', first);
  expect(new Set(made.tags.map(({ code }) => code)).size).toBe(300);
  expect(await owner.call('makeUnassignedTags', first)).toEqual(made);
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => owner.tryCall('makeUnassignedTags', { count: 100, key: key() })),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  expect(tries.find(({ status }) => status === 409)?.error?.message).toContain('name or retire some first');
  expect((await owner.call('listUnassignedTags', { limit: 200 })).next).toBeDefined();
  await owner.call('retireUnassignedTag', { code: made.tags[0]?.code ?? '' });
  expect(await owner.tryCall('makeUnassignedTags', { count: 2, key: key() })).toMatchObject({
    status: 409,
    error: { message: 'You can have 500 blank tags: make one more.', details: { reason: 'too-many-tags' } },
  });
  await owner.call('makeUnassignedTags', { count: 1, key: key() });
});

test('an unassigned tag of one’s own needs no activation code, and goes on a new item or on one that exists; a key that made something else before is refused in words', async () => {
  const owner = await makeOwner(await startApp());
  const backpack = await makeItem(owner);
  const [first, second] = [await makeUnassignedTag(owner), await makeUnassignedTag(owner)];
  const added = await owner.call('activateTag', { code: first.code, key: key(), ...keys });
  expect(added).toMatchObject({ id: first.code, ...keys, printed: true });
  const tagged = { ...backpack, printed: true };
  expect(await owner.call('activateTagOnItem', { code: second.code, itemId: backpack.id })).toEqual(tagged);
  expect(await owner.call('activateTagOnItem', { code: second.code, itemId: backpack.id })).toEqual(tagged);
  expect(await (await owner.app.visitor().get(`/item/${second.hash}`)).text()).toContain('Blue backpack');
  expect((await owner.call('listUnassignedTags', {})).tags).toEqual([]);
  expect(await owner.tryCall('activateTagOnItem', { code: second.code, itemId: added.id })).toMatchObject({
    status: 409,
    error: { details: { reason: 'tag-taken' }, message: 'This tag is already on an item of yours: “Blue backpack”.' },
  });
  const used = key();
  const nextFirst = await owner.call('addItem', { ...keys, key: used });
  const nextSecond = await makeItem(owner);
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: used });
  const refused = { status: 400, error: { details: { reason: 'key-taken' } } };
  expect(await owner.tryCall('activateTag', { ...keys, key: used, code: tags[0]?.code ?? '' })).toMatchObject(refused);
  const picture = await drawPicture();
  const upload = async (name: string, item: { id: string }, file: Uint8Array<ArrayBuffer>) =>
    (await owner.upload(name, { itemId: item.id, key: used, name: 'Bill' }, file)).json();
  expect(await upload('setPicture', nextFirst, picture)).toMatchObject({ result: { id: nextFirst.id } });
  expect(await upload('setPicture', nextSecond, picture)).toMatchObject({ error: refused.error });
  expect(await upload('addReceipt', nextFirst, pdf)).toMatchObject({ error: refused.error });
});

test('a bought tag is activated with its code, however it is typed, and repeating it is doing it once', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { code, hash, activationCode } = await buyTag(app);
  const typed = {
    code: ` ${code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').match(/.{4}/g)?.join(' - ')} `,
    activationCode: activationCode.toUpperCase().replaceAll('1', 'l').match(/.{2}/g)?.join(' ') ?? '',
  };
  expect(await (await app.visitor().get(`/item/${hash}`)).text()).toContain('This tag is not in use yet.');
  await app.visitor().call('checkActivation', typed);
  for (const address of [`HTTPS://TAGS.EXAMPLE.COM/T/${code.toUpperCase()}`, ` localhost:3000/item/${hash}/?a=b#c`])
    await app.visitor().call('checkActivation', { ...typed, code: address });
  const asked = { ...typed, key: key(), ...keys };
  const item = await owner.call('activateTag', asked);
  expect(item).toMatchObject({ id: code, hash, ...keys });
  expect(await owner.call('activateTag', asked)).toEqual(item);
  expect((await owner.call('listItems', {})).items).toEqual([item]);
  expect(await (await app.visitor().get(`/item/${hash}`)).text()).toContain('House keys');
});

test('of 50 who activate one tag at the same moment one has it, and the others are told', async () => {
  const app = await startApp();
  const owners: Person[] = [];
  while (owners.length < 5) owners.push(await makeOwner(app));
  const { code, activationCode } = await buyTag(app);
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      owners[n % 5]?.tryCall('activateTag', { code, activationCode, key: key(), ...keys }),
    ),
  );
  expect(tries.filter((each) => each?.status === 200)).toHaveLength(1);
  const told = tries.filter((each) => each?.status === 409).map((each) => each?.error?.message);
  const others = told.filter((words) => words === 'This tag is in use already. If it came to you new, write to us.');
  expect(others).toHaveLength(40);
  const winner = told.filter((words) => words?.startsWith('This tag is already on an item of yours'));
  expect(winner).toHaveLength(9);
  const lists = await Promise.all(owners.map((owner) => owner.call('listItems', {})));
  expect(lists.flatMap(({ items }) => items)).toHaveLength(1);
});

test('a wrong activation code tells nothing of the tag: unknown, unassigned, active, retired and somebody’s are answered alike', async () => {
  const app = await startApp();
  const [owner, stranger] = [await makeOwner(app), await makeOwner(app)];
  const [blank, active] = [await buyTag(app), await buyTag(app)];
  await owner.call('activateTag', { ...active, key: key(), ...keys });
  const reserved = await makeUnassignedTag(owner);
  const retired = await makeUnassignedTag(owner);
  await owner.call('retireUnassignedTag', { code: retired.code });
  const codes = ['0000000000000000', blank.code, active.code, reserved.code, retired.code];
  for (const activationCode of [wrong, undefined]) {
    const answers = await Promise.all(
      codes.flatMap((code) => [
        stranger.tryCall('checkActivation', { code, activationCode }),
        stranger.tryCall('activateTag', { code, activationCode, key: key(), ...keys }),
        stranger.tryCall('activateTagOnItem', { code, activationCode, itemId: active.code }),
      ]),
    );
    expect(answers).toEqual(Array(answers.length).fill(answers[0]));
    expect(answers[0]).toMatchObject({ status: 404, error: { details: { reason: 'wrong-code' } } });
  }
  const ofReserved = activationCodeOf(reserved.code, app.services.keys);
  expect((await stranger.tryCall('checkActivation', { code: reserved.code, activationCode: ofReserved })).status).toBe(
    404,
  );
});

test('guessing activation codes is limited for each tag, whether it exists or not, by network and from anywhere; 100 wrong ones keep nobody from activating their tag, and right ones use up nothing', async () => {
  const app = await startApp();
  const { code, activationCode } = await buyTag(app);
  const guess = (visitor: Visitor, at: string, given = wrong) =>
    visitor.tryCall('checkActivation', { code: at, activationCode: given });
  const guessHard = async (times: number, at: string, by: () => Visitor) => {
    const answers = await Promise.all(Array.from({ length: times }, () => guess(by(), at)));
    return answers.filter(({ status }) => status === 429).length;
  };
  const one = app.visitor();
  for (const at of [code, 'yyyyyyyyyyyyyyyy']) expect(await guessHard(11, at, () => one)).toBe(1);
  expect((await guess(one, code, activationCode)).status, 'the right one comes too late').toBe(429);
  expect((await guess(app.visitor(), code, activationCode)).status, 'from elsewhere').toBe(200);

  const other = await buyTag(app);
  for (const at of [other.code, 'zzzzzzzzzzzzzzzz']) expect(await guessHard(101, at, () => app.visitor())).toBe(1);
  expect((await guess(app.visitor(), other.code, other.activationCode)).status).toBe(429);
  expect((await guess(app.visitor(), code, activationCode)).status, 'another tag').toBe(200);
  const { code: nextCode, activationCode: nextActivationCode } = await buyTag(app);
  const guesses = Array.from({ length: 120 }, (_, n) => String(n).padStart(16, '0'));
  for (const at of guesses) await one.tryCall('checkActivation', { code: at, activationCode: wrong });
  for (let n = 0; n < 10; n++)
    await app.visitor().tryCall('checkActivation', { code: nextCode, activationCode: wrong });
  await one.call('checkActivation', { code: nextCode, activationCode: nextActivationCode });
  const { code: thirdCode, activationCode: thirdActivationCode } = await buyTag(app);
  const visitor = app.visitor();
  for (let n = 0; n < 110; n++)
    await visitor.call('checkActivation', { code: thirdCode, activationCode: thirdActivationCode });
});

test('a finder of a tag that was never named reaches its owner, once and for all on an item', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  await owner.call('updateUserProfile', { language: 'de' });
  const tag = await makeUnassignedTag(owner);
  const page = await (await app.visitor().get(`/item/${tag.hash}`)).text();
  expect(page).toContain('You found something with our tag. Thank you!');
  const [finder, second] = [await makeFinder(app, Object(tag)), await makeFinder(app, Object(tag))];
  const sent = await Promise.all(
    [finder, second].map((each) => each.post(`/item/${tag.hash}`, { answer: 'have', text: 'It lay on the bus.' })),
  );
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations.map(({ item }) => item.name)).toEqual(Array(2).fill('Ein Anhänger ohne Namen'));
  const reply = { conversationId: conversations[0]?.id ?? '', key: key(), text: 'That is my umbrella!' };
  await owner.call('replyToFinder', reply);
  const links = sent.map((each) => each.headers.get('location') ?? '');
  const pages = await Promise.all([finder, second].map(async (each, n) => (await each.get(links[n] ?? '')).text()));
  expect(pages.join()).toContain('That is my umbrella!');
  await owner.call('updateItem', { id: tag.code, name: 'Umbrella' });
  expect(await (await app.visitor().get(`/item/${tag.hash}`)).text()).toContain('You found <bdi>Umbrella</bdi>');
});

test('whoever finds a tag that was never named while its owner’s account is being deleted is told that nobody is there', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const tag = await makeUnassignedTag(owner);
  const finder = await makeFinder(app, Object(tag));
  const { db } = app.services;
  const { sent } = await db.transaction().execute(async (trx) => {
    // As `deleteDueAccounts` does it: the account first, then its tags.
    await trx.selectFrom('users').select('uid').where('uid', '=', owner.uid).forUpdate().execute();
    const sent = finder.post(`/item/${tag.hash}`, { answer: 'have', text: 'It lay on the bus.' });
    await expect.poll(() => countWaiting(app)).toBe(1);
    await trx.updateTable('tags').set({ status: 'retired' }).where('code', '=', tag.code).execute();
    await trx.deleteFrom('authUsers').where('id', '=', owner.uid).execute();
    return { sent };
  });
  const page = await sent;
  expect(page.status).toBe(404);
  const text = await page.text();
  expect(text).toContain('It lay on the bus.');
  expect(text).toContain('There is nobody to write to behind this tag.');
});

test('owners who scan their unassigned tag are led to name it, and send nothing to themselves', async () => {
  const owner = await makeOwner(await startApp());
  const { code, hash } = await makeUnassignedTag(owner);
  const page = await (await owner.get(`/item/${hash}`)).text();
  expect(page).toContain('This is one of your blank tags.');
  expect(page).toContain(`href="/activate#${code}"`);
  expect(await owner.tryCall('reportFound', { hash, key: key(), text: 'It is me.' })).toMatchObject({ status: 409 });
  expect((await owner.call('listUnassignedTags', {})).tags).toHaveLength(1);
});

test('each state of a tag has its page, and a way to the operator', async () => {
  const app = await startApp();
  const [owner, leaver] = [await makeOwner(app), await makeOwner(app)];
  const { code, hash } = await makeUnassignedTag(owner);
  await owner.call('retireUnassignedTag', { code });
  const [left, named] = [await makeUnassignedTag(leaver), await makeItem(leaver)];
  await sql`update users set deletion_asked_at = now() - interval '8 days' where uid = ${leaver.uid}`.execute(
    app.services.db,
  );
  await deleteDueAccounts(app.services);
  const bought = await buyTag(app);
  for (const [at, status, words] of [
    [toItemHash('0000000000000000'), 404, 'We don’t know this tag.'],
    [bought.hash, 200, 'This tag is not in use yet.'],
    [hash, 410, 'This tag is retired.'],
    [left.hash, 410, 'This tag is retired.'],
    [named.hash, 410, 'This tag is retired.'],
  ] as const) {
    const answer = await app.visitor().get(`/item/${at}`);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([status, expect.stringContaining(words)]);
    expect(page).toContain('href="/contact"');
  }
});
