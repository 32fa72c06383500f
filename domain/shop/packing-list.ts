import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { drawLines, type Line } from '../print/draw-lines.ts';
import { addressLines } from './addresses.ts';
import { maxOrdersAtOnce } from './contract/orders-at-once.ts';
import { textIn } from './contract/product.ts';

const sizes = { title: 20, heading: 13, text: 11 };

/**
 * Draws what is to be taken for several orders, in the language of who packs.
 * @param ids of those chosen; without them all that are to be packed, the oldest first, as many as fit into one list
 */
export async function drawPackingList(ids: string[] | undefined, language: string, { db }: Pick<Services, 'db'>) {
  const t = translationsIn(language);
  const found = await ordersOf(ids, db);
  const orders = found.slice(0, maxOrdersAtOnce);
  const lines = orders.length > 0 ? await linesIn(orders, db) : [];
  const nameOf = ({ names, name }: PackedLine) => textIn(names, language) || name;
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const byProduct = [...Map.groupBy(lines, ({ productId }) => productId).values()];
  const totals = byProduct.flatMap(([first, ...rest]) =>
    first ? [{ name: nameOf(first), quantity: rest.reduce((sum, line) => sum + line.quantity, first.quantity) }] : [],
  );
  const text = (said: string, spaceBefore = 2): Line => ({ text: said, size: sizes.text, spaceBefore });
  const taken = ({ quantity, name }: { quantity: number; name: string }) =>
    text(t('ordersAtOnce.listLine', { quantity, name }));
  const title = t('ordersAtOnce.listTitle');
  const day = t.date(new Date(), { dateStyle: 'long', timeZone: 'UTC' });
  const drawn: Line[] = [
    { text: title, size: sizes.title },
    text(t('ordersAtOnce.listDay', { day, count: orders.length })),
    ...(orders.length === 0 ? [text(t('ordersAtOnce.listNone'), 12)] : []),
    ...(found.length > orders.length ? [text(t('ordersAtOnce.listMore', { count: orders.length }))] : []),
    ...(totals.length > 0
      ? [{ text: t('ordersAtOnce.listTotals'), size: sizes.heading, spaceBefore: 18 }, ...totals.map(taken)]
      : []),
    ...orders.flatMap(({ id, number, address, language: buyers }) =>
      onOnePage([
        { text: t('orderAdmin.order', { number: String(number) }), size: sizes.heading, spaceBefore: 18 },
        ...addressLines(address, buyers).map((line) => text(line, 0)),
        ...(byOrder.get(id) ?? []).map((line, n) => ({
          ...taken({ quantity: line.quantity, name: nameOf(line) }),
          spaceBefore: n === 0 ? 8 : 2,
        })),
      ]),
    ),
  ];
  return { name: 'packing-list.pdf', type: 'pdf' as const, file: drawLines(title, drawn) as unknown as Readable };
}

function onOnePage(lines: Line[]): Line[] {
  return lines.map((line, n) => ({ ...line, keepWithNext: n < lines.length - 1 }));
}

/** One more than a list has, so that it is known that there is more. Those chosen are there in whatever state they are. */
function ordersOf(ids: string[] | undefined, db: Executor) {
  const orders = db.selectFrom('orders').select(['id', 'number', 'address', 'language']);
  if (ids) return orders.where('id', 'in', ids).orderBy('number').execute();
  return orders
    .where(
      sql<boolean>`paid_at is not null and packed_at is null
        and withdrawn_at is null and cancelled_at is null and refunded_at is null`,
    )
    .orderBy('paidAt')
    .orderBy('number')
    .limit(maxOrdersAtOnce + 1)
    .execute();
}

function linesIn(orders: { id: string }[], db: Executor) {
  return db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'productId')
    .select(['orderId', 'productId', 'quantity', 'name', 'names'])
    .where(
      'orderId',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('orderLines.position')
    .execute();
}

type PackedLine = Awaited<ReturnType<typeof linesIn>>[number];
