import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readTurnover } from '../domain/today/turnover.ts';
import { startApp } from '../test/app.ts';
import { makeAdministrator, password } from '../test/make.ts';
import { confirmPayment, makeProduct, openShop, orderIdOf, orderOf } from '../test/shop.ts';

test('turnover is what was paid less what was paid back, each on its day in the time zone; orders, their average and what sells are of those that were paid and stand', async () => {
  const app = await startApp();
  const { db } = app.services;
  const admin = await makeAdministrator(app);
  await openShop(app);
  const read = () => admin.call('readTurnover', { days: 7 });
  expect(await read()).toMatchObject({ currency: 'EUR', orders: 0, averageMinor: null, products: [] });
  const ring = await makeProduct(app);
  const luggage = await makeProduct(app, { names: { en: 'Luggage tag', de: 'Kofferanhänger' }, priceMinor: 1_000 });
  const order = async (product: typeof ring, quantity = 1) => {
    const { secret } = await app.visitor().call('placeOrder', orderOf(product, {}, quantity));
    return orderIdOf(admin, secret);
  };
  const [one, two, back] = [await order(ring, 2), await order(luggage), await order(luggage, 2)];
  await order(luggage);
  await confirmPayment(admin, one, 1_370);
  await confirmPayment(admin, two, 1_390);
  await admin.call('refundOrder', { id: two, amountMinor: 90, key: crypto.randomUUID(), password });
  await confirmPayment(admin, back, 2_390);
  await admin.call('refundOrder', { id: back, amountMinor: 2_390, key: crypto.randomUUID(), password });
  admin.language = 'de';
  const { days, products, ...sums } = await read();
  expect([days.length, days.at(-1)?.minor, days.slice(0, -1).every(({ minor }) => minor === 0)]).toEqual([
    7,
    2_670,
    true,
  ]);
  expect(sums).toMatchObject({ orders: 2, averageMinor: 1_380 });
  expect(products).toEqual([
    { name: 'Schlüsselring', quantity: 2, minor: 980 },
    { name: 'Kofferanhänger', quantity: 1, minor: 1_000 },
  ]);

  // In Auckland the day after begins while it is noon in Greenwich.
  await sql`alter table payments disable trigger never_changed`.execute(db);
  await sql`update payments set created_at = case kind when 'refund' then created_at
    else (now() at time zone 'utc')::date - interval '1 day' + interval '13 hours' end`.execute(db);
  await sql`alter table payments enable trigger never_changed`.execute(db);
  const paidIn = async (timeZone: string) => {
    const read = await readTurnover({ days: 7, language: 'en', timeZone }, app.services);
    return read.days.filter(({ minor }) => minor > 0).map(({ day, minor }) => [day, minor]);
  };
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  expect(await paidIn('UTC')).toEqual([[dayBefore(1), 5_150]]);
  const [[day] = []] = await paidIn('Pacific/Auckland');
  expect(day).toBe(dayBefore(0));
  expect((await admin.tryCall('readTurnover', { days: 8 })).status).toBe(400);
});
