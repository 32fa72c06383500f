import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forgetNetworks } from '../../domain/moderation/blocked-networks.ts';
import { svgToPng } from '../../domain/print/svg-to-png.ts';
import { runDueJobs } from '../../domain/schedule.ts';
import { addressLines, addressProblems } from '../../domain/shop/addresses.ts';
import { pricesOf } from '../../domain/shop/contract/delivery.ts';
import { taxWithin, unitWithoutTax, withoutTax } from '../../domain/shop/contract/money.ts';
import type { OrderForAdmin } from '../../domain/shop/contract/order-view.ts';
import { defaultShopSettings, type ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { ordering } from '../../functions/checkout.ts';
import { type App, startApp } from '../../test/app.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeAdministrator, makeOwner, newEmail, password } from '../../test/make.ts';
import { textOf } from '../../test/pdf-text.ts';
import { scanPictures } from '../../test/scanned-codes.ts';
import {
  berlin as address,
  confirmPayment,
  makeProduct,
  orderIdOf,
  orderOf,
  openShop as setShop,
  stockOf,
} from '../../test/shop.ts';
import { unzip } from '../../test/unzip.ts';
import type { Visitor } from '../../test/visitor.ts';

const shop: ShopSettings = {
  ...defaultShopSettings,
  open: true,
  taxScheme: 'destination',
  taxRates: { DE: 1900 },
  outsideTax: ['JP', 'US'],
  unpaidStock: { perAddress: 10_000, perNetwork: 10_000, percentOfStock: 100 },
  delivery: [
    { countries: ['DE'], priceMinor: 390, freeFromMinor: 5_000, days: [2, 4] },
    { countries: ['JP', 'US'], priceMinor: 1_290, freeFromMinor: null, days: [7, 14] },
  ],
  seller: { name: 'Tags & Co.', address: 'Hafen 1\n20457 Hamburg', email: 'shop@example.com', taxNumber: 'DE123' },
  bank: { holder: 'Tags & Co.', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
};

async function openShop(app: App, { stock = null as number | null, settings = {} as Partial<ShopSettings> } = {}) {
  await setShop(app, { ...shop, ...settings });
  const names = { en: 'Key-ring tags', de: 'Schlüsselanhänger' };
  return (await makeProduct(app, { names, priceMinor: 995, tagsEach: 2, stock })).id;
}

const wanted = (id: string, more: object = {}) => orderOf({ id, priceMinor: 995 }, more);

/** A shop that is open, with one product, and who runs it. */
async function shopWithAdmin(given: Parameters<typeof openShop>[1] = {}) {
  const app = await startApp();
  const product = await openShop(app, given);
  return { app, product, admin: await makeAdministrator(app) };
}

/** Places an order, and reads it as its buyer and its administrator know it. */
async function place({ app, admin }: { app: App; admin: Visitor }, order: ReturnType<typeof wanted>) {
  const { secret } = await app.visitor().call('placeOrder', order);
  const read = (await app.visitor().call('readOrder', { secret })).order;
  return { ...read, secret, id: await orderIdOf(admin, secret) };
}

/** The same, with all its money noted. */
async function placePaid(shop: { app: App; admin: Visitor }, order: ReturnType<typeof wanted>) {
  const placed = await place(shop, order);
  await confirmPayment(shop.admin, placed.id, placed.totalMinor);
  return placed;
}

/** Each alone on its line, as one types it at a bank. */
function detailsOf(amount: string, number: number): string {
  const { holder, iban, bic } = shop.bank;
  const details = { Recipient: holder, IBAN: iban, BIC: bic, Amount: amount, Reference: `Order ${number}` };
  return Object.entries(details)
    .map((detail) => detail.join(':\n'))
    .join('\n\n');
}

type Paid = { id: string; amountMinor: number; key?: string };

/** Once more where it is more than is owed, as whoever knows that it came. */
async function payKnowing(admin: Visitor, { key = crypto.randomUUID(), ...payment }: Paid) {
  const { error } = await admin.tryCall('confirmPayment', { ...payment, key });
  if (!error) return;
  const { overMinor } = error.details as { overMinor: number };
  await admin.call('confirmPayment', { ...payment, key, overMinor });
}

async function pdfOf(visitor: Visitor, path: string): Promise<string> {
  return textOf(new Uint8Array(await (await visitor.get(path)).arrayBuffer()));
}

/** What a hidden field of a form holds. */
function hidden(name: string, html: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

test('800 submissions of 100 carts make 100 orders', async () => {
  const app = await startApp();
  app.expectLogError(/statement timeout|a call took too long/);
  const product = await openShop(app, { stock: 100 });
  const carts = Array.from({ length: 100 }, () => ({ buyer: app.visitor(), order: wanted(product) }));
  const secrets = new Map<number, string>();
  const submit = async (cart: number) => {
    const { buyer, order } = carts[cart] ?? expect.fail();
    const { result, error } = await buyer.tryCall('placeOrder', order);
    if (!result)
      return void expect(error?.details).toMatchObject({
        reason: expect.stringMatching(/^(busy|unavailable)$/),
        retryAfter: 5,
      });
    expect(result.secret, 'the same order').toBe(secrets.get(cart) ?? result.secret);
    secrets.set(cart, result.secret);
  };
  for (let round = 0; round < 8; round++)
    await Promise.all(Array.from({ length: 100 }, (_, n) => submit((round % 4) * 25 + (n % 25))));
  // A machine that is busy with other things may have refused all eight of a cart.
  for (const cart of carts.keys())
    if (!secrets.has(cart))
      await expect.poll(() => submit(cart).then(() => secrets.has(cart)), { timeout: 30_000 }).toBe(true);
  expect(new Set(secrets.values()).size).toBe(100);
  expect(await stockOf(app, product)).toBe(0);
  const { db } = app.services;
  const { count } = await db
    .selectFrom('orders')
    .select(db.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(100);
});

test('an order whose turn does not come in a flood of others is refused in words, with the cart and all that was typed; what was ordered already is answered', async () => {
  const app = await startApp();
  const product = await openShop(app, { stock: 1 });
  const buyer = app.visitor();
  buyer.cookies.set('handback.cart', `${product}*1*995*EUR`);
  const page = await buyer.read('/checkout');
  const form = (html: string) => ({
    ...address,
    email: newEmail('kim'),
    key: hidden('key', html),
    lines: hidden('lines', html),
    total: hidden('total', html),
  });
  const lost = wanted(await openShop(app, { stock: 1 }));
  const { secret } = await buyer.call('placeOrder', lost);
  const flood = Promise.withResolvers<void>();
  const others: Promise<void>[] = [];
  while (others.length < 6) others.push(ordering.run(() => flood.promise));
  const [refused, repeated, changed] = await Promise.all([
    buyer.post('/checkout', form(page)),
    buyer.call('placeOrder', lost),
    buyer.tryCall('placeOrder', { ...lost, email: newEmail('lee') }),
  ]);
  flood.resolve();
  await Promise.all(others);
  expect(repeated.secret).toBe(secret);
  expect(changed.error?.details).toMatchObject({ reason: 'ordered-before' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const again = await refused.text();
  expect(again).toContain('it stays one order');
  expect(again).not.toMatch(/[Nn]othing was ordered|Not ordered yet/);
  expect(again).toContain('Kim Müller');
  expect(hidden('key', again)).toBe(hidden('key', page));
  expect((await buyer.post('/checkout', form(again))).status).toBe(303);
  expect(await stockOf(app, product)).toBe(0);
});

async function openFreeShop(app: App) {
  const delivery = [{ countries: ['DE'], priceMinor: 0, freeFromMinor: null, days: [1, 3] as [number, number] }];
  const product = await openShop(app, { stock: 20, settings: { delivery } });
  await app.services.db.updateTable('products').set({ priceMinor: 0 }).where('id', '=', product).execute();
  return { product, free: { lines: [{ productId: product, quantity: 1, unitMinor: 0 }], totalMinor: 0 } };
}

test('an order that costs nothing waits for no payment, and counts as one that nobody paid for until it is packed', async () => {
  const app = await startApp();
  const { product, free } = await openFreeShop(app);
  const admin = await makeAdministrator(app);
  const buyer = app.visitor();
  buyer.language = 'de';
  const order = wanted(product, free);
  const { secret } = await buyer.call('placeOrder', order);
  expect((await buyer.call('placeOrder', order)).secret).toBe(secret);
  const shown = await buyer.read(`/order/${secret}`);
  expect(shown).toContain('>Sie müssen nichts bezahlen.<');
  expect(shown).not.toMatch(/IBAN|Überweisen|[Bb]ezahlt</);
  const mail = await app.mailbox.find(order.email, 'Ihre Bestellung');
  expect(mail.text).toContain('Sie müssen nichts bezahlen.');
  expect(mail.text).not.toMatch(/IBAN|nach der Zahlung/);
  const invoice = await pdfOf(admin, `/admin/orders/${await orderIdOf(admin, secret)}/invoices/1.pdf`);
  for (const text of [shown, mail.text, invoice]) expect(text, 'of nothing').not.toContain('In der Summe sind');
  for (const text of [shown, mail.text]) expect(text).toMatch(/Summe[^€]*Kostenlos/);
  expect((await app.mailbox.find('shop@example.com', 'New order')).text).toContain('so it can be packed');
  buyer.cookies.set('handback.cart', `${product}*1*0*EUR`);
  const checkout = await buyer.read('/checkout');
  expect(checkout).toContain('Sie müssen nichts bezahlen.');
  expect(checkout).toMatch(/<button[^>]*>Bestellen</);
  expect(checkout).not.toContain('pflichtig');

  for (let more = 1; more < 10; more++) await buyer.call('placeOrder', wanted(product, free));
  const refused = await buyer.tryCall('placeOrder', wanted(product, free));
  expect(refused.status).toBe(429);
  expect(refused.error?.message).toContain('kostenlose Bestellungen');
  await sql`update orders set paid_at = null where id = (select min(id) from orders)`.execute(app.services.db);
  const unpaid = await buyer.tryCall('placeOrder', wanted(product, free));
  expect(unpaid.error?.message).toContain('unbezahlte Bestellungen');
  await sql`update orders set paid_at = now()`.execute(app.services.db);
  const { secret: withdrawn } = await app.visitor().call('placeOrder', wanted(product, free));
  const left = await stockOf(app, product);
  await app.visitor().call('withdrawOrder', { secret: withdrawn });
  expect(await stockOf(app, product)).toBe((left ?? 0) + 1);

  const id = await orderIdOf(admin, secret);
  await admin.call('packOrder', { id });
  const tags = await admin.get(`/admin/orders/${id}/files/tags.pdf`);
  expect(await textOf(new Uint8Array(await tags.arrayBuffer())), 'in the buyer’s language').toContain('Gefunden?');

  const { db } = app.services;
  const ofOthers = wanted(product, { ...free, email: 'packed@example.com' });
  await sql`update orders set email = ${ofOthers.email}`.execute(db);
  expect((await app.visitor().tryCall('placeOrder', ofOthers)).status).toBe(429);
  await sql`update orders set packed_at = now()`.execute(db);
  expect((await app.visitor().tryCall('placeOrder', ofOthers)).status).toBe(200);
  const known = () => db.selectFrom('orders').select('id').where('networkKey', 'is not', null).execute();
  await sql`update orders set created_at = created_at - interval '1 day'`.execute(db);
  expect((await known()).length).toBeGreaterThan(0);
  await forgetNetworks(app.services);
  expect(await known()).toEqual([]);
});

test('an order that costs nothing is cancelled by an administrator until it is sent, when its tags wait for its buyer no longer, and after that when its buyer has withdrawn', async () => {
  const app = await startApp();
  const { product, free } = await openFreeShop(app);
  const admin = await makeAdministrator(app);
  const order = () => place({ app, admin }, wanted(product, free));
  const canCancel = async (id: string) => (await admin.call('getOrder', { id })).canCancel;
  const cancel = async ({ id, email }: { id: string; email: string }) => {
    expect(await canCancel(id)).toBe(true);
    await admin.call('cancelOrder', { id });
    await admin.call('cancelOrder', { id });
    const shown = await admin.call('getOrder', { id });
    expect(shown).toMatchObject({ state: 'cancelled', paidMinor: 0, canCancel: false });
    expect(shown.invoices, 'nothing is to be credited').toMatchObject([{ kind: 'invoice' }]);
    expect((await app.mailbox.find(email, 'is cancelled')).text).toContain('You have nothing to pay.');
    const { rows } = await admin.call('listAuditEntries', { search: id });
    expect(rows.filter(({ act }) => act === 'cancelOrder')).toHaveLength(1);
  };
  const fresh = await order();
  await cancel(fresh);
  expect((await admin.tryCall('packOrder', { id: fresh.id })).status).toBe(409);
  const packed = await order();
  await admin.call('packOrder', { id: packed.id });
  await app.visitor().call('withdrawOrder', { secret: packed.secret });
  const buyer = await makeOwner(app, 'Kim');
  await sql`update orders set email = ${buyer.email} where id = ${packed.id}`.execute(app.services.db);
  const { tags } = await buyer.call('listUnassignedTags', {});
  expect(tags, 'they wait for the buyer').toMatchObject([{ ordered: true }, { ordered: true }]);
  await cancel({ ...packed, email: buyer.email });
  expect((await buyer.call('listUnassignedTags', {})).tags).toEqual([]);
  const bag = { code: tags[0]?.code ?? '', key: crypto.randomUUID(), name: 'Bag', category: 'bag' };
  expect((await buyer.tryCall('activateTag', bag)).status, 'without its activation code').toBe(404);
  expect(await stockOf(app, product)).toBe(20);

  const sent = await order();
  await admin.call('packOrder', { id: sent.id });
  await admin.call('shipOrder', { id: sent.id, carrier: 'Post' });
  expect(await canCancel(sent.id)).toBe(false);
  expect((await admin.tryCall('cancelOrder', { id: sent.id })).status).toBe(409);
  await app.visitor().call('withdrawOrder', { secret: sent.secret });
  await cancel(sent);
  expect(await stockOf(app, product), 'what was sent is not here').toBe(19);
  expect((await admin.call('readToday', {})).needs.map(({ name }) => name)).not.toContain('withdrawn');
});

test('the last one is sold to one of two buyers at the same moment; looking first and then taking would sell it twice', async () => {
  const app = await startApp();
  const product = await openShop(app, { stock: 1 });
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => app.visitor().tryCall('placeOrder', wanted(product))),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await stockOf(app, product)).toBe(0);

  const { db } = app.services;
  const control = await openShop(app, { stock: 1 });
  const looked = await Promise.all([stockOf(app, control), stockOf(app, control)]);
  const sold = looked.filter((stock) => (stock ?? 0) > 0);
  for (const stock of sold)
    await sql`update products set stock = ${(stock ?? 0) - 1} where id = ${control}`.execute(db);
  expect(sold).toHaveLength(2);
});

test('where a shop with tax rates lists none, a buyer is told before the order, on its page and in its mail that import may cost something, and the invoice says why it has no tax; small businesses, whose country is not known, are left out', async () => {
  const app = await startApp();
  const toAustria = { countries: ['AT'], priceMinor: 390, freeFromMinor: null, days: [2, 4] as [number, number] };
  const settings = { taxRates: { DE: 1900, AT: 0 }, delivery: [...shop.delivery, toAustria] };
  const product = await openShop(app, { settings });
  const said = 'may ask for import tax and customs duty';
  const admin = await makeAdministrator(app);
  const exempt = 'No VAT is charged: exports are exempt from it.';
  const placed = [];
  for (const to of [
    { country: 'DE', line1: 'Weg 1', zip: '10115', city: 'Berlin' },
    { country: 'AT', line1: 'Ring 1', zip: '1010', city: 'Wien' },
    { country: 'US', line1: '1 Main St', zip: '10001', city: 'New York', state: 'NY' },
  ]) {
    const buyer = app.visitor();
    await buyer.post('/cart/add', { id: product, quantity: '1' });
    const shown = await buyer.post('/checkout', { step: 'country', country: to.country });
    const totalMinor = 995 + (to.country === 'US' ? 1_290 : 390);
    const order = wanted(product, { address: { name: 'Kim', ...to }, totalMinor });
    const { secret } = await buyer.call('placeOrder', order);
    const { text = '' } = await app.mailbox.find(order.email, 'Your order');
    const pages = [await shown.text(), await buyer.read(`/order/${secret}`), text];
    placed.push({ id: await orderIdOf(admin, secret), amountMinor: totalMinor, pages });
  }
  await openShop(app, { settings: { ...settings, taxRates: { DE: 1900, AT: 0, US: 0 } } });
  const told = [];
  for (const { id, amountMinor, pages } of placed) {
    await confirmPayment(admin, id, amountMinor);
    const invoice = await pdfOf(admin, `/admin/orders/${id}/invoices/${told.length + 1}.pdf`);
    told.push({
      tax: pages.map((each) => each.includes(said)),
      exempt: [...pages, invoice].map((each) => each.includes(exempt)),
    });
  }
  expect(told).toEqual([
    { tax: [false, false, false], exempt: [false, false, false, false] },
    { tax: [false, false, false], exempt: [false, false, false, false] },
    { tax: [true, true, true], exempt: [true, true, true, true] },
  ]);
  await openShop(app, { settings: { ...settings, taxScheme: 'small-business' } });
  expect(await app.visitor().call('readCheckout', { country: 'US', lines: [] })).toMatchObject({ isExport: false });
});

test('an order with a price, a stock or a total that is not so any more is refused with what changed, and nothing happens', async () => {
  const app = await startApp();
  const product = await openShop(app, { stock: 3 });
  const refused = async (more: object) => (await app.visitor().tryCall('placeOrder', wanted(product, more))).error;
  const line = (changed: object) => ({ lines: [{ productId: product, quantity: 1, unitMinor: 995, ...changed }] });
  expect(await refused(line({ unitMinor: 500 }))).toMatchObject({
    message: '“Key-ring tags” now costs €9.95. Look at the total, then order again.',
    details: { reason: 'changed-elsewhere', now: { changes: [{ kind: 'price', nowMinor: 995 }] } },
  });
  expect((await refused(line({ quantity: 4 })))?.message).toContain('only 3 are left');
  expect((await refused(line({ productId: 'gone' })))?.message).toContain('no longer for sale');
  const stock = (count: number) => app.services.db.updateTable('products').set({ stock: count }).execute();
  await stock(0);
  expect((await refused(line({})))?.message).toContain('“Key-ring tags” is sold out,');
  await stock(3);
  expect((await refused({ totalMinor: 995 }))?.message).toContain('The total is €13.85 now.');
  for (const quantity of [0, -1, 1.5, 1_000])
    expect((await refused(line({ quantity })))?.status).toBe('INVALID_ARGUMENT');
  expect((await refused({ address: { ...address, country: 'FR', zip: '75001' } }))?.message).toContain(
    'does not deliver there',
  );
  expect((await refused({ address: { ...address, zip: '1011', name: '' } }))?.details).toMatchObject({
    fields: { 'address.zip': expect.stringContaining('looks like'), 'address.name': 'Fill in this field.' },
  });
  expect(await stockOf(app, product)).toBe(3);
  await openShop(app, { settings: { open: false } });
  expect((await refused({}))?.details).toMatchObject({ reason: 'closed' });
});

test('an order for another country than its form was drawn for, or after the tax was changed, shows delivery and tax anew before it is placed, though the total stays', async () => {
  const app = await startApp();
  const delivery = [
    { countries: ['DE', 'CH'], priceMinor: 390, freeFromMinor: null, days: [2, 4] as [number, number] },
  ];
  const product = await openShop(app, { settings: { delivery } });
  const buyer = app.visitor();
  buyer.cookies.set('handback.cart', `${product}*1*995*EUR`);
  const hiddenIn = (html: string) =>
    Object.fromEntries(['key', 'lines', 'total', 'conditions'].map((name) => [name, hidden(name, html)]));
  const order = async (shown: string, more: object) => {
    const typed = { ...address, email: newEmail('kim'), ...more };
    const answer = await buyer.post('/checkout', { ...typed, ...hiddenIn(shown) });
    return { status: answer.status, html: await answer.text() };
  };
  const swiss = { country: 'CH', zip: '8001', city: 'Zürich' };
  const abroad = await order(await buyer.read('/checkout'), swiss);
  expect(abroad.status).toBe(409);
  for (const said of [
    'Delivery or tax is different from',
    'may ask for import tax',
    'Switzerland: 2 to 4 working days',
  ])
    expect(abroad.html).toContain(said);
  await openShop(app, { settings: { delivery, taxRates: { DE: 1900, CH: 810 } } });
  const taxed = await order(abroad.html, swiss);
  expect([taxed.status, taxed.html.includes('8.1%')]).toEqual([409, true]);
  expect((await order(taxed.html, swiss)).status).toBe(303);
});

test('so many unpaid orders of a network, and for an address, are enough for a day, also when each is withdrawn before the next', async () => {
  const app = await startApp();
  const product = await openShop(app);
  const email = newEmail('kim');
  const order = (buyer: Visitor, more = {}) => buyer.tryCall('placeOrder', wanted(product, more));
  for (let n = 0; n < 5; n++) expect((await order(app.visitor(), { email })).status).toBe(200);
  expect(await order(app.visitor(), { email })).toMatchObject({
    status: 429,
    error: { details: { reason: 'over-limit' } },
  });
  const buyer = app.visitor();
  for (let n = 0; n < 10; n++) expect((await order(buyer)).status).toBe(200);
  expect((await order(buyer)).status).toBe(429);

  const { db } = app.services;
  const known = () => db.selectFrom('orders').select('id').where('networkKey', 'is not', null).execute();
  await forgetNetworks(app.services);
  expect((await known()).length).toBeGreaterThanOrEqual(10);
  await sql`update orders set created_at = created_at - interval '1 day'`.execute(db);
  await forgetNetworks(app.services);
  expect(await known()).toEqual([]);
  const orderAndWithdraw = async (buyer: Visitor, more = {}) => {
    const placed = await buyer.tryCall('placeOrder', wanted(product, more));
    if (placed.result) await buyer.call('withdrawOrder', placed.result);
    return placed;
  };
  const theirs = newEmail('kim');
  for (let n = 0; n < 5; n++) expect((await orderAndWithdraw(app.visitor(), { email: theirs })).status).toBe(200);
  const refused = await orderAndWithdraw(app.visitor(), { email: theirs });
  expect(refused).toMatchObject({ status: 429, error: { details: { reason: 'over-limit' } } });
  expect(refused.error?.message).toContain('were withdrawn from today');
  const undecided = app.visitor();
  for (let n = 0; n < 10; n++) expect((await orderAndWithdraw(undecided)).status).toBe(200);
  expect((await orderAndWithdraw(undecided)).status).toBe(429);
  await sql`update orders set created_at = created_at - interval '1 day'`.execute(app.services.db);
  expect((await orderAndWithdraw(undecided, { email: theirs })).status).toBe(200);
});

test('a buyer orders by a form without scripts: what is wrong comes back beside its field with all that was typed, and the order is mailed', async () => {
  const app = await startApp();
  const product = await openShop(app);
  const buyer = app.visitor();
  buyer.language = 'de';
  buyer.cookies.set('handback.cart', `${product}*2*995*EUR`);
  const page = await buyer.read('/checkout');
  expect(page).toContain('>Zahlungs\u00adpflichtig bestellen<');
  expect(page).toContain('href="/terms-and-conditions#withdrawal"');
  for (const path of ['/terms-and-conditions', '/legal'])
    expect(await buyer.read(path), path).toContain('Tags &amp; Co.');
  const { country, ...typed } = address;
  const email = newEmail('kim');
  const form = {
    email,
    country,
    ...typed,
    key: hidden('key', page),
    lines: hidden('lines', page),
    total: hidden('total', page),
  };
  const wrong = await buyer.post('/checkout', { ...form, zip: 'ABC', city: '' });
  expect(wrong.status).toBe(422);
  const again = await wrong.text();
  for (const said of ['Kim Müller', 'id="zip-error"', 'id="city-error"', '<title>Noch nicht bestellt · '])
    expect(again).toContain(said);
  expect(hidden('key', again)).toBe(form.key);

  const abroad = await (await buyer.post('/checkout', { ...form, country: 'JP', step: 'country' })).text();
  expect(abroad).toContain('Präfektur');
  expect(hidden('total', abroad)).toBe(String(2 * 995 + 1_290));
  expect(abroad).not.toContain('Etwas hat sich geändert');

  const setPrice = (priceMinor: number) =>
    app.services.db.updateTable('products').set({ priceMinor }).where('id', '=', product).execute();
  await setPrice(1_095);
  const readAnew = async (more: object) => (await buyer.post('/checkout', { ...form, ...more })).text();
  for (const more of [{ country: 'JP', step: 'country' }, { step: 'check' }, { zip: 'ABC' }])
    expect(await readAnew(more)).toContain('„Schlüsselanhänger“ kostet jetzt 10,95\u00a0€ statt 9,95\u00a0€.');
  const lines = hidden('lines', await readAnew({ step: 'check' }));
  expect(await readAnew({ step: 'check', lines })).not.toContain('Etwas hat sich geändert');
  await setPrice(995);

  const [, ofForm = ''] = page.split('action="/checkout"');
  expect(/<button[^>]*>/.exec(ofForm)?.[0]).toContain('value="check"');
  const checked = async (more: object) => {
    const answer = await buyer.post('/checkout', { ...form, ...more, step: 'check' });
    const html = await answer.text();
    return [
      answer.status,
      hidden('key', html) === form.key,
      /<section[^>]*id="next"/.test(html),
      /id="zip-error"/.test(html),
    ];
  };
  expect(await checked({ zip: 'ABC' })).toEqual([422, true, false, true]);
  expect(await checked({})).toEqual([200, true, true, false]);
  expect((await buyer.call('readPlacedOrder', { key: form.key })).order).toBeNull();

  const sent = await buyer.post('/checkout', form);
  expect(sent.status).toBe(303);
  const path = sent.headers.get('location') ?? '';
  expect((await buyer.post('/checkout', form)).headers.get('location')).toBe(path);
  expect(buyer.cookies.get('handback.cart')?.split('.').slice(1), 'nothing but its key').toEqual([form.key]);
  const mail = await app.mailbox.find(email, 'Ihre Bestellung');
  expect(linkIn(mail)).toBe(app.services.publicUrl + path.replace(/\?.*/, ''));
  expect(mail.text).toContain('2 × Schlüsselanhänger · je 9,95\u00a0€: 19,90\u00a0€');
  for (const enclosed of [
    'Tags & Co. ist der Verkäufer.',
    'Verbraucher können den Vertrag binnen 14 Tagen ohne Angabe von Gründen widerrufen.',
    '– An Tags & Co., Hafen 1, 20457 Hamburg, shop@example.com:',
  ])
    expect(mail.text).toContain(enclosed);
  const order = await app.visitor().read(path);
  expect(order).toContain('€23.80');
  const [svg = ''] = /<svg[^>]*aria-label="QR code for the transfer".*?<\/svg>/s.exec(order) ?? [];
  const picture = await svgToPng(
    svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"'),
  );
  const [read = ''] = await scanPictures([picture]);
  expect(read.split('\n').slice(0, 8)).toEqual(
    ['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Tags &amp; Co.', 'DE89370400440532013000', 'EUR23.80'].map((line) =>
      line.replace('&amp;', '&'),
    ),
  );
});

test('what another tab put into the cart stays when this one orders; a form that was sent once orders nothing else; with an empty cart, which leads to the shop, or a closed shop its address is given back', async () => {
  const app = await startApp();
  const product = await openShop(app);
  const other = await openShop(app);
  const buyer = app.visitor();
  buyer.cookies.set('handback.cart', `${product}*1*995*EUR`);
  const page = await buyer.read('/checkout');
  const key = hidden('key', page);
  const { country, ...typed } = address;
  const form = { email: newEmail('kim'), country, ...typed, key, lines: `${product}:1:995`, total: String(995 + 390) };
  buyer.cookies.set('handback.cart', `${product}*3*995*EUR.${other}*2*995*EUR`);
  const path = (await buyer.post('/checkout', form)).headers.get('location');
  const [nextKey, ...left] = (buyer.cookies.get('handback.cart') ?? '').split('.');
  expect(left).toEqual([`${product}*2*995*EUR`, `${other}*2*995*EUR`]);
  expect(nextKey).not.toBe(key);

  for (const change of [{ line1: 'Weg 2' }, { email: newEmail('lee') }, { lines: `${other}:1:995` }]) {
    const refused = await buyer.post('/checkout', { ...form, ...change });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('This was ordered already, as order');
    expect(hidden('key', html)).not.toBe(key);
  }
  buyer.cookies.set('handback.cart', `${nextKey}.${product}*5*995*EUR`);
  expect((await buyer.post('/checkout', form)).headers.get('location')).toBe(path);
  expect(buyer.cookies.get('handback.cart'), 'filled since').toBe(`${nextKey}.${product}*5*995*EUR`);
  const { count } = await app.services.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);

  const typedAgain = { ...form, key: crypto.randomUUID(), line1: 'Weg 3', total: '1' };
  buyer.cookies.delete('handback.cart');
  const empty = await (await buyer.post('/checkout', typedAgain)).text();
  expect(empty).toMatch(/<a [^>]*href="\/buy"[^>]*>To the shop</);
  buyer.cookies.set('handback.cart', `${product}*1*995*EUR`);
  await openShop(app, { settings: { open: false } });
  const closed = await buyer.post('/checkout', typedAgain);
  for (const page of [empty, await closed.text()])
    expect(page, 'nothing typed is lost').toMatch(/not sent: <q>[^<]*Weg 3/);
  expect(closed.status).toBe(409);
});

test('a buyer whom the answer did not reach is shown the order that is there, from the cart and at checkout, and orders again only when told so; whoever goes back to the checkout from the order is led to it, until something is put into the cart', async () => {
  const app = await startApp();
  const product = await openShop(app, { stock: 2, settings: { taxRates: {} } });
  const buyer = app.visitor();
  const put = () => buyer.post('/cart/add', { id: product, quantity: '1' });
  await put();
  const checkout = async () => await buyer.read('/checkout');
  const { country, ...typed } = address;
  const email = newEmail('kim');
  const formOf = (html: string) => {
    const values = { key: hidden('key', html), lines: hidden('lines', html), total: hidden('total', html) };
    return { email, country, ...typed, ...values };
  };
  const unanswered = async () => {
    const before = buyer.cookies.get('handback.cart') ?? '';
    const sent = await buyer.post('/checkout', formOf(await checkout()));
    buyer.cookies.set('handback.cart', before);
    return sent.headers.get('location') ?? '';
  };
  const orders = async () => (await app.services.db.selectFrom('orders').select('number').execute()).length;

  const first = await unanswered();
  expect(first).toMatch(/^\/order\//);
  for (const path of ['/cart', '/checkout']) expect(await buyer.read(path), path).toContain('You have ordered already');
  await buyer.post('/cart/remove', { remove: product });
  await put();
  const asked = await checkout();
  expect(asked).not.toContain('Order and pay');
  expect(asked).toContain('1 × Key-ring tags');
  const goOn = { step: 'ordered', ordered: hidden('ordered', asked) };
  const kept = buyer.cookies.get('handback.cart') ?? '';
  expect((await buyer.post('/checkout', goOn)).headers.get('location')).toBe(first);
  expect(await buyer.read('/cart')).toContain('Your cart is empty');
  const wentBack = await checkout();
  expect(wentBack).not.toContain('Order once more');
  const back = { step: 'ordered', ordered: hidden('ordered', wentBack) };
  expect((await buyer.post('/checkout', back)).headers.get('location')).toBe(first);
  expect(await app.visitor().read('/checkout'), 'another browser').toContain('Put something into your cart');
  expect(await orders()).toBe(1);

  await put();
  expect(await checkout(), 'another order').toContain('Order and pay');

  buyer.cookies.set('handback.cart', kept);
  await buyer.post('/checkout', { step: 'again' });
  const second = await unanswered();
  expect(second).not.toBe(first);
  expect(await orders()).toBe(2);
  expect(await checkout(), 'the last one is sold, to this buyer').toContain('You have ordered already');
  await buyer.call('withdrawOrder', { secret: second.split(/[/?]/)[2] ?? '' });
  const anew = await checkout();
  for (const said of ['Order and pay', 'No VAT is charged.']) expect(anew).toContain(said);
  const refused = await buyer.post('/checkout', formOf(anew));
  expect(refused.headers.get('location'), 'an order that is over is not taken for the new one').toBeNull();
  const third = await buyer.post('/checkout', formOf(await refused.text()));
  expect(third.headers.get('location')).toMatch(/^\/order\//);
  expect(await orders()).toBe(3);
  expect((await app.mailbox.find(email, 'Your order')).text).toContain('No VAT is charged.');
});

test('the mail of an order has the terms of sale as the operator published them, with their headings; what a stranger typed is in no mail to an address that nobody confirmed, and never a link in one; the order is taken all the same', async () => {
  const { app, product, admin } = await shopWithAdmin();
  const change = { page: 'terms-and-conditions', language: 'en' } as const;
  const text =
    '## Contract\n\n{operator} sells **tags**.\n\n- Read the [rules](/terms).\n\n### Form\n\n1. Fill it in.\n2. Send it.';
  const words = { title: 'Our terms', lead: 'Short ones.', documentTitle: 'Terms', description: 'Of sale.', text };
  const { revision } = await admin.call('savePageDraft', { ...change, words, revision: 0 });
  await admin.call('publishPage', { ...change, revision });
  const order = wanted(product);
  await app.visitor().call('placeOrder', order);
  const mail = await app.mailbox.find(order.email, 'Your order');
  const [, enclosed] = mail.text?.split('Our terms') ?? [];
  expect(enclosed).toContain(
    `sells tags.\n\n– Read the rules (${app.services.publicUrl}/terms).\n\nForm\n\n1. Fill it in.\n2. Send it.`,
  );
  expect(mail.html).toMatch(/<h2>Our terms<\/h2>.*<h2>Contract<\/h2>.*<h2>Form<\/h2>/s);
  expect(mail.text).not.toContain('Model withdrawal form');
  const owner = await makeOwner(app);
  const typed = { ...address, name: 'You have won', company: 'Claim it at win.example.com' };
  const email = newEmail('victim');
  const place = async (who: Visitor, to: string) => {
    const { secret } = await who.call('placeOrder', wanted(product, { email: to, address: typed }));
    return { ...(await app.visitor().call('readOrder', { secret })).order, secret };
  };
  const mailOf = async ({ number }: { number: number }, to: string, subject = `Your order ${number}`) =>
    (await app.mailbox.find(to, subject)).text ?? '';
  const first = await place(app.visitor(), email);
  expect(first.addressLines).toContain(typed.company);
  const unconfirmed = await mailOf(first, email);
  for (const known of ['1 × Key-ring tags: €9.95', 'Total: €13.85', shop.bank.iban, 'address on the page of the order'])
    expect(unconfirmed).toContain(known);
  const id = await orderIdOf(admin, first.secret);
  await admin.call('changeOrderAddress', { id, address: { ...typed, line1: 'Weg 2' }, from: { address: typed } });
  const moved = await mailOf(first, email, `Order ${first.number}: the address was changed`);
  const another = await mailOf(await place(owner, email), email);
  for (const mail of [unconfirmed, moved, another]) expect(mail).not.toMatch(/won|Claim|win\.example|Weg/);

  await confirmPayment(admin, id, 100);
  const confirmed = [await mailOf(await place(app.visitor(), email), email)];
  confirmed.push(await mailOf(await place(owner, owner.email), owner.email));
  for (const mail of confirmed) {
    expect(mail).toContain('You have won\nClaim it at …\n');
    expect(mail).not.toContain('win.example');
  }

  const bait = { ...typed, name: 'Kim https://win.example.com/x' };
  const { secret } = await app.visitor().call('placeOrder', wanted(product, { address: bait }));
  const { number } = (await app.visitor().call('readOrder', { secret })).order;
  const told = await mailOf({ number }, 'shop@example.com', `New order ${number}`);
  expect(told, 'nor to the shop').toContain('Kim … has ordered');
});

test('an order goes from payment to delivery, each step is mailed, the buyer’s later account has its tags, and a gift needs the code of the slip', async () => {
  const world = await shopWithAdmin();
  const { app, product, admin } = world;
  const email = 'grace@example.com';
  const order = await place(world, wanted(product, { email }));
  const { id, secret } = order;
  expect(order).toMatchObject({ state: 'placed', totalMinor: 1_385, taxMinor: 221, paidMinor: 0 });
  const key = crypto.randomUUID();
  expect((await admin.tryCall('packOrder', { id })).status).toBe(409);
  await admin.call('confirmPayment', { id, amountMinor: 1_000, key });
  await admin.call('confirmPayment', { id, amountMinor: 1_000, key });
  expect((await admin.call('getOrder', { id })).paidMinor).toBe(1_000);
  await confirmPayment(admin, id, 385);
  await app.mailbox.find(email, 'your payment arrived');
  const text = await pdfOf(app.visitor(), `/order/${secret}/invoices/1.pdf`);
  for (const said of ['Invoice 1', 'Tags & Co.', 'DE123', 'Kim Müller', '€13.85', '€2.21', '19%', '€11.64'])
    expect(text).toContain(said);

  await admin.call('packOrder', { id });
  await admin.call('packOrder', { id });
  const csv = await admin.read(`/admin/orders/${id}/files/tags.csv`);
  const [, first = '', second = ''] = csv.split('\r\n');
  expect(csv.split('\r\n')).toHaveLength(4);
  const [code = '', activationCode = ''] = first.split(',');
  const slip = await pdfOf(admin, `/admin/orders/${id}/files/slip.pdf`);
  expect(slip.replaceAll(' ', '')).toContain(activationCode);
  expect((await app.visitor().get(`/admin/orders/${id}/files/tags.csv`)).status).toBe(401);
  const pictures = await unzip(await (await admin.get(`/admin/orders/${id}/files/tags.zip`)).blob());
  const sessions = app.services.db.updateTable('authSessions').where('userId', '=', admin.uid);
  await sessions.set({ secondFactorAt: new Date(Date.now() - 16 * 60_000) }).execute();
  expect((await admin.get(`/admin/orders/${id}/files/tags.csv`)).status, 'asks for the second factor').toBe(403);
  await sessions.set({ secondFactorAt: new Date() }).execute();
  const { rows: acts } = await admin.call('listAuditEntries', { search: id });
  expect(acts.filter(({ act }) => act === 'readOrderFile')).toHaveLength(3);
  expect(acts.filter(({ act }) => act === 'confirmPayment')).toMatchObject([
    { changes: { paidMinor: [1_000, 1_385] } },
    { changes: { paidMinor: [0, 1_000] } },
  ]);
  expect(acts.find(({ act }) => act === 'packOrder')?.changes).toEqual({ state: ['paid', 'packed'] });
  expect(Object.keys(pictures)).toHaveLength(2);

  expect((await admin.tryCall('deliverOrder', { id })).status).toBe(409);
  await admin.call('shipOrder', { id, carrier: 'Post', tracking: 'RR 1' });
  await admin.call('shipOrder', { id, carrier: 'Post', tracking: 'RR 1' });
  expect((await admin.tryCall('shipOrder', { id, carrier: 'Another' })).status, 'nothing is dropped silently').toBe(
    409,
  );
  expect((await app.mailbox.find(email, 'is on its way')).text).toContain('Post, tracking number RR 1');
  await admin.call('deliverOrder', { id });
  const steps = (await admin.call('getOrder', { id })).steps.map(({ kind, actor }) => `${kind} ${actor}`);
  expect(steps).toEqual([
    'placed buyer',
    ...['partPaid', 'paid', 'packed', 'shipped', 'delivered'].map((kind) => `${kind} administrator`),
  ]);

  const grace = await makeOwner(app, 'Grace');
  expect((await grace.call('listUnassignedTags', {})).tags).toEqual([]);
  await sql`update orders set email = ${grace.email}`.execute(app.services.db);
  expect((await grace.call('listOwnOrders', {})).orders).toMatchObject([{ number: order.number, secret }]);
  await app.visitor().call('withdrawOrder', { secret });
  expect((await grace.call('listOwnOrders', {})).orders).toMatchObject([{ state: 'delivered', withdrawn: true }]);
  expect((await grace.call('listUnassignedTags', {})).tags).toHaveLength(2);
  await grace.call('activateTag', {
    code: second.split(',')[0] ?? '',
    key: crypto.randomUUID(),
    name: 'Bag',
    category: 'bag',
  });

  const friend = await makeOwner(app, 'Friend');
  const gift = { code, key: crypto.randomUUID(), name: 'Keys', category: 'keys' } as const;
  expect((await friend.tryCall('activateTag', gift)).status).toBe(404);
  await friend.call('activateTag', { ...gift, activationCode });
});

test('until an order is sent, an administrator changes its address within the country, checked as at checkout; what another changed meanwhile stays, its invoice too, and who its credit note is for', async () => {
  const world = await shopWithAdmin();
  const { app, product, admin } = world;
  const order = await placePaid(world, wanted(product));
  const { id, secret } = order;
  const change = (more: object, from: object = address) =>
    admin.tryCall('changeOrderAddress', { id, address: { ...address, ...more }, from: { address: from } });
  expect((await change({ zip: '1' })).error?.details).toMatchObject({
    fields: { 'address.zip': expect.stringContaining('looks like') },
  });
  expect((await change({ line1: '' })).status).toBe(400);
  expect((await change({ country: 'US', state: 'NY', zip: '10001' })).error?.message).toContain('order again');
  expect((await admin.call('getOrder', { id })).address).toMatchObject(address);

  const moved = { line1: 'Gasse 2', zip: 'D-10117' };
  for (let times = 0; times < 2; times++) expect((await change(moved)).status).toBe(200);
  expect(await change({ company: 'Typed by another' }), 'what the other did not see stays').toMatchObject({
    status: 409,
    error: { details: { reason: 'changed-elsewhere', now: { address: { line1: 'Gasse 2', company: '' } } } },
  });
  const said = ['Kim Müller', 'Gasse 2', '10117 Berlin', 'GERMANY'];
  const { order: read } = await app.visitor().call('readOrder', { secret });
  expect(read.addressLines).toEqual(said);
  expect(read.steps.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
    'placed buyer',
    'paid administrator',
    'readdressed administrator',
  ]);
  expect((await app.mailbox.find(read.email, 'the address was changed')).text).toContain(said.join('\n'));
  const { rows: acts } = await admin.call('listAuditEntries', { search: id });
  expect(acts.filter(({ act }) => act === 'changeOrderAddress').map(({ changes }) => changes)).toEqual([
    { address: [null, 'line1, zip'] },
  ]);
  await admin.call('packOrder', { id });
  expect(await pdfOf(admin, `/admin/orders/${id}/files/slip.pdf`)).toContain('Gasse 2');
  await admin.call('refundOrder', { id, amountMinor: 100, key: crypto.randomUUID(), password });
  for (const number of [1, 2])
    expect(await pdfOf(admin, `/admin/orders/${id}/invoices/${number}.pdf`)).toContain('Weg 1');

  await admin.call('shipOrder', { id, carrier: 'Post' });
  expect((await admin.call('getOrder', { id })).canReaddress).toBe(false);
  expect((await change({ line1: 'Gasse 3' }, { ...address, ...moved })).error?.details).toEqual({ reason: 'not-now' });
});

test('the address of an order that is withdrawn, cancelled or refunded stays; what is not paid in time is cancelled with a mail, and gives its stock back', async () => {
  const world = await shopWithAdmin({ stock: 5 });
  const { app, product, admin } = world;
  for (const how of ['withdrawn', 'cancelled', 'refunded'] as const) {
    const { id, secret, totalMinor: amountMinor } = await place(world, wanted(product));
    if (how !== 'cancelled') await confirmPayment(admin, id, amountMinor);
    if (how === 'withdrawn') await app.visitor().call('withdrawOrder', { secret });
    if (how === 'cancelled') {
      await admin.call('cancelOrder', { id });
      expect(await app.visitor().read(`/order/${secret}`)).toContain('Please do not pay it. If you have paid already');
    }
    if (how === 'refunded') await admin.call('refundOrder', { id, amountMinor, key: crypto.randomUUID(), password });
    const read = await admin.call('getOrder', { id });
    expect(read).toMatchObject({ canReaddress: false, state: how === 'withdrawn' ? 'paid' : how });
    const change = { id, address: { ...address, line1: 'Gasse 2' }, from: { address } };
    expect((await admin.tryCall('changeOrderAddress', change)).error?.details, how).toEqual({ reason: 'not-now' });
    expect((await admin.call('getOrder', { id })).addressLines).toEqual(read.addressLines);
  }
  const left = await stockOf(app, product);
  const order = wanted(product);
  const { secret } = await app.visitor().call('placeOrder', order);
  const { db } = app.services;
  await sql`update orders set due_at = now() - interval '1 minute'`.execute(db);
  await sql`delete from scheduled_jobs`.execute(db);
  await runDueJobs(app.services);
  expect((await app.visitor().call('readOrder', { secret })).order.state).toBe('cancelled');
  expect(await stockOf(app, product)).toBe(left);
  const { text } = await app.mailbox.find(order.email, 'is cancelled');
  expect(text).toContain('Tags & Co.\nshop@example.com');
});

test('while the slip of a large order is drawn, others are served; it has every tag, and says on each page which it is of how many', async () => {
  const world = await shopWithAdmin();
  const { app, product, admin } = world;
  await app.services.db.updateTable('products').set({ tagsEach: 10 }).where('id', '=', product).execute();
  const lines = [{ productId: product, quantity: 60, unitMinor: 995 }];
  const { id } = await placePaid(world, wanted(product, { lines, totalMinor: 60 * 995 }));
  await admin.call('packOrder', { id });
  let isDrawn = false;
  const reading = admin.get(`/admin/orders/${id}/files/slip.pdf`).then(async (slip) => {
    const bytes = new Uint8Array(await slip.arrayBuffer());
    isDrawn = true;
    return bytes;
  });
  const other = app.visitor();
  let served = 0;
  for (; !isDrawn; served += 1) await other.read('/robots.txt');
  expect(served).toBeGreaterThan(50);
  const text = await textOf(await reading);
  expect(text.match(/^\s*[0-9a-z]{4}( [0-9a-z]{4}){3}\s+[0-9a-z]{4} [0-9a-z]{4}$/gm)).toHaveLength(600);
  const feet = [...text.matchAll(/ · (\d+)\/(\d+)/g)].map(([, page, count]) => [Number(page), Number(count)]);
  expect(feet).toEqual(feet.map((_, n) => [n + 1, feet.length]));
  expect(feet.length).toBeGreaterThan(1);
});

test('a refund asks for the password, is no more than was paid, and makes a credit note; numbers have no gap', async () => {
  const world = await shopWithAdmin({ stock: 5 });
  const { app, product, admin } = world;
  const order = await placePaid(world, wanted(product));
  const { id, secret } = order;
  const refund = (more: object) =>
    admin.tryCall('refundOrder', { id, amountMinor: order.totalMinor, key: crypto.randomUUID(), password, ...more });
  expect((await refund({ password: 'wrong' })).status).toBe(400);
  expect((await refund({ amountMinor: order.totalMinor + 1 })).error?.message).toBe('At most €13.85 can be paid back.');
  expect((await refund({})).status).toBe(200);
  const read = (await app.visitor().call('readOrder', { secret })).order;
  expect(read).toMatchObject({ state: 'refunded', paidMinor: 0 });
  expect(read.invoices).toEqual([
    { number: 1, kind: 'invoice' },
    { number: 2, kind: 'credit-note' },
  ]);
  expect(await stockOf(app, product)).toBe(5);
  const note = await pdfOf(admin, `/order/${secret}/invoices/2.pdf`);
  expect(note).toContain('Corrects invoice 1');
  expect(note).not.toContain('each');
  expect((await app.mailbox.find(read.email, 'money paid back')).text).toContain('credit note');
  expect(await pdfOf(admin, `/admin/orders/${id}/invoices/2.pdf`)).toBe(note);
  expect((await app.visitor().get(`/admin/orders/${id}/invoices/2.pdf`)).status).toBe(401);
  await expect(sql`update invoices set kind = 'invoice'`.execute(app.services.db)).rejects.toThrow('never changed');

  const parts = await placePaid(world, wanted(product));
  for (const amountMinor of [3, 3, 3, parts.totalMinor - 9])
    expect((await refund({ id: parts.id, amountMinor })).status).toBe(200);
  const { rows } = await sql<{ tax: number }>`select sum((content ->> 'taxMinor')::int)::int as tax
    from invoices where order_id = ${parts.id}`.execute(app.services.db);
  expect(rows, 'no cent of tax is left').toEqual([{ tax: 0 }]);
});

test('the page of an order is its receipt: unit price, delivery, VAT, total, what is still to pay, each payment and refund with its day, without those by mistake, what happens next, and how to write to the seller', async () => {
  const world = await shopWithAdmin({ settings: { taxScheme: 'destination', taxRates: { DE: 1900 } } });
  const { app, admin, product } = world;
  const lines = [{ productId: product, quantity: 2, unitMinor: 995 }];
  const { id, secret } = await place(world, wanted(product, { lines, totalMinor: 2_380 }));
  const read = async () =>
    (await app.visitor().read(`/order/${secret}`)).replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
  const goods = '|2 × Key-ring tags|€19.90|€9.95 each|Delivery|€3.90|Total|€23.80|The total contains €3.80 VAT (19%).|';
  const placed = await read();
  expect(placed).toContain(`${goods}Still to pay|€23.80|`);
  expect(placed).toContain('|We pack your order when your payment has arrived.|');
  expect(placed).not.toContain('|Paid');
  expect(placed).toContain('|Contact|Tags &amp; Co.\nHafen 1\n20457 Hamburg|shop@example.com|');
  expect(await app.visitor().read(`/order/${secret}`)).toContain('href="mailto:shop@example.com"');
  await confirmPayment(admin, id, 1_000);
  await confirmPayment(admin, id, 380);
  const [, mistake] = (await admin.call('getOrder', { id })).payments;
  await admin.call('takeBackPayment', { id, payment: mistake?.id ?? '' });
  expect(await read()).toMatch(/\|Paid on [^|]+\|€10\.00\|Still to pay\|€13\.80\|/);
  await confirmPayment(admin, id, 1_380);
  await admin.call('refundOrder', { id, amountMinor: 100, key: crypto.randomUUID(), password });
  const paid = await read();
  expect(paid).toMatch(
    /\|Paid on [^|]+\|€10\.00\|Paid on [^|]+\|€13\.80\|Paid back on [^|]+\|−€1\.00\|Paid, less refunds\|€22\.80\|/,
  );
  expect(paid).not.toContain('Still to pay');
  expect(paid).toMatch(/\|Paid\|Next, we pack it\. It should be with you within \d working days\.\|/);
  await admin.call('packOrder', { id });
  expect(await read()).toContain('|Next, we hand it to the carrier, and tell you by email.|');
  await admin.call('shipOrder', { id, carrier: 'Post', tracking: '' });
  expect(await read()).toMatch(/\|Sent with Post\.\|If it is not with you after \d working days, write to us\.\|/);
});

test('a buyer withdraws in two steps, which is confirmed by mail; an order that nothing was paid of is cancelled, goods that were sent go back; the fourteenth day is whole', async () => {
  const app = await startApp();
  const product = await openShop(app, { stock: 2 });
  const order = wanted(product);
  const buyer = app.visitor();
  const { secret } = await buyer.call('placeOrder', order);
  expect(await buyer.read(`/order/${secret}`)).toContain(`href="/order/${secret}/withdraw"`);
  expect(await buyer.read(`/order/${secret}/withdraw`)).toContain('Confirm withdrawal');
  for (const path of [`/order/${secret}`, `/order/${secret}/withdraw`])
    expect(await buyer.read(path), 'how it is reckoned').toContain('until 14 days after delivery, without');
  expect(await stockOf(app, product)).toBe(1);
  for (const _ of ['once', 'again']) expect((await buyer.post(`/order/${secret}/withdraw`, {})).status).toBe(303);
  const over = await buyer.read(`/order/${secret}/withdraw`);
  expect(over).toContain('You have withdrawn from the contract');
  expect(over).not.toMatch(/Confirm withdrawal|A mail to/);
  expect((await app.mailbox.find(order.email, 'your withdrawal arrived')).text).toContain('You have nothing to pay.');
  expect((await buyer.call('readOrder', { secret })).order.state).toBe('cancelled');
  expect(await stockOf(app, product)).toBe(2);
  const told = await app.mailbox.find('shop@example.com', 'has withdrawn');
  expect(told.text).toContain('Nothing was paid, so there is nothing to pay back.');

  const { secret: late } = await buyer.call('placeOrder', wanted(product));
  const deliver = (ago: string) =>
    sql`update orders set delivered_at = now() - ${ago}::interval where cancelled_at is null`.execute(app.services.db);
  await deliver('19 days');
  expect(await buyer.read(`/order/${late}/withdraw`)).toContain('could be withdrawn from until');
  await deliver('14 days 1 hour');
  expect(await buyer.read(`/order/${late}/withdraw`), 'the last day is whole').toContain('Confirm');
  await sql`update orders set (paid_at, packed_at, shipped_at) = (delivered_at, delivered_at, delivered_at)`.execute(
    app.services.db,
  );
  await buyer.post(`/order/${late}/withdraw`, {});
  const { email, number } = (await buyer.call('readOrder', { secret: late })).order;
  const { text: mailed } = await app.mailbox.find(email, `${number}: your withdrawal arrived`);
  expect(mailed).toContain('Send the goods back within 14 days, to:\nTags & Co.\nHafen 1\n20457 Hamburg');
  for (const path of [`/order/${late}`, `/order/${late}/withdraw`])
    expect(await buyer.read(path), path).toMatch(/Send the goods back.*Hafen 1/s);

  const admin = await makeAdministrator(app);
  const { id, secret: partPaid } = await place({ app, admin }, wanted(product));
  await confirmPayment(admin, id, 5);
  const open = await buyer.read(`/order/${partPaid}`);
  expect(open).toContain('Of €13.85, €0.05 has arrived. Please transfer the rest by');
  expect(open, 'part of it is paid').not.toContain('is cancelled');
  await sql`update orders set due_at = now() - interval '1 day' where id = ${id}`.execute(app.services.db);
  expect(await buyer.read(`/order/${partPaid}`)).toContain('Please transfer the rest.<');
  await buyer.post(`/order/${partPaid}/withdraw`, {});
  const owed = await buyer.read(`/order/${partPaid}`);
  expect(owed).toContain('What you have paid is paid back');
  expect(owed).not.toMatch(/Waiting for your payment|Send the goods back/);
});

test('the last day of withdrawal is named on the pages of an order and in the mail of its delivery: the fourteenth after it, or the Monday when that is on a weekend; also when it is over; an order that its buyer withdraws from while an administrator has it open is not packed, and sent only by one who knows of it', async () => {
  const world = await shopWithAdmin();
  const { app, product, admin } = world;
  const order = await place(world, wanted(product));
  const { id, secret } = order;
  await admin.call('markOrdersPaid', { ids: [id] });
  await admin.call('packOrder', { id });
  await admin.call('shipOrder', { id, carrier: 'Post' });
  await admin.call('deliverOrder', { id });
  const { withdrawUntil } = (await app.visitor().call('readOrder', { secret })).order;
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(withdrawUntil ?? 0),
  );
  expect((await app.mailbox.find(order.email, 'has arrived')).text).toContain(`until the end of ${day}`);
  const read = async (path: string, deliveredAt: string) => {
    await sql`update orders set delivered_at = ${deliveredAt}`.execute(app.services.db);
    return app.visitor().read(path);
  };
  for (const [delivered, last] of [
    ['2199-01-07 00:10Z', 'Monday, January 21, 2199'],
    ['2199-01-11 23:50Z', 'Friday, January 25, 2199'],
    ['2199-01-12 12:00Z', 'Monday, January 28, 2199'],
    ['2199-01-13 12:00Z', 'Monday, January 28, 2199'],
  ] as const)
    for (const path of [`/order/${secret}`, `/order/${secret}/withdraw`])
      expect(await read(path, delivered), delivered).toContain(`until the end of ${last}`);
  expect(await read(`/order/${secret}/withdraw`, '2020-01-01')).toContain('be withdrawn from until January 15, 2020');
  expect(await read(`/order/${secret}`, '2020-01-01')).not.toContain('withdraw from');
  const placeAndWithdraw = async (step?: 'packOrder') => {
    const order = await placePaid(world, wanted(product));
    if (step) await admin.call(step, { id: order.id });
    await app.visitor().call('withdrawOrder', { secret: order.secret });
    return order;
  };
  const withdrawn = { status: 409, error: { details: { reason: 'withdrawn' } } };
  const paid = await placeAndWithdraw();
  const refused = await admin.tryCall('packOrder', { id: paid.id });
  expect(refused).toMatchObject(withdrawn);
  expect(refused.error?.message).toBe('The buyer has withdrawn from this order: do not send it.');
  const { id: batch } = await admin.call('makeTagBatch', { name: 'Stock', count: 2, key: crypto.randomUUID() });
  await runDueJobs(app.services);
  expect((await admin.tryCall('assignTagBatch', { id: batch, order: paid.number })).error?.details).toMatchObject({
    reason: 'withdrawn',
  });

  const packed = await placeAndWithdraw('packOrder');
  const shipment = { id: packed.id, carrier: 'Post' };
  expect(await admin.tryCall('shipOrder', shipment)).toMatchObject(withdrawn);
  expect((await admin.call('getOrder', { id: packed.id })).state).toBe('packed');
  await admin.call('shipOrder', { ...shipment, withdrawn: true });
  expect((await admin.call('getOrder', { id: packed.id })).state).toBe('shipped');
  const mails = app.mailbox.received.filter(({ to }) => JSON.stringify(to).includes(paid.email));
  expect(mails.filter(({ subject }) => subject?.includes('is packed'))).toEqual([]);
});

const transfersIn = ({ payments }: Pick<OrderForAdmin, 'payments'>) =>
  payments.filter(({ kind }) => kind === 'transfer');

test('a transfer that was noted for the wrong order is taken back once: its order waits for its money in a new time, its invoice is cancelled and its buyer told; what is packed or was paid back stays', async () => {
  const world = await shopWithAdmin({ stock: 9 });
  const { app, product, admin } = world;
  const { db } = app.services;
  const order = () => place(world, wanted(product));
  const payAll = (id: string, amountMinor = 1_385) => payKnowing(admin, { id, amountMinor });
  const transfersOf = async (id: string) => transfersIn(await admin.call('getOrder', { id }));
  const lastOf = async (id: string) => ({ id, payment: (await transfersOf(id)).at(-1)?.id ?? expect.fail() });

  const wrong = await order();
  await payAll(wrong.id);
  await sql`update orders set due_at = now() - interval '1 day'`.execute(db);
  const taken = await lastOf(wrong.id);
  await Promise.all([1, 2].map(() => admin.call('takeBackPayment', taken)));
  const shown = await admin.call('getOrder', { id: wrong.id });
  const invoices = [
    { number: 1, kind: 'invoice' },
    { number: 2, kind: 'credit-note' },
  ];
  expect(shown).toMatchObject({ state: 'placed', paidMinor: 0, invoices, canCancel: true });
  expect(shown.payments).toMatchObject([{ kind: 'transfer', amountMinor: 1_385, takenBack: true, canTakeBack: false }]);
  expect(shown.steps.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'takenBack']);
  expect(Date.parse(shown.dueAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  expect(await stockOf(app, product)).toBe(8);
  expect((await admin.tryCall('packOrder', { id: wrong.id })).status).toBe(409);
  const { text } = await app.mailbox.find(wrong.email, 'noted by mistake');
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(shown.dueAt));
  expect(text).toContain(`transfer the missing €13.85 by ${day}.\n\n${detailsOf('13.85', wrong.number)}\n\n`);
  expect(text).toMatch(/a payment of €13.85 .* was not for this order.*invoice .* is cancelled/s);
  const told = (await queuedMails(app)).filter(({ subject }) => subject.includes('noted by mistake'));
  expect(told).toHaveLength(1);
  expect(await pdfOf(admin, `/admin/orders/${wrong.id}/invoices/2.pdf`)).toMatch(/Cancels invoice 1.*-€13.85/s);
  const page = await app.visitor().read(`/order/${wrong.secret}`);
  expect(page).toMatch(/Please pay.*a payment noted by mistake/s);
  const { rows } = await admin.call('listAuditEntries', { search: wrong.id });
  expect(rows.filter(({ act }) => act === 'takeBackPayment')).toMatchObject([{ changes: { paidMinor: [1_385, 0] } }]);

  const { outcomes } = await admin.call('markOrdersPaid', { ids: [wrong.id] });
  expect(outcomes).toMatchObject([{ outcome: 'done' }]);
  await admin.call('takeBackPayment', await lastOf(wrong.id));
  expect((await admin.call('markOrdersPaid', { ids: [wrong.id] })).outcomes).toMatchObject([{ outcome: 'done' }]);
  await admin.call('refundOrder', { id: wrong.id, amountMinor: 1_385, key: crypto.randomUUID(), password });
  const repaid = await admin.call('getOrder', { id: wrong.id });
  expect([repaid.state, repaid.paidMinor, repaid.invoices.map(({ kind }) => kind[0]).join('')]).toEqual([
    'refunded',
    0,
    'icicic',
  ]);
  expect(await pdfOf(admin, `/admin/orders/${wrong.id}/invoices/6.pdf`)).toMatch(/Corrects invoice 5.*-€13.85/s);
  expect((await admin.tryCall('takeBackPayment', await lastOf(wrong.id))).status, 'it was paid back').toBe(409);

  const packed = await order();
  await payAll(packed.id, 400);
  await payAll(packed.id, 985);
  await admin.call('packOrder', { id: packed.id });
  expect((await transfersOf(packed.id)).map(({ canTakeBack }) => canTakeBack)).toEqual([false, false]);
  const refused = await admin.tryCall('takeBackPayment', await lastOf(packed.id));
  expect([refused.status, refused.error?.details]).toMatchObject([409, { reason: 'packed' }]);
  await app.visitor().call('withdrawOrder', { secret: packed.secret });
  for (const { id: payment } of await transfersOf(packed.id))
    await admin.call('takeBackPayment', { id: packed.id, payment });
  await sql`update orders set due_at = now() - interval '1 minute' where id = ${packed.id}`.execute(db);
  await runDueJobs(app.services);
  const left = await admin.call('getOrder', { id: packed.id });
  expect(left).toMatchObject({ state: 'packed', paidMinor: 0, canCancel: true });
  expect((await admin.call('readToday', {})).needs.map(({ name }) => name)).toEqual(['withdrawn']);
  await admin.call('cancelOrder', { id: packed.id });

  const withdrawn = await order();
  const stock = await stockOf(app, product);
  await payAll(withdrawn.id);
  await app.visitor().call('withdrawOrder', { secret: withdrawn.secret });
  await admin.call('takeBackPayment', await lastOf(withdrawn.id));
  expect(await admin.call('getOrder', { id: withdrawn.id })).toMatchObject({ state: 'cancelled', paidMinor: 0 });
  expect(await stockOf(app, product)).toBe((stock ?? 0) + 1);
  const { text: ended } = await app.mailbox.find(withdrawn.email, 'noted by mistake');
  expect(ended).toMatch(/invoice .* is cancelled.*As you have withdrawn from the contract, you have nothing to pay/s);
  expect(ended).not.toContain('new invoice');

  const inParts = await order();
  await payAll(inParts.id, 500);
  const [part] = await transfersOf(inParts.id);
  await payAll(inParts.id, 1_385);
  await admin.call('takeBackPayment', { id: inParts.id, payment: part?.id ?? '' });
  expect(await admin.call('getOrder', { id: inParts.id })).toMatchObject({ state: 'paid', paidMinor: 1_385 });
  expect((await app.mailbox.find(inParts.email, 'noted by mistake')).text).toContain('is paid all the same');
  await admin.call('refundOrder', { id: inParts.id, amountMinor: 1, key: crypto.randomUUID(), password });
  expect((await admin.tryCall('takeBackPayment', await lastOf(inParts.id))).status).toBe(409);

  const lapsing = await order();
  await payAll(lapsing.id, 5);
  await admin.call('takeBackPayment', await lastOf(lapsing.id));
  await sql`update orders set due_at = now() - interval '1 minute' where id = ${lapsing.id}`.execute(db);
  await sql`delete from scheduled_jobs`.execute(db);
  await runDueJobs(app.services);
  expect((await admin.call('getOrder', { id: lapsing.id })).state).toBe('cancelled');
  await payAll(lapsing.id);
  const mailsOf = async () => (await queuedMails(app)).filter(({ toAddress }) => toAddress === lapsing.email).length;
  const mails = await mailsOf();
  await admin.call('takeBackPayment', await lastOf(lapsing.id));
  expect(await admin.call('getOrder', { id: lapsing.id })).toMatchObject({ state: 'cancelled', paidMinor: 0 });
  expect(await mailsOf(), 'nothing was told of it').toBe(mails);
});

test('too much money for an order of which a part was paid back is reckoned alike for all, and its mistaken transfers can be taken back, unless money was paid back since', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const secret = await app.visitor().call('placeOrder', wanted(await openShop(app)));
  const readOrder = async () => (await app.visitor().call('readOrder', secret)).order;
  const id = await orderIdOf(admin, secret.secret);
  const pay = (amountMinor: number) => payKnowing(admin, { id, amountMinor });
  const refund = (amountMinor: number) =>
    admin.call('refundOrder', { id, amountMinor, key: crypto.randomUUID(), password });
  const state = async () => {
    const { paidMinor, overMinor, problems, ...order } = await admin.call('getOrder', { id });
    expect((await readOrder()).overMinor).toBe(overMinor);
    const [open, can] = [
      problems.map((each) => each.amountMinor),
      transfersIn(order).map(({ canTakeBack }) => canTakeBack),
    ];
    return [order.state, paidMinor, overMinor, open, can];
  };
  const takeBack = async (nth: number) => {
    const transfers = transfersIn(await admin.call('getOrder', { id }));
    await admin.call('takeBackPayment', { id, payment: transfers[nth]?.id ?? expect.fail() });
  };
  await pay(1_385);
  await refund(385);
  await pay(1_385);
  expect(await state()).toEqual(['paid', 2_385, 1_385, [1_385], [false, true]]);
  await pay(100);
  await takeBack(2);
  expect(await state()).toEqual(['paid', 2_385, 1_385, [1_385], [false, true, false]]);
  await takeBack(1);
  expect(await state()).toEqual(['paid', 1_000, 0, [], [false, false, false]]);
  await pay(50);
  await refund(50);
  expect(await state()).toEqual(['paid', 1_000, 0, [], [false, false, false, false]]);
});

test('a part payment is answered with what is missing and where it goes; who pays too much is told that it is paid back, on the page too; more for a paid order is noted only by one who knows that it is paid', async () => {
  const world = await shopWithAdmin();
  const { app, product, admin } = world;
  const order = await place(world, wanted(product));
  const { id, secret, number, dueAt } = order;
  const note = (amountMinor: number, more: object = {}) =>
    admin.tryCall('confirmPayment', { id, amountMinor, key: crypto.randomUUID(), ...more });
  await note(1_000);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(dueAt));
  expect((await app.mailbox.find(order.email, 'part of the money arrived')).text).toContain(
    `transfer the missing €3.85 by ${day}.\n\n${detailsOf('3.85', number)}\n\n`,
  );
  const late = await place(world, wanted(product));
  await sql`update orders set due_at = now() - interval '1 day' where id = ${late.id}`.execute(app.services.db);
  await confirmPayment(admin, late.id, 1);
  expect((await app.mailbox.find(late.email, 'part of the money arrived')).text).toContain(
    'transfer the missing €13.84.\n\nRecipient:\nTags & Co.',
  );
  expect(await note(40_000)).toMatchObject({
    status: 409,
    error: {
      message: expect.stringContaining('That is €396.15 more than is still owed.'),
      details: { reason: 'more-than-owed', overMinor: 39_615 },
    },
  });
  expect((await admin.call('getOrder', { id })).paidMinor).toBe(1_000);
  expect((await note(400, { overMinor: 14 })).status, 'something else was owed').toBe(409);
  expect((await note(400, { overMinor: 15 })).status).toBe(200);
  const { text } = await app.mailbox.find(order.email, 'your payment arrived');
  const said = 'You have paid €0.15 more than the order costs. We pay that back to you';
  expect(text).toContain(said);
  expect(await app.visitor().read(`/order/${secret}`)).toContain(said);
  expect((await note(1_385)).status, 'whoever does not know that it is paid').toBe(409);
  expect((await note(1_385, { overMinor: 1_385 })).status).toBe(200);
  const again = await app.mailbox.find(order.email, 'you have paid more');
  expect(again.text).toContain('You have paid €14.00 more');
  const shown = await admin.call('getOrder', { id });
  expect(shown).toMatchObject({ state: 'paid', paidMinor: 2_785, invoices: [{ number: 1, kind: 'invoice' }] });
  const addressProblems = async () =>
    (await admin.call('getOrder', { id })).problems.map(({ reason, amountMinor }) => [reason, amountMinor]);
  expect(await addressProblems(), 'it is not forgotten').toEqual([['overpaid', 1_400]]);
  expect((await admin.call('listOrders', { state: 'payment-problem' })).orders.map((each) => each.id)).toEqual([id]);
  await admin.call('refundOrder', { id, amountMinor: 400, key: crypto.randomUUID(), password });
  expect(await addressProblems()).toEqual([['overpaid', 1_000]]);
  const huge = await note(1_000_000_000, { overMinor: 1_000_000_000 });
  expect([huge.status, huge.error?.message]).toEqual([400, 'At most €9,999,976.15 more can be noted for one order.']);
  await admin.call('refundOrder', { id, amountMinor: 1_000, key: crypto.randomUUID(), password });
  expect(await admin.call('getOrder', { id })).toMatchObject({ state: 'paid', invoices: [{ number: 1 }] });
  expect(await addressProblems()).toEqual([]);
  expect(await app.visitor().read(`/order/${secret}`)).not.toContain('more than the order costs');
});

test('money for an order that is over is noted, and paid back; the buyer is told of no payment', async () => {
  const world = await shopWithAdmin({ stock: 2 });
  const { app, product, admin } = world;
  const order = await place(world, wanted(product));
  const { id, secret, totalMinor } = order;
  await app.visitor().call('withdrawOrder', { secret });
  const transfer = { id, amountMinor: totalMinor, key: crypto.randomUUID() };
  await payKnowing(admin, transfer);
  await payKnowing(admin, transfer);
  expect(await admin.call('getOrder', { id })).toMatchObject({
    state: 'cancelled',
    paidMinor: totalMinor,
    invoices: [],
  });
  await admin.call('refundOrder', { ...transfer, key: crypto.randomUUID(), password });
  expect(await admin.call('getOrder', { id })).toMatchObject({ state: 'refunded', paidMinor: 0, invoices: [] });
  expect((await app.mailbox.find(order.email, 'paid back')).text).not.toContain('credit note');
  expect(app.mailbox.received.filter(({ subject }) => subject?.includes('payment arrived'))).toEqual([]);
  const { rows } = await admin.call('listAuditEntries', { search: id });
  expect(rows.map(({ act, changes }) => [act, changes])).toEqual([
    ['refundOrder', { paidMinor: [totalMinor, 0] }],
    ['confirmPayment', { paidMinor: [0, totalMinor] }],
  ]);

  const partly = await place(world, wanted(product));
  await confirmPayment(admin, partly.id, 1);
  await app.visitor().call('withdrawOrder', { secret: partly.secret });
  const { outcomes } = await admin.call('markOrdersPaid', { ids: [partly.id] });
  expect(outcomes).toMatchObject([{ outcome: 'withdrawn' }]);
  await payKnowing(admin, { id: partly.id, amountMinor: totalMinor - 1 });
  const shown = await admin.call('getOrder', { id: partly.id });
  expect(shown).toMatchObject({ state: 'placed', paidMinor: totalMinor, invoices: [], canCancel: false });
});

test('an invoice with VAT says of each line and of delivery what it is without, unit prices too, and its parts are its sum; so does what corrects it', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const [ring, other] = [await openShop(app), await openShop(app)];
  const lines = [
    { productId: ring, quantity: 3, unitMinor: 995 },
    { productId: other, quantity: 1, unitMinor: 995 },
  ];
  const { id } = await placePaid({ app, admin }, wanted(ring, { lines, totalMinor: 4_370 }));
  await admin.call('refundOrder', { id, amountMinor: 1_000, key: crypto.randomUUID(), password });
  const invoice = await pdfOf(admin, `/admin/orders/${id}/invoices/1.pdf`);
  for (const said of [
    '€8.3613 each without tax; €25.08 without tax, €4.77 VAT (19%)',
    '€8.3613 each without tax; €8.37 without tax, €1.58 VAT (19%)',
    '€3.27 without tax, €0.63 VAT (19%)',
    /Without tax +€36.72/,
    'The total contains €6.98 VAT (19%).',
    /Paid in full on \S+ \d+, \d{4}/,
  ])
    expect(invoice).toMatch(said);
  expect(await pdfOf(admin, `/admin/orders/${id}/invoices/2.pdf`)).toContain('-€8.40 without tax, -€1.60 VAT (19%)');

  const { db } = app.services;
  const { content } = await db.selectFrom('invoices').selectAll().where('number', '=', 1).executeTakeFirstOrThrow();
  const before = content.lines.map(({ netMinor: _net, ...line }) => line);
  const { deliveryNetMinor: _delivery, paidOn: _paidOn, ...older } = { ...content, lines: before };
  await db
    .insertInto('invoices')
    .values({ number: 99, orderId: id, kind: 'invoice', content: JSON.stringify(older) })
    .execute();
  const old = await pdfOf(admin, `/admin/orders/${id}/invoices/99.pdf`);
  expect(old, 'one that was issued before stays as it was').toMatch(/3 × Key-ring tags, €9.95 each +€29.85\s+1 ×/);
  expect(old).toContain('Paid in full. Thank you.');

  await openShop(app, { settings: { taxScheme: 'small-business' } });
  const free = await placePaid({ app, admin }, wanted(ring));
  expect(await pdfOf(admin, `/admin/orders/${free.id}/invoices/3.pdf`)).not.toContain('without tax');
});

test('amounts without their tax are together their sum without it; the total is what its parts are, and holds its tax, whatever is ordered where', () => {
  const rates = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 51 }), rates, (amounts, rate) => {
      const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
      const nets = withoutTax(amounts, rate);
      expect(sum(nets)).toBe(sum(amounts) - taxWithin(sum(amounts), rate));
      for (const [n, amount] of amounts.entries())
        expect(Math.abs((nets[n] ?? 0) - unitWithoutTax(amount, rate))).toBeLessThanOrEqual(1);
    }),
  );
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 999 }),
    unitMinor: fc.integer({ min: 0, max: 100_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 50 }),
      fc.constantFrom('DE', 'JP'),
      fc.integer({ min: 0, max: 5_000 }),
      (lines, country, rate) => {
        const prices =
          pricesOf(lines, country, { ...shop, taxRates: { [country]: rate } }) ?? expect.fail('no delivery');
        expect(prices.itemsMinor + prices.deliveryMinor).toBe(prices.totalMinor);
        expect(prices.taxMinor).toBe(taxWithin(prices.totalMinor, rate));
        const net = prices.totalMinor - prices.taxMinor;
        expect(Math.abs(net * (1 + rate / 10_000) - prices.totalMinor)).toBeLessThanOrEqual(1);
        for (const each of [prices.totalMinor, prices.taxMinor]) expect(Number.isInteger(each) && each >= 0).toBe(true);
      },
    ),
  );
});

test('an address is asked for as its country writes it; the post reads a state by its name, or by its short form where letters have that', () => {
  const empty = {
    country: 'US',
    name: 'Kim',
    company: '',
    line1: '1 Way',
    line2: '',
    district: '',
    city: 'Cupertino',
    state: '',
    zip: '95014',
  };
  expect(addressProblems(empty).map(({ field }) => field.name)).toEqual(['state']);
  expect(addressProblems({ ...empty, state: 'Nowhere' }).map(({ problem }) => problem)).toEqual(['wrong']);
  expect(addressProblems({ ...empty, state: 'CA' })).toEqual([]);
  const to = { name: 'Kim', company: '', line1: 'Way 1', line2: '', district: '', city: 'Cupertino', zip: '95014' };
  expect(addressLines({ ...to, country: 'US', state: 'CA' }, 'en')).toContain('Cupertino, CA 95014');
  expect(addressLines({ ...to, country: 'JP', state: '13', zip: '154-0023' }, 'en')).toContain('東京都');
  expect(addressLines({ ...to, country: 'AE', state: 'FU' }, 'en')).toContain('الفجيرة');
});

test('a postal code is taken in any digits, with its country and in any spacing; a region in another script has its Latin name beside it; a street without a field for its city asks for both', async () => {
  const app = await startApp();
  const delivery = [
    {
      countries: ['DE', 'JP', 'AE', 'SG', 'SE'],
      priceMinor: 390,
      freeFromMinor: null,
      days: [2, 4] as [number, number],
    },
  ];
  const product = await openShop(app, { settings: { delivery } });
  const buyer = app.visitor();
  const arabic = wanted(product, { address: { ...address, zip: '١٠١١٥' } });
  const { secret } = await buyer.call('placeOrder', arabic);
  expect((await buyer.call('readOrder', { secret })).order.addressLines).toContain('10115 Berlin');
  const japanese = { country: 'JP', name: 'Kim', line1: '渋谷区 1', state: '13', zip: '１５４−００２３' };
  expect(await buyer.call('checkBuyer', { email: newEmail(), address: japanese })).toEqual({});

  // Sent twice, it is one order, however its code was typed.
  const swede = { ...address, country: 'SE', zip: 'se-114\u00a055', city: 'Stockholm' };
  const order = wanted(product, { address: swede });
  const sent = await buyer.call('placeOrder', order);
  expect(await buyer.call('placeOrder', { ...order, address: { ...swede, zip: '11455' } })).toEqual(sent);
  expect((await buyer.call('readOrder', sent)).order.addressLines).toContain('SE-114 55 Stockholm');

  const fieldsOf = async (country: string) => {
    const checkout = await buyer.call('readCheckout', { country, lines: [] });
    if (!checkout.open) return expect.fail('the shop is closed');
    return new Map(checkout.fields.map((field) => [field.name, field]));
  };
  const japan = await fieldsOf('JP');
  expect([japan.get('line1')?.kind, japan.get('state')?.options]).toEqual([
    'city',
    expect.arrayContaining([{ value: '01', label: '北海道 (Hokkaido)' }]),
  ]);
  expect((await fieldsOf('AE')).get('state')?.options).toContainEqual({ value: 'FU', label: 'الفجيرة (Fujairah)' });
  for (const country of ['DE', 'SG']) expect((await fieldsOf(country)).get('line1')?.kind).toBeUndefined();
});

/** One for each set of values. @returns their ids */
async function insertOrders({ services: { db } }: App, product: string, sets: Record<string, string>) {
  for (const [id, set] of Object.entries(sets)) {
    const to = JSON.stringify({ ...address, company: '', line2: '', district: '', state: '' });
    await sql`
      insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
        tax_scheme, tax_rate, tax_minor, delivery_days, due_at)
      values (${id}, ${id}, ${`${id}@example.com`}, 'en', ${to}::jsonb, 'EUR', 1990, 0, 1990, 'destination', 0, 0, '[1, 2]', now() + interval '1 day')`.execute(
      db,
    );
    await sql`update orders set ${sql.raw(set)} where id = ${id}`.execute(db);
    await sql`
      insert into order_lines (order_id, position, product_id, name, quantity, unit_minor, total_minor, tags_each, takes_stock)
      values (${id}, 1, ${product}, 'Key-ring tags', 2, 995, 1990, 2, false)`.execute(db);
  }
  return Object.keys(sets);
}

const named = (name: string) => `address = jsonb_set(address, '{name}', '${JSON.stringify(name)}')`;

test('orders are found by number, name, last name and address, limited to a state, sorted, and taken as a file without formulas', async () => {
  const { app, product, admin } = await shopWithAdmin();
  await insertOrders(app, product, {
    unpaid: named('Ada Lovelace'),
    paid: `paid_at = now(), ${named('=1+1')}`,
    shipped: `paid_at = now(), packed_at = now(), shipped_at = now(), items_minor = 5, total_minor = 5`,
    withdrawn: 'paid_at = now(), withdrawn_at = now()',
    over: 'paid_at = now(), withdrawn_at = now(), cancelled_at = now(), refunded_at = now()',
  });
  const find = async (asked: object) => (await admin.call('listOrders', asked)).orders;
  const ids = async (asked: object) => (await find(asked)).map(({ id }) => id);
  const [{ number = 0 } = {}] = await find({ search: 'unpaid@' });
  for (const search of [String(number), `#${number}`, 'ada l', 'LOVE', 'unpaid'])
    expect(await ids({ search }), search).toEqual(['unpaid']);
  for (const search of ['2+1', '99999999999', '%', 'nobody']) expect(await ids({ search }), search).toEqual([]);
  expect(await ids({ state: 'placed' })).toEqual(['unpaid']);
  expect(await ids({ state: 'paid', sort: 'email', ascending: true })).toEqual(['paid', 'withdrawn']);
  expect(await ids({ state: 'refunded' })).toEqual(['over']);
  expect(await ids({ state: 'withdrawn' })).toEqual(['withdrawn']);
  expect((await ids({ sort: 'total', ascending: true }))[0]).toBe('shipped');
  expect((await find({})).map(({ id, state }) => `${id} ${state}`).sort()).toEqual(
    ['over refunded', 'paid paid', 'shipped shipped', 'unpaid placed', 'withdrawn paid'].sort(),
  );
  const csv = await admin.read('/admin/tables/orders?state=paid&sort=email&ascending=yes');
  expect(csv.split('\n')).toHaveLength(4);
  expect(csv).toContain(",'=1+1,paid@example.com,19.90,EUR,No");
  expect((await admin.get('/admin/tables/orders?state=gone')).status).toBe(400);
});

test('orders are paid, packed and sent many at once: each for itself, once however often it is said, with words for each, a mail and an act', async () => {
  const { app, product, admin } = await shopWithAdmin();
  const { db } = app.services;
  const ids = await insertOrders(app, product, {
    one: 'email = email',
    two: 'email = email',
    paid: 'paid_at = now()',
    left: 'paid_at = now(), withdrawn_at = now()',
    over: 'withdrawn_at = now(), cancelled_at = now()',
  });
  const both = await Promise.all([ids, [...ids, 'gone']].map((each) => admin.call('markOrdersPaid', { ids: each })));
  const said = (at: number) => Object.fromEntries((both[at]?.outcomes ?? []).map(({ id, words }) => [id, words]));
  for (const id of ['one', 'two'])
    expect([said(0)[id], said(1)[id]].sort()).toEqual(['Paid now.', 'Was paid already.']);
  expect(said(1)).toMatchObject({
    paid: 'Was paid already.',
    left: 'Was paid already.',
    over: 'Not possible: it is cancelled.',
    gone: 'There is no such order.',
  });
  const { rows } = await sql`select order_id as id, amount_minor as minor from payments order by 1`.execute(db);
  expect(rows).toEqual(['one', 'two'].map((id) => ({ id, minor: 1_990 })));
  await app.mailbox.find('two@example.com', 'your payment arrived');

  const outcomes = async (call: Promise<{ outcomes: { id: string; outcome: string }[] }>) =>
    (await call).outcomes.map(({ id, outcome }) => `${id} ${outcome}`);
  await sql`update orders set paid_at = null where id = 'two'`.execute(db);
  expect(await outcomes(admin.call('markOrdersPacked', { ids: ['one', 'two', 'paid', 'left', 'one'] }))).toEqual([
    'one done',
    'two impossible',
    'paid done',
    'left withdrawn',
  ]);
  const { rows: made } = await sql`
    select order_id as id, count(*)::int as tags from tags join tag_batches on tag_batches.id = batch_id
    group by 1 order by 1`.execute(db);
  expect(made).toEqual(['one', 'paid'].map((id) => ({ id, tags: 4 })));
  const send = (more: object) => ({
    carrier: 'Post',
    tracking: 'ALL',
    orders: [{ id: 'one', tracking: 'RR 1' }],
    ...more,
  });
  const wrong = await admin.tryCall('markOrdersShipped', send({ carrier: ' ' }));
  expect(wrong.error?.details).toMatchObject({ fields: { carrier: expect.any(String) } });
  const orders = [{ id: 'one', tracking: 'RR 1' }, { id: 'paid' }, { id: 'two' }];
  expect(await outcomes(admin.call('markOrdersShipped', send({ orders })))).toEqual([
    'one done',
    'paid done',
    'two impossible',
  ]);
  expect((await app.mailbox.find('one@example.com', 'is on its way')).text).toContain('RR 1');
  expect((await admin.call('getOrder', { id: 'paid' })).shipment).toEqual({ carrier: 'Post', tracking: 'ALL' });
  const { rows: acts } = await sql`
    select act, count(*)::int as count from audit_entries where subject_kind = 'order' group by 1 order by 1`.execute(
    db,
  );
  expect(acts).toEqual(['confirmPayment', 'packOrder', 'shipOrder'].map((act) => ({ act, count: 2 })));
  for (const some of [[], Array.from({ length: 101 }, (_, n) => `o${n}`)])
    expect((await admin.tryCall('markOrdersPaid', { ids: some })).error?.message).toMatch(
      /^Choose at (least one|most 100)/,
    );
});

test('the packing list has where each order goes, what is in it and how many of each product, in every script', async () => {
  const { app, product, admin } = await shopWithAdmin();
  await insertOrders(app, product, {
    one: `paid_at = now() - interval '1 day', ${named('山田太郎')}`,
    two: `paid_at = now(), ${named('محمد علي')}`,
    unpaid: named('Ada Lovelace'),
  });
  const list = async (query = '') => {
    const answer = await admin.get(`/admin/packing-list.pdf${query}`);
    return textOf(new Uint8Array(await answer.arrayBuffer()));
  };
  const all = await list();
  for (const part of ['2 orders', '4 × Key-ring tags', '山田太郎', 'محمد', '10115 Berlin', 'GERMANY'])
    expect(all).toContain(part);
  expect(all.indexOf('山田太郎')).toBeLessThan(all.indexOf('محمد'));
  expect(all.match(/2 × Key-ring tags/g)).toHaveLength(2);
  for (const said of ['Lovelace', 'Packing list ·']) expect(all).not.toContain(said);
  const chosen = await list('?orders=unpaid.two');
  expect([chosen.includes('Lovelace'), chosen.includes('山田太郎')]).toEqual([true, false]);
  expect((await admin.get('/admin/packing-list.pdf?orders=')).status).toBe(400);

  const many = Array.from({ length: 12 }, (_, n) => [`more${n}`, `paid_at = now(), ${named('Kim')}`]);
  await insertOrders(app, product, Object.fromEntries(many));
  expect(await list(), 'each of several pages says which it is').toMatch(/Packing list · 1\/3.*Packing list · 3\/3/s);
});
