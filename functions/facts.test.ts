import { expect, test } from 'vitest';
import { categories } from '../domain/items/contract/categories.ts';
import { type FactName, factNames, factsOf } from '../domain/items/contract/facts.ts';
import { type App, startApp } from '../test/app.ts';
import { makeItem, makeOwner } from '../test/make.ts';
import { sharedApp } from '../test/shared-app.ts';
import { withOwner } from '../test/worlds.ts';

const facts = {
  reward: 'A chocolate cake',
  phone: '+49 30 1234567',
  email: 'ada@home.example',
  urgentCare: 'Insulin at noon',
  temperament: 'shy',
  chip: '276098102345678',
  vet: 'Dr. Miller, Main Street',
  tripTo: 'Hotel Astoria, Lisbon',
  tripUntil: '2099-05-03',
  serialNumber: 'WTU-4711-XYZ',
} satisfies Record<FactName, string>;

const everything = (shown: (name: FactName) => boolean) =>
  Object.fromEntries(factNames.map((name) => [name, { text: facts[name], shown: shown(name) }]));

test.each(categories)('of a %s the finder sees what is shown and of its kind, and nothing else', async (category) => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner, { category });
  const isShown = (name: FactName): boolean => name !== 'serialNumber';
  await owner.call('updateItem', { id, facts: everything(isShown) });
  const seen = factsOf(category).filter(isShown);
  const tag = await app.visitor().call('readTag', { hash });
  expect(tag).toMatchObject({ item: { facts: Object.fromEntries(seen.map((name) => [name, facts[name]])) } });
  const { text } = await readPage(app, hash);
  for (const name of ['reward', 'phone', 'email', 'urgentCare', 'chip', 'vet', 'tripTo', 'serialNumber'] as const)
    expect(text.includes(facts[name]), name).toBe(seen.includes(name));
  expect(text.includes('please do not chase it')).toBe(category === 'pet');
  expect(text.includes('until May 3, 2099')).toBe(category === 'bag' || category === 'suitcase');

  await owner.call('updateItem', { id, facts: everything(() => false) });
  expect(await app.visitor().call('readTag', { hash })).toMatchObject({ item: { facts: {} } });
  const hidden = await readPage(app, hash);
  for (const name of factNames) expect(hidden.text, name).not.toContain(facts[name]);
  expect((await owner.call('getItem', { id })).facts).toEqual(everything(() => false));
});

test.each(['addItem', 'activateTag'] as const)('facts come with the item: %s', async (name) => {
  const { app, owner } = await withOwner();
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  const item = { key: crypto.randomUUID(), name: 'Minka', category: 'pet' as const };
  const add = (typed: object) => owner.tryCall(name, { ...item, code: tags[0]?.code ?? '', facts: typed });
  const refused = await add({ ...everything(() => false), phone: { text: '030 1234567', shown: false } });
  expect(refused.error?.details).toMatchObject({ fields: { 'facts.phone.text': expect.stringContaining('+') } });
  expect((await owner.call('listItems', {})).items).toEqual([]);

  const isShown = (fact: FactName): boolean => fact === 'chip';
  const { result } = await add({ ...everything(isShown), vet: { text: '  ', shown: true } });
  const { vet: _, ...kept } = everything(isShown);
  expect(result).toMatchObject({ facts: kept });
  const [{ hash = '', facts: saved } = {}] = (await owner.call('listItems', {})).items;
  expect(saved).toEqual(kept);
  expect(await app.visitor().call('readTag', { hash })).toMatchObject({ item: { facts: { chip: facts.chip } } });
});

test('the page says nothing of what is not said, and nothing any more of what was', async () => {
  const { app, owner } = await withOwner(startApp());
  const { id, hash } = await makeItem(owner, { category: 'pet' });
  const { html, text } = await readPage(app, hash);
  expect(text).toMatch(/^You found Blue backpack\. Thank you!Tell the owner with one tap/);
  expect(text).toMatch(/Seen hereIt has my passport in it\.Or write a message/);
  expect(text).toMatch(/Send message[^A-Z]*You get a private link/);
  await owner.call('updateItem', { id, facts: everything((name) => name !== 'serialNumber') });
  await owner.call('markItemStolen', { id, message: 'Taken', reference: '4711' });
  expect((await readPage(app, hash)).html).not.toBe(html);
  const nothing = Object.fromEntries(factNames.map((name) => [name, { text: '', shown: false }]));
  await owner.call('updateItem', { id, facts: nothing });
  await app.services.db.updateTable('items').set({ lostAt: null, stolenAt: null }).execute();
  expect((await readPage(app, hash, '?drawn=anew')).html).toBe(html);
});

test('nothing that an owner types becomes a link but the email address and the phone number, which is read as people write it; what a change does not name stays; an empty text deletes', async () => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner, { category: 'pet', note: 'See https://evil.example' });
  const { html: before } = await readPage(app, hash);
  const address = 'https://evil.example/?a=b mailto:eve@evil.example';
  const words = Object.fromEntries(
    ['reward', 'urgentCare', 'chip', 'vet'].map((name) => [name, { text: address, shown: true }]),
  );
  const contacts = { phone: { text: '+1 (', shown: true }, email: { text: 'ada@home.example', shown: true } };
  expect(await owner.tryCall('updateItem', { id, facts: { ...words, ...contacts } })).toMatchObject({
    status: 400,
    error: { details: { fields: { 'facts.phone.text': expect.stringContaining('+49 30 1234567') } } },
  });
  const phone = { text: '+49 30/123-4567', shown: true };
  await owner.call('updateItem', { id, facts: { ...words, ...contacts, phone } });
  await owner.call('markItemLost', { id, message: address, place: address });
  const links = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
  const { html } = await readPage(app, hash);
  const added = links(html).filter((href) => !links(before).includes(href));
  expect(added).toEqual(['tel:+49301234567', 'mailto:ada@home.example']);
  const readAs = {
    '+49301234567': [
      '+49 (0)30 1234567',
      '0049 30 1234567',
      '+49.30.123.45.67',
      '+49/30/12–34—567',
      '＋４９ ３０ １２３４５６７',
    ],
    '+4930123456': [
      '(+49) 30 123456',
      '+49\u00a030\u202f123\u2009456',
      '+49\u200b30123456\u200e',
      '+٤٩٣٠١٢٣٤٥٦',
      '+49(0) 30-123-456',
    ],
    '+390612345678': ['+39 (0)6 1234 5678', '+39 06 12345678'],
  };
  for (const [dialled, written] of Object.entries(readAs))
    for (const text of written) {
      await owner.call('updateItem', { id, facts: { phone: { text, shown: true } } });
      expect((await readPage(app, hash)).html, text).toContain(`href="tel:${dialled}"`);
    }
  const nextOwner = await makeOwner(app);
  const item = await makeItem(nextOwner);
  const { id: nextId } = item;
  const reward = { text: 'A cake', shown: true };
  await nextOwner.call('updateItem', { id: nextId, facts: { reward, serialNumber: { text: '4711', shown: false } } });
  await nextOwner.call('updateItem', { id: nextId, name: 'Red backpack' });
  const chip = { text: '276', shown: false };
  const { name, facts: kept } = await nextOwner.call('updateItem', { id: nextId, facts: { chip } });
  expect([name, kept]).toEqual(['Red backpack', { reward, chip, serialNumber: { text: '4711', shown: false } }]);
  const { facts: left } = await nextOwner.call('updateItem', {
    id: nextId,
    facts: { reward: { text: ' ', shown: true } },
  });
  expect(left).toEqual({ chip, serialNumber: { text: '4711', shown: false } });
});

test.each<[problem: string, FactName, { text: string; shown: boolean }]>([
  ['a phone number without its country', 'phone', { text: '030 1234567', shown: true }],
  ['a phone number that is too short', 'phone', { text: '+49 30', shown: true }],
  ['a phone number that is too long', 'phone', { text: '+49 30 1234567890123', shown: true }],
  ['a phone number with letters', 'phone', { text: '+1 800 FLOWERS', shown: true }],
  ['a phone number with an extension', 'phone', { text: '+49 30 1234567 ext. 12', shown: true }],
  ['a phone number with a short extension', 'phone', { text: '+49 30 1234567 x12', shown: true }],
  ['a phone number with a code to dial', 'phone', { text: '*31#+49301234567', shown: true }],
  ['words instead of a number', 'phone', { text: '+call me maybe', shown: true }],
  ['no email address', 'email', { text: 'ada at home', shown: true }],
  ['an unknown temperament', 'temperament', { text: 'grumpy', shown: true }],
  ['a day that is none', 'tripUntil', { text: '2026-02-30', shown: true }],
  ['a trip that is over', 'tripUntil', { text: '2026-01-31', shown: true }],
  ['a serial number for everybody', 'serialNumber', { text: 'WTU-4711', shown: true }],
  ['a long reward', 'reward', { text: 'x'.repeat(61), shown: true }],
])('%s is refused in words, and what was there stays', async (_problem, name, fact) => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeItem(owner);
  const { facts: before } = await owner.call('updateItem', { id, facts: everything(() => false) });
  for (const language of ['en', 'de']) {
    owner.language = language;
    const refused = await owner.tryCall('updateItem', { id, facts: { [name]: fact } });
    expect(refused).toMatchObject({ status: 400, error: { status: 'INVALID_ARGUMENT' } });
    expect(refused.error?.message).toMatch(/\w\.$/);
  }
  expect((await owner.call('getItem', { id })).facts).toEqual(before);
});

test('the owner previews exactly what a finder sees, and a stranger cannot tell that there is a preview', async () => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner, { category: 'bike' });
  await owner.call('updateItem', { id, facts: everything((name) => name === 'reward') });
  const preview = await owner.read(`/item/${hash}/preview`);
  expect(preview).toContain('Finders see this. Only you see this line.');
  const { html } = await readPage(app, hash);
  const inert = (page: string) => page.replace(/<form[^>]*>| inert=""/g, '').replace(/<input type="hidden"[^>]*>/g, '');
  const without = mainOf(preview).replace(/<p class="found-small">Finders see this.*?<\/p>/, '');
  expect(inert(without)).toBe(inert(mainOf(html)));
  expect(preview).not.toContain('My Items');

  const other = await makeOwner(app, 'Bob');
  for (const stranger of [app.visitor(), other])
    expect(await stranger.read(`/item/${hash}/preview`)).not.toContain('Only you see this line.');
  expect(preview).not.toContain(facts.serialNumber);
});

async function readPage(app: App, hash: string, query = '') {
  const html = await app.visitor().read(`/item/${hash}${query}`);
  return { html: mainOf(html), text: mainOf(html).replace(/<[^>]*>/g, '') };
}

function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
}
