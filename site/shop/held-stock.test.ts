import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { startApp } from '../../test/app.ts';
import { makeAdministrator, newEmail } from '../../test/make.ts';
import { confirmPayment, makeProduct, openShop, orderOf, stockOf } from '../../test/shop.ts';
import { startStripe } from '../../test/stripe.ts';
import type { Visitor } from '../../test/visitor.ts';

const priceMinor = 5000;

async function sell(stock: number, { byCard = false } = {}) {
  const payments = byCard ? (await startStripe(onTestFinished)).payments : undefined;
  const app = await startApp(payments ? { payments } : {});
  await openShop(app);
  const { id: productId } = await makeProduct(app, { stock, priceMinor });
  const place = (quantity: number, more: object = {}, buyer: Visitor = app.visitor()) =>
    buyer.tryCall(
      'placeOrder',
      orderOf({ id: productId, priceMinor }, { totalMinor: quantity * priceMinor, ...more }, quantity),
    );
  return { app, productId, place };
}

const held = { status: 429, error: { details: { reason: 'stock-held' } } };

test('unpaid orders hold at most half of a stock, also when they come at the same moment; what is paid makes room, and the operator can allow more', async () => {
  const { app, productId, place } = await sell(10);
  const admin = await makeAdministrator(app);
  expect(await place(6), 'the page allows 99 of one').toMatchObject(held);
  const together = await Promise.all(Array.from({ length: 8 }, () => place(1)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = await place(1);
  expect(refused).toMatchObject(held);
  expect(refused.error?.message).toMatch(
    /^Orders that are not paid may hold only a part of the stock\. Without paying at once, you can order no more of “Key ring”\. Order fewer, or try again after \w+ \d+, \d{4}\.$/,
  );
  expect(await stockOf(app, productId)).toBe(5);
  const { orders } = await admin.call('listOrders', {});
  const { id = '', totalMinor = 0 } = orders[0] ?? {};
  await confirmPayment(admin, id, totalMinor);
  // Of the nine that are not sold four are held.
  expect((await place(1)).status, 'half of nine is four').toBe(429);
  await admin.call('changeShopSettings', { unpaidStock: { perAddress: 20, perNetwork: 40, percentOfStock: 100 } });
  expect((await place(5)).status).toBe(200);
  expect((await place(1)).error?.message, 'there is none').toContain('sold out');
});

test('a day that is over is not named: an order of which a part is paid is not cancelled by itself', async () => {
  const { app, place } = await sell(10);
  const admin = await makeAdministrator(app);
  const email = newEmail('kim');
  expect((await place(5, { email })).status).toBe(200);
  const { orders } = await admin.call('listOrders', {});
  await confirmPayment(admin, orders[0]?.id ?? '', 100);
  await sql`update orders set created_at = created_at - interval '20 days', due_at = due_at - interval '20 days'`.execute(
    app.services.db,
  );
  expect((await place(1)).error?.message).toContain('Order fewer, or try again later.');
  await admin.call('changeShopSettings', { unpaidStock: { perAddress: 5, perNetwork: 40, percentOfStock: 100 } });
  expect((await place(1, { email })).error?.message).toContain('Order fewer, or try again later.');
});

test('an order of 3 of 5 leaves 2, and gives the 3 back when it is cancelled', async () => {
  const { app, productId, place } = await sell(5);
  const admin = await makeAdministrator(app);
  await admin.call('changeShopSettings', { unpaidStock: { perAddress: 20, perNetwork: 40, percentOfStock: 100 } });
  expect((await place(3)).status).toBe(200);
  expect(await stockOf(app, productId)).toBe(2);
  const { orders } = await admin.call('listOrders', {});
  await admin.call('cancelOrder', { id: orders[0]?.id ?? '' });
  expect(await stockOf(app, productId)).toBe(5);
});

test('one piece is never too many, and what nobody counts is held by nobody', async () => {
  const { app, place } = await sell(1);
  expect((await place(1)).status).toBe(200);
  const { id: productId } = await makeProduct(app, { stock: null, priceMinor });
  const lines = [{ productId, quantity: 99, unitMinor: priceMinor }];
  expect((await place(99, { lines })).status).toBe(200);
  const more = [{ productId, quantity: 100, unitMinor: priceMinor }];
  expect((await place(100, { lines: more })).error?.status, 'by the function as by the page').toBe('INVALID_ARGUMENT');
});

test('one address holds so many pieces with all its unpaid orders, one network with those of a day', async () => {
  const { app, place } = await sell(1000);
  const email = newEmail('kim');
  for (const quantity of [12, 8]) expect((await place(quantity, { email })).status).toBe(200);
  await sql`update orders set created_at = created_at - interval '3 days'`.execute(app.services.db);
  expect(await place(1, { email })).toMatchObject(held);
  const more = await place(21);
  expect(more).toMatchObject(held);
  expect(more.error?.message).toContain('With your address 20 more pieces can be ordered');
  const buyer = app.visitor();
  for (const quantity of [15, 15]) expect((await place(quantity, {}, buyer)).status).toBe(200);
  const tooMany = await place(15, {}, buyer);
  expect(tooMany.error?.message).toContain('From your network 10 more pieces can be ordered today');
  expect((await place(10, {}, buyer)).status).toBe(200);
  await sql`update orders set created_at = created_at - interval '1 day'`.execute(app.services.db);
  expect((await place(15, {}, buyer)).status, 'another day').toBe(200);
});

test('of each product that cannot be ordered as often as wanted is said at once how many can be, beside a link to the cart', async () => {
  const { app, productId } = await sell(10);
  const other = await makeProduct(app, { stock: 4, priceMinor, names: { en: 'Pet tag' } });
  const buyer = app.visitor();
  buyer.cookies.set('handback.cart', `${productId}*9*${priceMinor}*EUR.${other.id}*3*${priceMinor}*EUR`);
  const { key, email, address } = orderOf({ id: productId, priceMinor });
  const lines = `${productId}:9:${priceMinor} ${other.id}:3:${priceMinor}`;
  const answer = await buyer.post('/checkout', { key, email, ...address, lines, total: String(12 * priceMinor) });
  const [, alert] = /role="alert"(.*?)<form/s.exec(await answer.text()) ?? [];
  expect(alert).toContain('Without paying at once, you can order 5 more of “Key ring” and 2 more of “Pet tag”.');
  expect(alert).toContain('href="/cart"');
});

test('goods that cost nothing are held until they are packed', async () => {
  const { app, place } = await sell(4);
  const admin = await makeAdministrator(app);
  const { id: productId } = await makeProduct(app, { stock: 4, priceMinor: 0 });
  const delivery = [{ countries: ['DE'], priceMinor: 0, freeFromMinor: null, days: [1, 2] as [number, number] }];
  await admin.call('changeShopSettings', { delivery });
  const free = { lines: [{ productId, quantity: 2, unitMinor: 0 }], totalMinor: 0 };
  expect((await place(2, free)).status).toBe(200);
  expect(await place(2, free)).toMatchObject(held);
  const { orders } = await admin.call('listOrders', {});
  await admin.call('packOrder', { id: orders[0]?.id ?? '' });
  expect((await place(1, { ...free, lines: [{ productId, quantity: 1, unitMinor: 0 }] })).status).toBe(200);
});

test('who pays by card may order more, within an hour; whoever does not gives the goods back, and gets no other hour that day', async () => {
  const { app, productId, place } = await sell(10, { byCard: true });
  const email = newEmail('kim');
  const byTransfer = await place(8, { email, payment: 'transfer' });
  expect(byTransfer.error?.message).toContain(
    'Without paying at once, you can order 5 more of “Key ring”. Choose to pay by card, or order fewer.',
  );
  const { result } = await place(8, { email, payment: 'card' });
  const { secret } = result as { secret: string };
  const { order } = await app.visitor().call('readOrder', { secret });
  expect(Date.parse(order.dueAt) - Date.parse(order.createdAt)).toBe(3_600_000);
  const { text } = await app.mailbox.find(email, 'Your order');
  expect(text).toMatch(/Please pay €400\.00 by card by \w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M UTC/);
  expect(text).not.toContain('IBAN');
  const page = await app.visitor().read(`/order/${secret}`);
  expect(page).toContain('Your goods are held until then.');
  expect(page).not.toContain('IBAN');
  expect(await stockOf(app, productId)).toBe(2);

  await sql`update orders set created_at = created_at - interval '61 minutes', due_at = due_at - interval '61 minutes'`.execute(
    app.services.db,
  );
  await runDueJobs(app.services);
  expect(await stockOf(app, productId)).toBe(10);
  const again = await place(8, { email, payment: 'card' });
  expect(again.error?.message).toContain('Order fewer, or try again later');
  expect((await place(5, { email, payment: 'card' })).status, 'as many as without').toBe(200);
});
