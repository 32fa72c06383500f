import { expect, test } from 'vitest';
import { type App, startApp } from '../test/app.ts';
import { queuedMails } from '../test/mail-queue.ts';
import { makeAdministrator } from '../test/make.ts';
import { keyRing, makeProduct, openShop, shopOpen } from '../test/shop.ts';
import type { Visitor } from '../test/visitor.ts';

const key = () => crypto.randomUUID();

async function startShop(): Promise<{ app: App; admin: Visitor }> {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  await openShop(app);
  return { app, admin };
}

const slugs = async (admin: Visitor, request: object = {}) =>
  (await admin.call('listProducts', request)).products.map(({ slug }) => slug);

test('a product that is added twice with one key is one, hidden, without stock, in the shop’s currency; what is wrong with one is said beside its field', async () => {
  const { admin } = await startShop();
  const asked = { ...keyRing, key: key() };
  const [added, again] = await Promise.all([admin.call('addProduct', asked), admin.call('addProduct', asked)]);
  expect(again).toEqual(added);
  expect(added).toMatchObject({ slug: 'key-ring', stock: 0, hidden: true, archived: false, currency: 'EUR' });
  expect(await slugs(admin)).toEqual(['key-ring']);
  const taken = await admin.tryCall('addProduct', { ...keyRing, key: key() });
  expect(taken.error?.details).toMatchObject({ fields: { slug: expect.stringContaining('Another product') } });
  const wrong = { slug: 'Key Ring', names: { en: '<b>' }, priceMinor: -1, tagsEach: 0.5, kind: 'car' };
  const { status, error } = await admin.tryCall('addProduct', { ...keyRing, ...wrong, key: key() });
  const { fields = {} } = (error?.details ?? {}) as { fields?: Record<string, string> };
  expect([status, Object.keys(fields).sort()]).toEqual([400, ['kind', 'names.en', 'priceMinor', 'slug', 'tagsEach']]);
  expect(fields).toMatchObject({ 'names.en': 'Give the product an English name.' });
});

test('stock changes by differences, of which parallel ones all count; a price and each language of a text are fields, each saved when nobody else changed it', async () => {
  const { app, admin } = await startShop();
  const { id } = await makeProduct(app, { stock: 0 });
  const once = { id, difference: 5, key: key() };
  const tens = Array.from({ length: 8 }, () => ({ id, difference: 10, key: key() }));
  await Promise.all([once, once, once, ...tens].map((change) => admin.call('changeStock', change)));
  const stock = async () => (await admin.call('listProducts', {})).products[0]?.stock;
  expect(await stock()).toBe(85);
  const taken = await Promise.all(
    Array.from({ length: 10 }, () => admin.tryCall('changeStock', { id, difference: -10, key: key() })),
  );
  expect(taken.filter(({ error }) => error?.message === 'So many are not there. Nothing was changed.')).toHaveLength(2);
  expect(await stock()).toBe(5);
  await admin.call('changeProduct', { id, madeToOrder: true });
  const refused = await admin.tryCall('changeStock', { id, difference: 1, key: key() });
  expect([refused.error?.message, await stock()]).toEqual([expect.stringContaining('made to order'), null]);
  const { id: nextId } = await makeProduct(app);
  await admin.call('changeProduct', { id: nextId, names: { en: 'Key ring', de: '' } });
  const from = { names: { en: 'Key ring' }, 'names.de': '', priceMinor: 500 };
  await admin.call('changeProduct', { id: nextId, priceMinor: 500 });
  await admin.call('changeProduct', { id: nextId, names: { en: 'Ring' }, from });
  await admin.call('changeProduct', { id: nextId, names: { de: 'Anhänger' }, from });
  const names = { en: 'Ring', de: 'Anhänger' };
  expect(
    await admin.tryCall('changeProduct', { id: nextId, names: { en: 'Brass' }, priceMinor: 600, from }),
  ).toMatchObject(conflict({ 'names.en': 'Ring', priceMinor: 500 }));
  expect((await admin.tryCall('changeProduct', { id: nextId, names: { de: 'Ring' }, from })).status).toBe(409);
  for (const _twice of [1, 2]) await admin.call('changeProduct', { id: nextId, names, priceMinor: 700, from });
  expect(await admin.call('getProduct', { id: nextId })).toMatchObject({ names, priceMinor: 700 });
});

test('products are moved, hidden, archived and come back, in the list, in its file and alone; what is left out of a change stays', async () => {
  const { app, admin } = await startShop();
  const first = await makeProduct(app, { slug: 'first' });
  await makeProduct(app, { slug: 'second' });
  const third = await makeProduct(app, { slug: 'third' });
  await admin.call('moveProduct', { id: third.id, to: 'up' });
  await admin.call('moveProduct', { id: first.id, to: 'up' });
  expect(await slugs(admin)).toEqual(['first', 'third', 'second']);
  await admin.call('moveProduct', { id: first.id, to: 'down' });
  expect(await slugs(admin)).toEqual(['third', 'first', 'second']);
  await admin.call('archiveProduct', { id: first.id, archived: true });
  expect([await slugs(admin), await slugs(admin, { state: 'archived' })]).toEqual([['third', 'second'], ['first']]);
  const fileOf = (state: string) => admin.read(`/admin/tables/products?state=${state}`);
  expect(await fileOf('listed')).toMatch(/,third,.*\r\n.*,second,/);
  expect((await fileOf('archived')).trim().split('\r\n')).toEqual([
    expect.any(String),
    expect.stringContaining(',first,'),
  ]);
  expect(await admin.call('getProduct', { id: first.id })).toMatchObject({ slug: 'first', archived: true });
  expect((await admin.tryCall('moveProduct', { id: first.id, to: 'up' })).status).toBe(404);
  await admin.call('archiveProduct', { id: first.id, archived: false });
  expect(await slugs(admin)).toEqual(['third', 'first', 'second']);
  const changed = await admin.call('changeProduct', { id: first.id, names: { en: 'Strap' } });
  expect(changed).toMatchObject({ ...first, names: { en: 'Strap' } });
});

test('products are searched by words of a name in any language or of the address, and sorted by name, price and stock, in the list and in its file', async () => {
  const { app, admin } = await startShop();
  const names = { en: 'Leather strap', de: 'Lederriemen „Ü“' };
  await makeProduct(app, { slug: 'strap', names, priceMinor: 1_990, stock: 7 });
  await makeProduct(app, { slug: 'key-ring', names: { en: 'a ring', de: '' }, priceMinor: 490, stock: null });
  await makeProduct(app, { slug: 'pet-tag', names: { en: 'Bone', de: 'Marke' }, priceMinor: 990, stock: 70 });
  const searches = {
    leath: ['strap'],
    'strap lea': ['strap'],
    'lederriemen ü': ['strap'],
    pet: ['pet-tag'],
    eather: [],
  };
  for (const [search, found] of Object.entries(searches)) expect(await slugs(admin, { search })).toEqual(found);
  for (const search of [`'`, '& | !', '\\', '(', '“”', '%', '_'])
    expect([search, await slugs(admin, { search })]).toEqual([search, []]);
  expect(await slugs(admin, { search: 'bone', state: 'archived' })).toEqual([]);
  expect(await slugs(admin)).toEqual(['strap', 'key-ring', 'pet-tag']);
  expect(await slugs(admin, { ascending: false })).toEqual(['pet-tag', 'key-ring', 'strap']);
  const sorted = {
    name: ['key-ring', 'pet-tag', 'strap'],
    price: ['key-ring', 'pet-tag', 'strap'],
    stock: ['strap', 'pet-tag', 'key-ring'],
  };
  for (const [sort, least] of Object.entries(sorted)) {
    expect([sort, await slugs(admin, { sort })]).toEqual([sort, least]);
    for (const [ascending, rows] of [
      ['yes', least],
      ['no', least.toReversed()],
    ] as const) {
      expect(await slugs(admin, { sort, ascending: ascending === 'yes' })).toEqual(rows);
      const file = await admin.read(`/admin/tables/products?sort=${sort}&ascending=${ascending}`);
      expect(file.match(/(?<=,)(?:strap|key-ring|pet-tag)(?=,)/g)).toEqual(rows);
    }
  }
  const byName = { sort: 'name', ascending: true } as const;
  const { next: after } = await admin.call('listProducts', { ...byName, limit: 1 });
  admin.language = 'de';
  const german = ['key-ring', 'strap', 'pet-tag'];
  expect(await slugs(admin, byName)).toEqual(german);
  expect(await admin.read('/admin/tables/products?sort=name&ascending=yes&lang=de')).toMatch(
    new RegExp(german.join('[^]*')),
  );
  const refused = await admin.tryCall('listProducts', { ...byName, after });
  expect(refused.error?.details).toMatchObject({ reason: 'bad-cursor' });
  expect(await admin.read('/admin/tables/products?search=bone')).toMatch(/^[^\n]*\n[^\n]*pet-tag[^\n]*\n$/);
});

test('a shop opens only with seller, bank account and delivery, and cannot lose them while it is open', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const missing = async (change: object) => {
    const { error } = await admin.tryCall('changeShopSettings', change);
    return Object.keys((error?.details as { fields?: object } | undefined)?.fields ?? {}).sort();
  };
  const needed = ['bank.holder', 'bank.iban', 'delivery', 'seller.address', 'seller.email', 'seller.name'];
  expect(await missing({ open: true })).toEqual(needed);
  expect(await admin.call('readShopSettings', {})).toMatchObject({ open: false });
  expect(await admin.call('changeShopSettings', shopOpen)).toMatchObject(shopOpen);
  expect(await missing({ delivery: [] })).toEqual(['delivery']);
  expect(await admin.call('changeShopSettings', { unpaidDays: 7 })).toMatchObject({ ...shopOpen, unpaidDays: 7 });
  expect(await admin.call('readShopSettings', {})).toMatchObject({ ...shopOpen, unpaidDays: 7 });
});

const conflict = (now: object) => ({ status: 409, error: { details: { reason: 'changed-elsewhere', now } } });

test('another bank account is mailed to every administrator in their language: the old one, the new one, who and when', async () => {
  const app = await startApp({ adminEmail: 'operator@example.com' });
  const admin = await makeAdministrator(app, 'Grace');
  const german = await makeAdministrator(app, 'Greta');
  await german.call('updateUserProfile', { language: 'de' });
  const noMore = await makeAdministrator(app, 'Nora');
  await admin.call('administerAccount', { id: noMore.uid, act: 'disable' });
  await admin.call('changeShopSettings', {
    ...shopOpen,
    bank: { ...shopOpen.bank, holder: '', iban: '', bic: '' },
    open: false,
  });
  await admin.call('changeShopSettings', {
    bank: { holder: 'Trove evil.com', iban: 'DE89370400440532013000', bic: '' },
  });
  await app.mailbox.find(admin.email, 'bank account');
  const subject = /bank account|Bankkonto/;
  const mailed = async () => {
    const mails = (await queuedMails(app)).filter((mail) => subject.test(mail.subject));
    return mails.map(({ toAddress, text }) => ({ to: toAddress, text }));
  };
  const first = await mailed();
  expect(first.map(({ to }) => to).sort()).toEqual([admin.email, german.email, 'operator@example.com'].sort());
  expect(first.find(({ to }) => to === admin.email)?.text).toContain(
    'Before:\nnone\n\nNow:\nTrove …\nDE89 3704 0044 0532 0130 00\n',
  );
  expect(first.find(({ to }) => to === german.email)?.text).toMatch(
    /Grace \(.*\) hat am .* UTC das Bankkonto des Shops geändert/,
  );
  await admin.call('changeShopSettings', { unpaidDays: 9 });
  await admin.call('changeShopSettings', {
    bank: { holder: 'Trove evil.com', iban: 'DE89370400440532013000', bic: '' },
  });
  expect(await mailed(), 'nothing changed').toHaveLength(3);
  await admin.call('changeShopSettings', { bank: { holder: 'Eve', iban: 'DE02120300000000202051', bic: '' } });
  const text = (await mailed()).findLast(({ to }) => to === admin.email)?.text;
  expect(text).toContain('Before:\nTrove …\nDE89 3704 0044 0532 0130 00\n\nNow:\nEve\nDE02 1203 0000 0000 2020 51\n');
});

test('settings of the shop that cannot be are refused beside their fields, with words of their own; one is not saved over what another administrator saved meanwhile', async () => {
  const { admin } = await startShop();
  const [zone] = shopOpen.delivery ?? [];
  for (const [field, change] of [
    ['bank.iban', { bank: { ...shopOpen.bank, iban: 'DE89370400440532013001' } }],
    ['bank.bic', { bank: { ...shopOpen.bank, bic: 'X' } }],
    ['currency', { currency: 'EUX' }],
    ...['XX', 'EU', 'UK', 'D'].map(
      (none) => ['delivery.0.countries.0', { delivery: [{ ...zone, countries: [none] }] }] as const,
    ),
    ['delivery.1.countries.1', { delivery: [zone, { ...zone, countries: ['FR', 'AT'] }] }],
    ['delivery.0.countries.1', { delivery: [{ ...zone, countries: ['DE', 'DE'] }] }],
    [
      'delivery.1.days.1',
      {
        delivery: [
          { ...zone, countries: ['FR'] },
          { ...zone, days: [9, 2] },
        ],
      },
    ],
    ['seller.email', { seller: { ...shopOpen.seller, email: 'shop(at)example.com' } }],
    ['seller.country', { seller: { ...shopOpen.seller, country: 'XX' } }],
    ['delivery.0.priceMinor', { delivery: [{ ...zone, priceMinor: null }] }],
    ['delivery.0.days.1', { delivery: [{ ...zone, days: [1, 100] }] }],
    ['taxRates.DE', { taxRates: { DE: 19.5 } }],
    ['unpaidDays', { unpaidDays: 0 }],
  ] as const) {
    const { status, error } = await admin.tryCall('changeShopSettings', change);
    const { fields = {} } = (error?.details ?? {}) as { fields?: Record<string, string> };
    expect([status, Object.keys(fields)], field).toEqual([400, [field]]);
    expect(fields[field], 'it says what to do').not.toBe('This cannot be understood.');
  }
  expect(await admin.call('readShopSettings', {})).toMatchObject(shopOpen);
  const from = await admin.call('readShopSettings', {});
  const seller = { ...from.seller, name: 'Brass Ltd' };
  await admin.call('changeShopSettings', { seller, from });
  const late = { seller: { ...from.seller, email: 'late@example.com' }, unpaidDays: 8, from };
  expect(await admin.tryCall('changeShopSettings', late)).toMatchObject(
    conflict({ seller, unpaidDays: from.unpaidDays }),
  );
  expect(await admin.call('readShopSettings', {})).toEqual({ ...from, seller });
  await admin.call('changeShopSettings', { seller, from });
  await admin.call('changeShopSettings', { unpaidDays: 9, from });
  const both = await Promise.all(
    ['one@example.com', 'two@example.com'].map((email) =>
      admin.tryCall('changeShopSettings', { seller: { ...seller, email }, from: { seller } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await admin.call('changeShopSettings', { seller: late.seller });
  expect(await admin.call('readShopSettings', {}), 'without from').toMatchObject({ seller: late.seller });
});
