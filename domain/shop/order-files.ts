import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { activationCodeOf } from '../items/tag-codes.ts';
import { listActivationCodes } from '../items/tag-list.ts';
import { findSheet } from '../print/contract/sheets.ts';
import { drawLines, type Line } from '../print/draw-lines.ts';
import { drawPictures } from '../print/draw-pictures.ts';
import { drawSheets } from '../print/draw-sheets.ts';
import { drawGiftCards } from '../print/gift-cards.ts';
import { namelessTags } from '../print/print-tags.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import { addressLines } from './addresses.ts';
import { maxOrdersAtOnce } from './contract/order-states.ts';
import { textIn } from './contract/product-kinds.ts';
import { linesOf } from './order-sums.ts';
import type { OrderRow } from './orders.ts';

export const orderFiles = ['slip.pdf', 'tags.pdf', 'tags.zip', 'tags.csv', 'gift-cards.pdf'] as const;
type OrderFile = (typeof orderFiles)[number];

const sheet = findSheet('plain-30-a4');
const paper = { sheet, start: 1, offsetX: 0, offsetY: 0, pitchX: 0, pitchY: 0 };
const sizes = { title: 20, heading: 13 };
const text = (said: string, spaceBefore = 4): Line => ({ text: said, size: 11, spaceBefore });

type PackedFile = { name: string; type: 'pdf' | 'zip' | 'csv'; file: Readable };

/** A file that goes into the pack, or to the printer, in the buyer’s language. Undefined of an order that is not packed, and gift cards of one without any. */
export async function packedFile(
  { id, file }: { id: string; file: OrderFile },
  services: Services,
): Promise<PackedFile | undefined> {
  const { db } = services;
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('packedAt', 'is not', null)
    .executeTakeFirst();
  if (!order) return undefined;
  const batch = await db.selectFrom('tagBatches').select('id').where('orderId', '=', id).executeTakeFirst();
  const { language } = order;
  const name = `${order.number}-${file}`;
  const ofBatch = db
    .selectFrom('tags')
    .select('code')
    .where('batchId', '=', batch?.id ?? '');
  const codes = (await ofBatch.orderBy('code').execute()).map(({ code }) => code);
  switch (file) {
    case 'slip.pdf':
      return { name, type: 'pdf', file: await drawSlip(order, codes, services) };
    case 'tags.pdf':
      return { name, type: 'pdf', file: drawSheets(namelessTags(codes, language, services), paper) };
    case 'tags.zip':
      return { name, type: 'zip', file: drawPictures(namelessTags(codes, language, services), sheet, 'svg') };
    case 'gift-cards.pdf': {
      const cards = await cardsOf(id, codes, db);
      if (cards.length === 0) return undefined;
      return { name, type: 'pdf', file: drawCards(cards, language, services) };
    }
    case 'tags.csv': {
      const lines = listActivationCodes(batch?.id ?? '', services);
      return { name, type: 'csv', file: Readable.from(lines, { objectMode: false }) };
    }
  }
}

/** The codes of each gift card: lines take theirs one after the other. */
async function cardsOf(orderId: string, codes: string[], db: Executor): Promise<string[][]> {
  const lines = await goodsOf([orderId], db);
  const cards: string[][] = [];
  let taken = 0;
  for (const { quantity, tagsEach, kind } of lines) {
    for (let n = 0; n < quantity; n++, taken += tagsEach)
      if (kind === 'gift-card' && tagsEach > 0) cards.push(codes.slice(taken, taken + tagsEach));
  }
  return cards;
}

function drawCards(cards: string[][], language: string, services: Services): Readable {
  const { keys, publicUrl } = services;
  const tags = cards.map((codes) =>
    [...namelessTags(codes, language, services)].map((tag, n) => ({
      ...tag,
      activationCode: inGroups(activationCodeOf(codes[n] ?? '', keys)),
    })),
  );
  return drawGiftCards(tags, new URL(publicUrl).host, translationsIn(language));
}

async function drawSlip(order: OrderRow, codes: string[], { db, keys, publicUrl }: Services): Promise<Readable> {
  const t = translationsIn(order.language);
  const title = t('slipPage.title', { number: String(order.number) });
  const lines = await linesOf(order.id, db).select(['quantity', 'name']).execute();
  const tags = codes.map((code) => ({ ...text(inGroups(code)), end: inGroups(activationCodeOf(code, keys)) }));
  return drawLines(title, [
    ...addressLines(order.address, order.language).map((line) => text(line, 0)),
    { text: title, size: sizes.title, spaceBefore: 40 },
    ...lines.map(({ quantity, name }) => text(t('slipPage.line', { quantity, name }))),
    ...(tags.length > 0
      ? [
          { text: t('slipPage.tags'), size: sizes.heading, spaceBefore: 24 },
          text(t('slipPage.activate', { site: new URL(publicUrl).host })),
          { ...text(t('slipPage.code'), 10), end: t('slipPage.activationCode') },
          ...tags,
        ]
      : []),
  ]);
}

/** Draws what is to be taken for the chosen orders, or for the oldest that are to be packed, as many as fit into one list. */
export async function drawPackingList(chosen: string[] | undefined, language: string, { db }: Pick<Services, 'db'>) {
  const t = translationsIn(language);
  const found = await ordersOf(chosen, db);
  const orders = found.slice(0, maxOrdersAtOnce);
  const ids = orders.map(({ id }) => id);
  const lines = (await goodsOf(ids, db)).map(({ names, name, ...line }) => ({
    ...line,
    name: textIn(names, language) || name,
  }));
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const byProduct = [...Map.groupBy(lines, ({ productId }) => productId).values()];
  const totals = byProduct.flatMap(([first, ...rest]) =>
    first ? [{ name: first.name, quantity: rest.reduce((sum, line) => sum + line.quantity, first.quantity) }] : [],
  );
  const taken = ({ quantity, name }: { quantity: number; name: string }, spaceBefore = 2) =>
    text(t('ordersAtOnce.listLine', { quantity, name }), spaceBefore);
  const title = t('ordersAtOnce.listTitle');
  const day = t.date(new Date(), { dateStyle: 'long', timeZone: 'UTC' });
  const drawn: Line[] = [
    { text: title, size: sizes.title },
    text(t('ordersAtOnce.listDay', { day, count: orders.length }), 2),
    ...(orders.length === 0 ? [text(t('ordersAtOnce.listNone'), 12)] : []),
    ...(found.length > orders.length ? [text(t('ordersAtOnce.listMore', { count: orders.length }), 2)] : []),
    ...(totals.length > 0
      ? [
          { text: t('ordersAtOnce.listTotals'), size: sizes.heading, spaceBefore: 18 },
          ...totals.map((total) => taken(total)),
        ]
      : []),
    ...orders.flatMap(({ id, number, address, language: buyers }) =>
      onOnePage([
        { text: t('orderAdmin.order', { number: String(number) }), size: sizes.heading, spaceBefore: 18 },
        ...addressLines(address, buyers).map((line) => text(line, 0)),
        ...(byOrder.get(id) ?? []).map((line, n) => taken(line, n === 0 ? 8 : 2)),
      ]),
    ),
  ];
  return { name: 'packing-list.pdf', type: 'pdf' as const, file: drawLines(title, drawn) };
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

function goodsOf(orderIds: string[], db: Executor) {
  return db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'productId')
    .select(['orderId', 'productId', 'quantity', 'orderLines.tagsEach', 'kind', 'name', 'names'])
    .where('orderId', '=', sql<string>`any(${orderIds})`)
    .orderBy('orderLines.position')
    .execute();
}
