import { type Selectable, sql } from 'kysely';
import { deleteOlder, isThere } from '../../server/db/statements.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Product } from './contract/product.ts';
import { maxStock } from './contract/product-kinds.ts';
import { selectProducts } from './for-sale.ts';
import { type Admin, recordChange } from './products.ts';

export async function giveStockBack(trx: Executor, id: string): Promise<void> {
  await lockGoods(trx, id);
  await sql`
    update products set stock = stock + quantity from (
      select product_id, sum(quantity)::int as quantity from order_lines
      where order_id = ${id} and takes_stock group by product_id
    ) as ordered
    where products.id = product_id and stock is not null`.execute(trx);
}

/** In the order in which buyers lock them, and as they do before any invoice gets its number. */
export async function lockGoods(trx: Executor, orderId: string): Promise<void> {
  const ordered = trx.selectFrom('orderLines').select('productId').where('orderId', '=', orderId);
  await trx.selectFrom('products').select('id').where('id', 'in', ordered).orderBy('id').forNoKeyUpdate().execute();
}

type StockChange = { id: string; difference: number; key: string };

/** Adds to the stock, or takes from it, while others may do so too. The same `key` counts once. */
export function changeStock(
  admin: Admin,
  { id, difference, key }: StockChange,
  { events, log }: Services,
): Promise<Product | 'no-product' | 'made-to-order' | 'too-few' | 'too-many'> {
  return events.transaction(async (trx, publish) => {
    const before = await selectProducts(trx).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) return 'no-product';
    if (await isCounted(trx, id, key)) return before;
    if (before.stock === null) return 'made-to-order';
    const stock = before.stock + difference;
    if (stock < 0) return 'too-few';
    if (stock > maxStock) return 'too-many';
    await trx.insertInto('stockChanges').values({ productId: id, key, difference }).execute();
    await trx.updateTable('products').set({ stock, updatedAt: sql`now()` }).where('id', '=', id).execute();
    await recordChange(trx, admin, 'changeStock', before, { ...before, stock });
    publish({ kind: 'products' });
    log.info({ uid: admin.uid, product: id, difference }, 'stock changed');
    return { ...before, stock };
  });
}

async function isCounted(trx: Executor, productId: string, key: string): Promise<boolean> {
  const counted = trx.selectFrom('stockChanges').select('key').where('productId', '=', productId);
  return isThere(counted.where('key', '=', key));
}

/** For so many days a change that is sent again counts once. */
const keptDays = 30;

export function deleteOldStockChanges({ db }: Services): Promise<void> {
  return deleteOlder(db, 'stock_changes', 'changed_at', keptDays);
}

export type ProductRow = Selectable<Tables['products']>;

type Line = { productId: string; quantity: number };

/** In the order of their ids, as every order does: two orders never wait for each other. */
export async function lockProducts(trx: Executor, lines: Line[]): Promise<Map<string, ProductRow>> {
  const ids = lines.map(({ productId }) => productId);
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function takeStock(trx: Executor, lines: Line[]): Promise<void> {
  for (const { productId, quantity } of lines) {
    const changes = { stock: sql<number>`stock - ${quantity}` };
    await trx.updateTable('products').set(changes).where('id', '=', productId).where('stock', 'is not', null).execute();
  }
}
