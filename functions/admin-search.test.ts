import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { makeAdministrator, makeItem, makeOwner } from '../test/make.ts';
import { berlin, confirmPayment, makeProduct, openShop, orderIdOf, orderOf } from '../test/shop.ts';
import { functions } from './list.ts';

test('one search finds an order by its number, buyer, company, city, tracking number and invoice, a person by each name and the address, an item, its tag, and a product', async () => {
  const app = await startApp();
  await openShop(app);
  const admin = await makeAdministrator(app);
  const owner = await makeOwner(app);
  await owner.call('updateUserProfile', { displayName: 'Édith van Straß' });
  const item = await makeItem(owner, { name: 'Zither case' });
  const product = await makeProduct(app, { slug: 'brass-ring', names: { en: 'Heavy brass ring', de: 'Messingring' } });
  const address = { ...berlin, name: 'Ole Ørsted', company: 'Käse & Söhne', city: 'Łódź' };
  const email = 'Ole@example.com';
  const wanted = orderOf(product, { email, address });
  const { secret } = await app.visitor().call('placeOrder', wanted);
  const id = await orderIdOf(admin, secret);
  await confirmPayment(admin, id, wanted.totalMinor);
  await admin.call('packOrder', { id });
  await admin.call('shipOrder', { id, carrier: 'DHL', tracking: 'JJD 0099' });
  const { number, invoices } = await admin.call('getOrder', { id });
  const [code = ''] = (await admin.call('lookUpItems', { search: 'zither' })).rows[0]?.tags ?? [];

  const found = async (search: string) => {
    const { orders, people, items, tags, products } = await admin.call('searchAdministration', { search });
    return [...orders, ...people, ...items, ...products].map((row) => row.id).concat(tags);
  };
  const [invoice] = invoices.map((each) => each.number);
  const references = [
    `Order ${number}`,
    `Handback, Bestellung Nr. ${number}, Ole`,
    `Invoice ${invoice}`,
    `Rechnung ${invoice}`,
  ];
  const numbers = [String(number), `#${number}`, String(invoice), 'jjd 00', 'JJD0099', ...references];
  expect((await admin.call('listOrders', { search: 'kase' })).orders).toMatchObject([{ company: 'Käse & Söhne' }]);
  for (const search of [...numbers, 'ole ør', 'ORSTED', 'ørsted ole', 'kase', 'söhne lodz', 'lodz', 'ole@', id])
    expect(await found(search), search).toEqual([id]);
  for (const search of ['edith', 'STRASS', 'van', 'strass edi', owner.email])
    expect(await found(search), search).toContain(owner.uid);
  for (const search of ['zither', 'case', 'CASE zi']) expect(await found(search), search).toEqual([item.id]);
  for (const search of [code, code.toUpperCase(), `https://old.example/item/${item.hash}`])
    expect(await found(search), search).toEqual([item.id, code]);
  expect(await found('brass')).toEqual([product.id]);
  expect(await found('nothing like it')).toEqual([]);
});

test('a search for an account’s name finds its orders, whatever name they are sent to, and none of an address that it has not confirmed', async () => {
  const app = await startApp();
  await openShop(app);
  const admin = await makeAdministrator(app);
  const owner = await makeOwner(app);
  await owner.call('updateUserProfile', { displayName: 'Ilse Brand' });
  const product = await makeProduct(app);
  const wanted = orderOf(product, { email: owner.email, address: { ...berlin, name: 'Uwe Quast' } });
  const { secret } = await app.visitor().call('placeOrder', wanted);
  const id = await orderIdOf(admin, secret);
  const found = async () =>
    (await admin.call('searchAdministration', { search: 'ilse' })).orders.map((each) => each.id);
  expect(await found()).toEqual([id]);
  await sql`update auth_users set email_verified = false where id = ${owner.uid}`.execute(app.services.db);
  expect(await found()).toEqual([]);
});

test('the search is for those who may read each list that it reads', () => {
  const lists = ['listOrders', 'getOrder', 'listPeople', 'getPerson', 'lookUpItems', 'getAdministeredItem', 'getTag'];
  const accessOf = (name: string) => functions.find((each) => each.name === name)?.access;
  for (const name of [...lists, 'listProducts', 'getProduct'])
    expect(accessOf(name), name).toBe(accessOf('searchAdministration'));
});
