import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { spotsOf } from '../../test/label-spots.ts';
import { makeItem, makeOwner, type Person } from '../../test/make.ts';
import { boxOf, linesOf, textOf } from '../../test/pdf-text.ts';
import { scanSpots, viewNames } from '../../test/scanned-codes.ts';
import { shareApp } from '../../test/shared-app.ts';
import { withOwner } from '../../test/worlds.ts';
import { newTagCode } from '../items/contract/tag-code.ts';
import { findSheet, placesOn, sheetNames } from './contract/sheets.ts';

const publicUrl = 'https://tags.example.com';
const sharedApp = shareApp({ publicUrl });

test('every code of every sheet is read as printed, and on labels of each size at 80 % and turned', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const codes = await addItems(app, owner, Math.max(...sheetNames.map((name) => placesOn(findSheet(name)))));
  const sizes = new Set<string>();
  for (const name of sheetNames) {
    const sheet = findSheet(name);
    const size = JSON.stringify([sheet.label, sheet.fold]);
    const onSheet = codes.slice(0, placesOn(sheet));
    const pdf = await print(owner, { sheet: name, items: onSheet, texts: 'note' });
    const spots = spotsOf(sheet);
    const faces = spots.length / onSheet.length;
    const expected = onSheet.flatMap((code) => Array(faces).fill(`HTTPS://TAGS.EXAMPLE.COM/T/${code.toUpperCase()}`));
    const read = await scanSpots(pdf, spots, sizes.has(size) ? ['printed'] : viewNames);
    sizes.add(size);
    expect.soft(read.printed, name).toEqual(expected);
    for (const [view, codesRead] of Object.entries(read))
      expect.soft(codesRead, `${name} ${view}`).toEqual(expected.slice(0, codesRead.length));
  }
}, 300_000);

test('a used sheet is printed from its first free place on; unassigned tags are printed until they are on something; a tag says its host and its code, and if wished name and note', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const [first = '', second = ''] = await addItems(app, owner, 2);
  const order = { sheet: 'avery-5163', items: [second, first], start: 9, offsetX: 4, offsetY: -3, copies: 2 };
  const pdf = await print(owner, order);
  const read = await scanSpots(pdf, spotsOf(findSheet('avery-5163')));
  expect(read.printed).toEqual([
    ...Array(8).fill(''),
    ...Array(2).fill(`HTTPS://TAGS.EXAMPLE.COM/T/${second.toUpperCase()}`),
  ]);
  expect(await textOf(pdf)).toContain('\f');

  const [placed, moved] = [await boxOf(await print(owner, { ...order, offsetX: 0, offsetY: 0 })), await boxOf(pdf)];
  const mm = 72 / 25.4;
  expect(moved.x - placed.x).toBeCloseTo(4 * mm, 1);
  expect(moved.y - placed.y).toBeCloseTo(-3 * mm, 1);
  const { tags } = await owner.call('makeUnassignedTags', { count: 3, key: crypto.randomUUID() });
  const codes = tags.map(({ code }) => code).sort();
  const [used = '', ...blank] = codes;
  await owner.call('activateTag', { code: used, key: crypto.randomUUID(), name: 'Keys', category: 'keys' });
  const nextPdf = await print(owner, { sheet: 'avery-5163', items: 'blank' });
  const nextRead = await scanSpots(nextPdf, spotsOf(findSheet('avery-5163')));
  expect(nextRead.printed.filter(Boolean)).toEqual(
    blank.map((code) => `HTTPS://TAGS.EXAMPLE.COM/T/${code.toUpperCase()}`),
  );
  const { id } = await makeItem(owner, { name: 'Grüße, Жёлтый', note: 'It has my passport in it.' });
  const items = [id];
  const bare = await textOf(await print(owner, { sheet: 'avery-l7163', items }));
  expect(bare).toContain('tags.example.com');
  expect(bare.replaceAll(/\s/g, '')).toContain(id);
  for (const words of ['Grüße', 'passport', 'TEST']) expect(bare).not.toContain(words);
  const full = await textOf(await print(owner, { sheet: 'avery-l7163', items, texts: 'note' }));
  for (const words of ['Grüße, Жёлтый', 'It has my passport']) expect(full).toContain(words);

  const local = await startApp();
  const there = await makeOwner(local);
  const onTag = await textOf(await print(there, { sheet: 'avery-l7163', items: [(await makeItem(there)).id] }));
  expect(onTag).toContain(`TEST ${new URL(local.url).host}`);
});

test('“Found? Please scan.” stands on a small label before a long note, which is cut, and a name that has no room beside it is told', async () => {
  const owner = await makeOwner(await sharedApp());
  const note = 'It has my passport in it. '.repeat(10);
  const { id } = await makeItem(owner, { name: 'Blue bag', note });
  const textOn = async (order: object) => (await textOf(await print(owner, order))).replaceAll(/\s+/g, ' ');
  for (const sheet of ['plain-30-a4', 'avery-l6009']) {
    const text = await textOn({ sheet, items: [id], texts: 'note' });
    for (const words of ['Found? Please scan.', 'Blue bag', 'tags.example.com']) expect(text).toContain(words);
    expect(text.includes('It has my passport'), 'a note where it has room').toBe(sheet === 'avery-l6009');
  }
  const name = 'A suitcase with wheels, bought in Innsbruck';
  const long = await makeItem(owner, { name });
  const order = { sheet: 'plain-30-a4', items: [long.id], texts: 'name' as const };
  expect(await textOn(order)).toContain('Found? Please scan.');
  expect((await owner.call('checkPrintedNames', order)).noRoom).toEqual([name]);
});

test('the distance between labels is corrected, which adds up to the last one, also on the test page', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeItem(owner);
  const last = { sheet: 'avery-l7651', items: [id], start: 65 };
  const corrected = { ...last, pitchX: 0.1, pitchY: -0.25 };
  const [placed, moved] = [await boxOf(await print(owner, last)), await boxOf(await print(owner, corrected))];
  const mm = 72 / 25.4;
  expect(moved.x - placed.x).toBeCloseTo(4 * 0.1 * mm, 2);
  expect(moved.y - placed.y).toBeCloseTo(12 * -0.25 * mm, 2);
  const testPages = [last, corrected].map((order) => print(owner, { ...order, testPage: true }));
  const [plain, changed] = await Promise.all(testPages);
  expect(plain?.equals(changed as Buffer)).toBe(false);
});

test('names of every script stand on a tag, those from right to left from the right; numbers in Arabic and Persian digits stand from left to right', async () => {
  const { owner } = await withOwner(sharedApp());
  const names = [
    'حقيبة سوداء',
    'תיק כחול',
    'Жёлтый зонт',
    'नीला बैग',
    '蓝色背包',
    '青いかばん',
    '파란 배낭',
    'กระเป๋า',
    '🎒👨‍👩‍👧',
    'תיק ❤️‍🔥',
  ];
  for (const name of names) {
    const { id } = await makeItem(owner, { name });
    const pdf = await print(owner, { sheet: 'avery-5163', items: [id], texts: 'name' });
    const read = (await textOf(pdf)).normalize('NFKC').replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '');
    for (const word of name.split(' ')) expect.soft(read, word).toContain(word);
  }
  const [hebrew, latin] = [await makeItem(owner, { name: 'אב' }), await makeItem(owner, { name: 'AB' })];
  const placeOf = async (item: string, word = '[א-ת]+') =>
    (await boxOf(await print(owner, { sheet: 'avery-5163', items: [item], texts: 'name' }), word)).x;
  expect(await placeOf(hebrew.id)).toBeGreaterThan((await placeOf(latin.id, 'AB')) + 50);
  for (const [name, number] of [
    ['شارع ١٢٣', '١٢٣'],
    ['شارع ۴۵۶', '۴۵۶'],
    ['Box ١٢٣', '١٢٣'],
    ['٧٨٩', '٧٨٩'],
  ] as const) {
    const { id } = await makeItem(owner, { name });
    const pdf = await print(owner, { sheet: 'avery-5163', items: [id], texts: 'name' });
    // Words come as they stand on the paper.
    expect.soft((await boxOf(pdf, number)).x, name).toBeGreaterThan(0);
  }
  for (const name of ['۰۹۱۲ ۳۴۵', 'Box ۰۹۱۲ ۳۴۵']) {
    const { id } = await makeItem(owner, { name });
    const pdf = await print(owner, { sheet: 'avery-5163', items: [id], texts: 'name' });
    const [first, second] = [await boxOf(pdf, '۰۹۱۲'), await boxOf(pdf, '۳۴۵')];
    expect.soft([name, first.x > 0, second.x > first.x]).toEqual([name, true, true]);
  }
});

test('a code whose dots would be too small is refused with the reason, in the owner’s language', async () => {
  const { owner } = await withOwner(startApp({ publicUrl: `https://${'lost-and-found.'.repeat(4)}example.com` }));
  const { id } = await makeItem(owner);
  const order = { sheet: 'brother-17x54', items: [id] };
  for (const [language, words] of [
    ['en', /dots of the code would be 0\.\d+ mm wide/],
    ['de', /Punkte des Codes wären 0,\d+ mm breit/],
  ] as const) {
    await owner.call('updateUserProfile', { language });
    const refused = await owner.postJson('/items/print', { data: order });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { details: { fields: { sheet: expect.stringMatching(words) } } },
    });
  }
  expect((await owner.postJson('/items/print', { data: { ...order, sheet: 'avery-5163' } })).status).toBe(200);
});

test('what cannot be printed is refused in words: no item, somebody else’s, too many, a place that is not there; an item whose tags are all retired or frozen is printed no more, and the words say what to do; which items a print of all, or of those that were found, leaves out is told before, and why there is none', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const { id } = await makeItem(await makeOwner(app, 'Bob'));
  const [own = ''] = await addItems(app, owner, 6);
  const sheet = 'avery-l7160';
  for (const [order, words] of [
    [{ sheet, items: [] }, 'Choose at least one item.'],
    [{ sheet, items: [own, id] }, 'There is no such item in your list.'],
    [{ sheet, items: 'all', copies: 100 }, 'Print at most 500 tags at once'],
    [{ sheet, items: [own], copies: 101 }, 'Print between 1 and 100 copies'],
    [{ sheet, items: [own], start: 22 }, 'This sheet has only 21 places.'],
    [{ sheet, items: [own], offsetX: 11 }, 'Move the print by at most 10 mm.'],
    [{ sheet, items: [own], pitchY: 1.1 }, 'Change the distance between labels by at most 1 mm.'],
    [{ sheet: 'papyrus', items: [own] }, 'Choose a sheet.'],
  ] as const) {
    const refused = await owner.postJson('/items/print', { data: order });
    expect(((await refused.json()) as { error: { message: string } }).error.message).toContain(words);
  }
  const pdf = await print(owner, { sheet, items: 'all' });
  expect((await textOf(pdf)).match(/tags\.example\.com/g)).toHaveLength(6);
  const nextOwner = await makeOwner(app);
  const [item, other] = [await makeItem(nextOwner), await makeItem(nextOwner, { name: 'Keys' })];
  const order = (items: string[]) => ({ sheet: 'avery-l7160', items });
  const why = { status: 400, error: { details: { reason: 'no-tag' } } };
  const tags = app.services.db.updateTable('tags').where('itemId', '=', item.id);
  for (const change of [{ frozenAt: new Date() }, { frozenAt: null, status: 'retired' as const }]) {
    await tags.set(change).execute();
    const refused = await nextOwner.tryCall('checkPrintedNames', order([other.id, item.id]));
    expect(refused).toMatchObject(why);
    expect(refused.error?.message).toContain('“Blue backpack” has no tag to print');
    expect(await nextOwner.tryCall('checkPrintedNames', order([other.id]))).toMatchObject({ status: 200 });
  }
  expect(await nextOwner.tryCall('checkPrintedNames', order([item.id, 'nobodys']))).toMatchObject(why);
  const thirdOwner = await makeOwner(app);
  await makeItem(await makeOwner(app, 'Bob'), { name: 'Bob’s bag' });
  const [bag, keys, old] = [
    await makeItem(thirdOwner, { name: 'Blue bag' }),
    await makeItem(thirdOwner, { name: 'Keys', category: 'keys' }),
    await makeItem(thirdOwner, { name: 'Old bag' }),
  ];
  await thirdOwner.call('archiveItem', { id: old.id });
  const leftOut = (items: 'all' | { search: string }) => thirdOwner.call('listUntaggedItems', { items });
  expect(await leftOut('all')).toEqual({ items: [], count: 0 });
  const thirdTags = app.services.db.updateTable('tags').set({ status: 'retired' });
  await thirdTags.where('itemId', 'in', [bag.id, old.id]).execute();
  const told = { items: [{ id: bag.id, name: 'Blue bag' }], count: 1 };
  expect(await leftOut('all')).toEqual(told);
  expect(await leftOut({ search: 'bag' })).toEqual(told);
  expect(await leftOut({ search: 'Keys' })).toEqual({ items: [], count: 0 });
  await thirdTags.where('itemId', '=', keys.id).execute();
  expect(await leftOut('all')).toMatchObject({ count: 2 });
  for (const address of ['/items/print', '/items/codes']) {
    const refused = await thirdOwner.postJson(address, { data: { sheet: 'avery-l7160', items: 'all' } });
    expect(await refused.text()).toContain('has no tag to print');
  }
});

test('tags stand on paper in the order of My Items, also those of a file, which came at one moment; the test page has the outlines of the labels and a ruler, and no code', async () => {
  const { owner } = await withOwner(sharedApp());
  const names = Array.from({ length: 12 }, (_, index) => `Thing ${String.fromCharCode(65 + index)}`);
  await owner.upload('importItems', {}, new TextEncoder().encode(['name', ...names].join('\n')));
  const { items } = await owner.call('listItems', {});
  await owner.call('markItemLost', { id: items[4]?.id ?? '' });
  const shown = (await owner.call('listItems', {})).items.map(({ name }) => name);
  expect(shown).toEqual(['Thing E', ...names.toSpliced(4, 1)]);
  for (const chosen of ['all', { search: 'Thing' }]) {
    const text = await textOf(await print(owner, { sheet: 'dymo-89x28', items: chosen, texts: 'name' }));
    expect(text.match(/Thing [A-Z]/g)).toEqual(shown);
  }
  const nextOwner = await makeOwner(owner.app);
  const pdf = await print(nextOwner, { sheet: 'avery-l7651', testPage: true });
  expect(await textOf(pdf)).toContain('This line is 100 mm long');
  expect((await scanSpots(pdf, spotsOf(findSheet('avery-l7651'), 1))).printed).toEqual(['']);
  const sheet = findSheet('avery-l7651');
  const lines = await linesOf(pdf);
  const outlines = lines.filter(({ height }) => Math.abs(height - sheet.label.height) < 0.1);
  expect(outlines).toHaveLength(placesOn(sheet));
  for (const { width } of outlines) expect(width).toBeCloseTo(sheet.label.width, 0);
  expect(lines.filter(({ width }) => Math.abs(width - 100) < 0.2)).toHaveLength(1);
});

async function print(owner: { postJson: Person['postJson'] }, order: object): Promise<Buffer> {
  const response = await owner.postJson('/items/print', { data: order });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await response.arrayBuffer());
}

/** Items with a note that is longer than any label, as if they had been added one after the other. */
async function addItems({ services: { db } }: App, { uid }: Person, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newTagCode);
  const note = 'It has my passport in it. '.repeat(10);
  const details = (id: string) => ({ id, ownerId: uid, name: 'Blue backpack', category: 'bag', note, creationKey: id });
  await db.insertInto('items').values(codes.map(details)).execute();
  const tagOf = (code: string) => ({ code, itemId: code, status: 'active' as const, activatedAt: new Date() });
  await db.insertInto('tags').values(codes.map(tagOf)).execute();
  return codes;
}
