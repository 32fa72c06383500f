import { sql } from 'kysely';
import { expect } from 'vitest';
import type { NewProduct, Product } from '../domain/shop/contract/product.ts';
import type { ShopSettings } from '../domain/shop/contract/shop-settings.ts';
import { addProduct, changeProduct, hideProduct } from '../domain/shop/products.ts';
import { changeStock } from '../domain/shop/stock.ts';
import type { App } from './app.ts';
import { newEmail } from './make.ts';
import type { Visitor } from './visitor.ts';

const admin = { uid: 'test' };

export const keyRing: NewProduct = {
  kind: 'key-ring',
  slug: 'key-ring',
  names: { en: 'Key ring', de: 'Schlüsselring' },
  descriptions: { en: 'A tag of brass.', de: 'Ein Anhänger aus Messing.' },
  priceMinor: 490,
  tagsEach: 1,
};

export const shopOpen: Partial<ShopSettings> = {
  open: true,
  currency: 'EUR',
  delivery: [{ countries: ['DE', 'AT'], priceMinor: 390, freeFromMinor: 3000, days: [2, 4] }],
  seller: { name: 'Trove Ltd', address: '1 Lane\n12345 Town', email: 'shop@example.com', taxNumber: '' },
  bank: { holder: 'Trove Ltd', iban: 'DE89370400440532013000', bic: '' },
};

/** Changes the settings as stored: the function that does it mails administrators, and what draws mails cannot be read without a build (npm run faults). */
export async function openShop({ services }: App, change: Partial<ShopSettings> = {}): Promise<void> {
  const value = JSON.stringify({ ...shopOpen, ...change });
  await sql`insert into settings (key, value) values ('shop', ${value})
    on conflict (key) do update set value = settings.value || excluded.value`.execute(services.db);
  await services.events.publish({ kind: 'settings' });
}

/** A product that is for sale. @param stock null: made to order */
export async function makeProduct(
  { services }: App,
  { stock = 10, ...details }: Partial<NewProduct> & { stock?: number | null } = {},
): Promise<Product> {
  const key = crypto.randomUUID();
  const product = await addProduct(admin, { ...keyRing, slug: key, ...details, key }, services);
  if (product === 'slug-taken') throw new Error('the address of the product is taken');
  const { id } = product;
  if (stock) await changeStock(admin, { id, difference: stock, key }, services);
  if (stock === null) await changeProduct(admin, { id, madeToOrder: true }, services);
  const shown = await hideProduct(admin, { id, hidden: false }, services);
  if (!shown) throw new Error('there is no product');
  return shown;
}

export const berlin = { country: 'DE', name: 'Kim Müller', line1: 'Weg 1', zip: '10115', city: 'Berlin' };

/** What a buyer sends for so many of a product, with what delivery costs below its free limit. */
export function orderOf({ id, priceMinor }: Pick<Product, 'id' | 'priceMinor'>, more: object = {}, quantity = 1) {
  const lines = [{ productId: id, quantity, unitMinor: priceMinor }];
  const totalMinor = quantity * priceMinor + 390;
  return { key: crypto.randomUUID(), email: newEmail('kim'), address: berlin, lines, totalMinor, ...more };
}

/** The id by which administrators call the order behind a private link. */
export async function orderIdOf(admin: Visitor, secret: string): Promise<string> {
  const { number } = (await admin.app.visitor().call('readOrder', { secret })).order;
  const { orders } = await admin.call('listOrders', { search: String(number) });
  return orders.find((order) => order.number === number)?.id ?? expect.unreachable('the order is not listed');
}

/** Notes that so much money arrived. */
export function confirmPayment(admin: Visitor, id: string, amountMinor: number) {
  return admin.call('confirmPayment', { id, amountMinor, key: crypto.randomUUID() });
}

export async function stockOf({ services: { db } }: App, id: string): Promise<number | null> {
  const row = db.selectFrom('products').select('stock').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).stock;
}
