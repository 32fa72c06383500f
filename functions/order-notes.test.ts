import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { makeAdministrator, password } from '../test/make.ts';
import { confirmPayment, makeProduct, openShop, orderIdOf, orderOf } from '../test/shop.ts';

async function ordered() {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  await openShop(app);
  const { secret } = await app.visitor().call('placeOrder', orderOf(await makeProduct(app)));
  const id = await orderIdOf(admin, secret);
  const { displayName } = (await admin.call('getUserProfile', { id: admin.uid })) ?? {};
  return { app, admin, secret, id, name: displayName ?? expect.fail(), read: () => admin.call('getOrder', { id }) };
}

test('what administrators note of an order is there once, with its author, until one deletes it; its buyer’s page does not say it, and neither does the log', async () => {
  const { app, admin, secret, id, name, read } = await ordered();
  const key = crypto.randomUUID();
  for (const text of ['Rings twice.', 'Sent again.']) await admin.call('addOrderNote', { id, key, text });
  expect((await read()).notes).toMatchObject([{ key, text: 'Rings twice.', by: name }]);
  expect(JSON.stringify(await app.visitor().call('readOrder', { secret }))).not.toContain('Rings twice');
  expect(await app.visitor().read(`/order/${secret}`)).not.toContain('Rings twice');
  const empty = await admin.tryCall('addOrderNote', { id, key: crypto.randomUUID(), text: ' ' });
  expect(empty.error?.details).toMatchObject({ fields: { text: 'Write the note.' } });

  for (const _ of ['once', 'again']) await admin.call('deleteOrderNote', { id, key });
  expect((await read()).notes).toEqual([]);
  const { rows } = await admin.call('listAuditEntries', { search: id });
  expect(rows.map(({ act, changes }) => [act, changes])).toEqual([
    ['deleteOrderNote', { note: [key, null] }],
    ['addOrderNote', { note: [null, key] }],
  ]);
});

test('the money of an order says what came and went back and which administrator noted it, also after its end; its buyer reads no name', async () => {
  const { app, admin, secret, id, name, read } = await ordered();
  await confirmPayment(admin, id, 80);
  await admin.call('takeBackPayment', { id, payment: (await read()).payments[0]?.id ?? '' });
  await confirmPayment(admin, id, 880);
  await admin.call('refundOrder', { id, amountMinor: 880, key: crypto.randomUUID(), password });
  await admin.call('confirmPayment', { id, amountMinor: 5, overMinor: 5, key: crypto.randomUUID() });
  const { payments, steps } = await read();
  expect(payments.map(({ kind, amountMinor, takenBack, by }) => [kind, amountMinor, takenBack, by])).toEqual([
    ['transfer', 80, true, name],
    ['transfer', 880, false, name],
    ['refund', -880, false, name],
    ['transfer', 5, false, name],
  ]);
  expect(steps.map(({ kind, by }) => [kind, by])).toEqual([
    ['placed', null],
    ...['partPaid', 'takenBack', 'paid', 'refunded', 'cancelled'].map((kind) => [kind, name]),
  ]);
  expect(JSON.stringify(await app.visitor().call('readOrder', { secret }))).not.toContain(name);
});
