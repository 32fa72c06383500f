import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { startApp } from '../../test/app.ts';
import { makeAdministrator, newEmail } from '../../test/make.ts';
import { makeProduct, openShop, orderIdOf, orderOf, shopOpen } from '../../test/shop.ts';

type Place = { country: string; zip: string; state?: string };

const zone = (...countries: string[]) => ({
  countries,
  priceMinor: 390,
  freeFromMinor: null,
  days: [2, 4] as [number, number],
});

const european: Partial<ShopSettings> = {
  taxScheme: 'destination',
  delivery: [zone('DE', 'ES', 'IT', 'GR', 'FI', 'FR'), zone('GB', 'CH')],
  taxRates: { DE: 1900, ES: 2100, IT: 2200, GR: 2400, FI: 2550, FR: 2000 },
  outsideTax: ['GB', 'CH'],
};

async function sellIn(settings: Partial<ShopSettings>) {
  const app = await startApp();
  await openShop(app, settings);
  const product = await makeProduct(app, { stock: null });
  const order = ({ country, zip, state = '' }: Place, more: object = {}) =>
    orderOf(product, { address: { country, name: 'Kim', line1: 'Weg 1', city: 'Stadt', state, zip }, ...more });
  return { app, product, order };
}

async function placeAt(place: Place, { app, order }: Awaited<ReturnType<typeof sellIn>>) {
  const buyer = app.visitor();
  const { result, error } = await buyer.tryCall('placeOrder', order(place));
  if (error) return error.message;
  const placed = (await buyer.call('readOrder', { secret: (result as { secret: string }).secret })).order;
  return { taxRate: placed.taxRate, isExport: placed.isExport };
}

test('with rates by destination, saving names each country of delivery without one, until it has one or is said to be outside the tax area', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const fieldsOf = async (change: object) => {
    const { error } = await admin.tryCall('changeShopSettings', change);
    return Object.keys((error?.details as { fields?: object } | undefined)?.fields ?? {});
  };
  const delivery = [zone('DE', 'FR'), zone('CH', 'IC', 'MC', 'XI')];
  const wanted = { ...shopOpen, taxScheme: 'destination', delivery } as const;
  expect(await fieldsOf({ ...wanted, open: false })).toEqual(
    ['DE', 'FR', 'CH', 'MC', 'XI'].map((code) => `taxRates.${code}`),
  );
  expect(await fieldsOf({ ...wanted, taxRates: { DE: 1900, FR: 2000 } })).toEqual(['taxRates.CH', 'taxRates.XI']);
  const taxed = { ...wanted, taxRates: { DE: 1900, FR: 2000, XI: 2000 } };
  expect(await fieldsOf({ ...taxed, outsideTax: ['CH', 'DE'] }), 'one of both').toEqual(['taxRates.DE']);
  expect(await fieldsOf({ ...taxed, outsideTax: ['CH'] })).toEqual([]);
  expect(await fieldsOf({ delivery: [...delivery, zone('AT')] })).toEqual(['taxRates.AT']);
  expect(await fieldsOf({ taxScheme: 'small-business', delivery: [...delivery, zone('AT')] })).toEqual([]);
});

test('a shop of an older release that sells where no tax is said goes on, can be closed, and Today says it until it is said', async () => {
  const { app, ...selling } = await sellIn(european);
  const admin = await makeAdministrator(app);
  const { db, events } = app.services;
  await sql`update settings set value = jsonb_set(value, '{taxRates}', '{"DE": 1900}') - 'outsideTax' where key = 'shop'`.execute(
    db,
  );
  await events.publish({ kind: 'settings' });
  const needs = async () => (await admin.call('readToday', {})).needs;
  expect(await needs()).toMatchObject([{ name: 'untaxed', count: 7, path: '/admin/shop' }]);
  expect(await placeAt({ country: 'ES', zip: '28001', state: 'M' }, { app, ...selling })).toEqual({
    taxRate: 0,
    isExport: true,
  });
  expect((await admin.tryCall('changeShopSettings', { unpaidDays: 7 })).error?.details).toMatchObject({
    reason: 'tax-incomplete',
  });
  await admin.call('changeShopSettings', { open: false });
  expect((await needs()).map(({ name }) => name)).not.toContain('untaxed');
  const { taxRates, outsideTax } = european;
  await admin.call('changeShopSettings', { open: true, taxRates, outsideTax });
  expect((await needs()).map(({ name }) => name)).not.toContain('untaxed');
});

test('countries that an older release took, such as UK, are read and can be mended; typed anew, each is named as wrong', async () => {
  const { app, ...selling } = await sellIn(european);
  const admin = await makeAdministrator(app);
  const delivery = [zone('DE', 'UK'), zone('EU')];
  const old = { delivery, taxRates: { DE: 1900, UK: 2000, EU: 2000 } };
  await sql`update settings set value = (value - 'outsideTax' - 'unpaidStock') || ${JSON.stringify(old)}::jsonb where key = 'shop'`.execute(
    app.services.db,
  );
  await app.services.events.publish({ kind: 'settings' });
  expect(await admin.call('readShopSettings', {})).toMatchObject({ ...old, outsideTax: [] });
  await admin.call('changeShopSettings', { open: false, from: { open: true } });
  await admin.call('changeShopSettings', { open: true });
  expect(await placeAt({ country: 'DE', zip: '10115' }, { app, ...selling })).toMatchObject({ taxRate: 1900 });
  const { error } = await admin.tryCall('changeShopSettings', { ...old, outsideTax: ['EL'] });
  const wrong = ['delivery.0.countries.1', 'delivery.1.countries.0', 'outsideTax.0', 'taxRates.EU', 'taxRates.UK'];
  const said = 'Write countries as two letters, such as DE.';
  expect(error?.details).toMatchObject({ fields: Object.fromEntries(wrong.map((field) => [field, said])) });
  const mended = { delivery: [zone('DE', 'GB')], taxRates: { DE: 1900, GB: 2000 } };
  expect(await admin.call('changeShopSettings', { ...mended, from: old })).toMatchObject(mended);
});

const outside: [string, Place][] = [
  ['Canary Islands', { country: 'ES', zip: '35001' }],
  ['Canary Islands', { country: 'ES', zip: 'E-38001' }],
  ['Ceuta & Melilla', { country: 'ES', zip: '51001' }],
  ['Ceuta & Melilla', { country: 'ES', zip: '52001' }],
  ['Büsingen', { country: 'DE', zip: 'D-78266' }],
  ['Heligoland', { country: 'DE', zip: '27498' }],
  ['Livigno', { country: 'IT', zip: '23041' }],
  ['Campione d’Italia', { country: 'IT', zip: '22061' }],
  ['Campione d’Italia', { country: 'CH', zip: '6911' }],
  ['Mount Athos', { country: 'GR', zip: '63086' }],
  ['Mount Athos', { country: 'GR', zip: '630 87' }],
  ['Åland Islands', { country: 'FI', zip: '22100' }],
  ['Guadeloupe', { country: 'FR', zip: '97110' }],
  ['Martinique', { country: 'FR', zip: '97200' }],
  ['French Guiana', { country: 'FR', zip: '97300' }],
  ['Réunion', { country: 'FR', zip: '97400' }],
  ['Mayotte', { country: 'FR', zip: '97600' }],
  ['St. Martin', { country: 'FR', zip: '97150' }],
  ['French Polynesia', { country: 'FR', zip: '98714' }],
  ['Guernsey', { country: 'GB', zip: 'gy1 1aa' }],
  ['Jersey', { country: 'GB', zip: 'JE2 3AB' }],
  ['Northern Ireland', { country: 'GB', zip: 'BT1 1AA' }],
  ['San Marino', { country: 'IT', zip: '47890' }],
];
const provinces = { ES: 'GC', IT: 'CO' } as Record<string, string>;

test('nothing is delivered to a territory with rules of its own that the settings do not name: the buyer reads which', async () => {
  const selling = await sellIn(european);
  const said = [];
  for (const [, place] of outside)
    said.push(await placeAt({ state: provinces[place.country] ?? '', ...place }, selling));
  const wanted = outside.map(
    ([name]) =>
      `This postal code is in an area with its own rules of tax and customs: ${name}. The shop does not deliver there.`,
  );
  expect(said).toEqual(wanted);
  const page = await selling.app.visitor();
  await page.post('/cart/add', { id: selling.product.id, quantity: '1' });
  const typed = { country: 'GB', name: 'Kim', line1: 'Way 1', city: 'Belfast', zip: 'BT1 1AA', email: newEmail('kim') };
  const shown = await (await page.post('/checkout', { step: 'check', ...typed })).text();
  expect(shown).toMatch(
    /id="zip-error"[^>]*>This postal code is in an area with its own rules of tax and customs: Northern Ireland/,
  );
  expect(shown).toContain('value="BT1 1AA"');
});

test('what is taxed as its country is delivered to as the country, by its postal code and by its own code', async () => {
  const selling = await sellIn({
    ...european,
    delivery: [zone('DE', 'FR', 'MC'), zone('GB', 'CH')],
    taxRates: { DE: 1900, FR: 2000, GB: 2000 },
    outsideTax: ['CH'],
  });
  const monaco = { taxRate: 2000, isExport: false };
  expect(await placeAt({ country: 'FR', zip: '98000' }, selling)).toEqual(monaco);
  expect(await placeAt({ country: 'MC', zip: '98000' }, selling)).toEqual(monaco);
  expect(await placeAt({ country: 'GB', zip: 'IM1 1AA' }, selling)).toEqual({ taxRate: 2000, isExport: false });
  expect(await placeAt({ country: 'CH', zip: '8238' }, selling)).toEqual({ taxRate: 0, isExport: true });
});

test('a territory that is named is delivered to, without tax where it is outside, else with what was said; the buyer sees that before the order', async () => {
  const delivery = [zone('DE', 'ES', 'FI', 'AX', 'GB'), { ...zone('IC', 'XI', 'DE-27498'), priceMinor: 990 }];
  const selling = await sellIn({
    ...european,
    delivery,
    taxRates: { DE: 1900, ES: 2100, FI: 2550, XI: 2000 },
    outsideTax: ['GB'],
  });
  const { app, product, order } = selling;
  const buyer = app.visitor();
  const canary = { country: 'ES', zip: '35001', state: 'GC' };
  const lines = [{ quantity: 1, unitMinor: product.priceMinor }];
  const seen = await buyer.call('readCheckout', { ...canary, lines });
  expect(seen).toMatchObject({
    isExport: true,
    countries: ['DE', 'ES', 'FI', 'AX', 'GB'],
    prices: { deliveryMinor: 990, taxRate: 0 },
  });
  const dear = { totalMinor: product.priceMinor + 990 };
  const stale = await buyer.call('readCheckout', { country: 'ES', lines });
  const { conditions } = stale.open ? stale : expect.fail('closed');
  const overtaken = await buyer.tryCall('placeOrder', order(canary, { ...dear, conditions }));
  expect(overtaken.error?.details).toMatchObject({ reason: 'changed-elsewhere' });
  const told = async (place: Place, more: object) => {
    const { secret } = await buyer.call('placeOrder', order(place, more));
    const { taxRate, isExport, deliveryMinor } = (await buyer.call('readOrder', { secret })).order;
    return { taxRate, isExport, deliveryMinor };
  };
  expect(await told(canary, dear)).toEqual({ taxRate: 0, isExport: true, deliveryMinor: 990 });
  expect(await told({ country: 'DE', zip: '27498' }, dear)).toMatchObject({ taxRate: 0, isExport: true });
  expect(await told({ country: 'GB', zip: 'BT1 1AA' }, dear)).toMatchObject({ taxRate: 2000, isExport: false });
  expect(await told({ country: 'AX', zip: '22100' }, {})).toMatchObject({
    taxRate: 0,
    isExport: true,
    deliveryMinor: 390,
  });
  expect(await told({ country: 'FI', zip: '22100' }, {})).toMatchObject({ taxRate: 0, isExport: true });
});

test('a shop that delivers to territories alone names them on its pages and takes orders there', async () => {
  const { app, product, order } = await sellIn({ delivery: [zone('AT'), zone('IC', 'DE-27498', 'XI')] });
  const page = app.visitor();
  const shown = await page.get('/buy');
  expect(shown.status).toBe(200);
  expect(await shown.text()).toMatch(/Canary Islands, Heligoland,? and Northern Ireland/);
  await page.post('/cart/add', { id: product.id, quantity: '1' });
  const lines = [{ quantity: 1, unitMinor: product.priceMinor }];
  expect(await page.call('readCheckout', { country: 'ES', lines })).toMatchObject({
    open: true,
    country: 'ES',
    prices: { deliveryMinor: 390 },
  });
  const typed = { country: 'DE', name: 'Kim', line1: 'Weg 1', city: 'Stadt', email: newEmail('kim') };
  const check = async (zip: string) => (await page.post('/checkout', { step: 'check', ...typed, zip })).text();
  expect(await check('27498')).not.toContain('-error"');
  expect(await check('10115')).toMatch(/id="country-error"[^>]*>The shop does not deliver there/);
  expect((await page.tryCall('placeOrder', order({ country: 'GB', zip: 'bt1 1aa' }))).status).toBe(200);
  expect((await page.tryCall('placeOrder', order({ country: 'GB', zip: 'SW1A 1AA' }))).error?.details).toMatchObject({
    reason: 'no-delivery',
  });
});

test('an address in the seller’s own tax area is never refused, also where the seller is in a territory', async () => {
  const britain = { ...european, delivery: [zone('GB', 'ES')], taxRates: { GB: 2000, ES: 2100 }, outsideTax: [] };
  const from = (country: string) => ({ ...shopOpen.seller, country }) as ShopSettings['seller'];
  const home = { taxRate: 2000, isExport: false };
  for (const country of ['GB', 'IM', 'XI']) {
    const selling = await sellIn({ ...britain, seller: from(country) });
    expect(await placeAt({ country: 'GB', zip: 'BT1 1AA' }, selling), country).toEqual(home);
    expect(await placeAt({ country: 'GB', zip: 'JE2 3AB' }, selling), country).toContain('Jersey');
  }
  const canary = await sellIn({ ...britain, seller: from('IC') });
  expect(await placeAt({ country: 'ES', zip: '35001', state: 'GC' }, canary)).toEqual({
    taxRate: 2100,
    isExport: false,
  });
  const small = await sellIn({ taxScheme: 'small-business', delivery: [zone('DE')] });
  expect(await placeAt({ country: 'DE', zip: '27498' }, small), 'no tax is shown').toEqual({
    taxRate: 0,
    isExport: false,
  });
});

test('an order is not sent into a territory afterwards: tax and delivery are others there', async () => {
  const { app, order } = await sellIn(european);
  const admin = await makeAdministrator(app);
  const { secret } = await app.visitor().call('placeOrder', order({ country: 'DE', zip: '25813' }));
  const id = await orderIdOf(admin, secret);
  const { address } = await admin.call('getOrder', { id });
  const moved = await admin.tryCall('changeOrderAddress', {
    id,
    address: { ...address, zip: '27498' },
    from: { address },
  });
  expect(moved.error?.details).toMatchObject({
    fields: { 'address.country': expect.stringContaining('VAT and delivery') },
  });
  await admin.call('changeOrderAddress', { id, address: { ...address, zip: '25899' }, from: { address } });
});

test('an order can be sent on within the seller’s own tax area, and where both places are taxed as one country', async () => {
  const { app, order } = await sellIn({
    ...european,
    delivery: [zone('GB', 'FR')],
    taxRates: { GB: 2000, FR: 2000 },
    outsideTax: [],
    seller: { ...shopOpen.seller, country: 'GB' } as ShopSettings['seller'],
  });
  const admin = await makeAdministrator(app);
  const sendOn = async (from: Place, zip: string) => {
    const { secret } = await app.visitor().call('placeOrder', order(from));
    const id = await orderIdOf(admin, secret);
    const { address } = await admin.call('getOrder', { id });
    return (await admin.tryCall('changeOrderAddress', { id, address: { ...address, zip }, from: { address } })).status;
  };
  expect(await sendOn({ country: 'GB', zip: 'SW1A 1AA' }, 'BT1 1AA')).toBe(200);
  expect(await sendOn({ country: 'FR', zip: '75001' }, '98000'), 'Monaco').toBe(200);
  expect(await sendOn({ country: 'GB', zip: 'SW1A 1AA' }, 'JE2 3AB'), 'Jersey').toBe(400);
});
