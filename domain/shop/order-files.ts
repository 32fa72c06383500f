import { Readable } from 'node:stream';
import { translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { inGroups } from '../items/contract/tag-code.ts';
import { activationCodeOf } from '../items/tag-codes.ts';
import { listActivationCodes } from '../items/tag-list.ts';
import { findSheet } from '../print/contract/sheets.ts';
import { drawLines, type Line } from '../print/draw-lines.ts';
import { drawPictures } from '../print/draw-pictures.ts';
import { drawSheets } from '../print/draw-sheets.ts';
import { drawGiftCards } from '../print/gift-cards.ts';
import { namelessTags } from '../print/print-tags.ts';
import { addressLines } from './addresses.ts';
import type { OrderRow } from './order-secret.ts';
import { linesOf } from './read-order.ts';

export const orderFiles = ['slip.pdf', 'tags.pdf', 'tags.zip', 'tags.csv', 'gift-cards.pdf'] as const;
export type OrderFile = (typeof orderFiles)[number];

const sheet = findSheet('plain-30-a4');
const paper = { sheet, start: 1, offsetX: 0, offsetY: 0, pitchX: 0, pitchY: 0 };
const sizes = { title: 20, heading: 13, text: 11 };

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
  const codes = batch ? await codesOf(batch.id, db) : [];
  switch (file) {
    case 'slip.pdf':
      return { name, type: 'pdf', file: await drawSlip(order, codes, services) };
    case 'tags.pdf':
      return {
        name,
        type: 'pdf',
        file: drawSheets(namelessTags(codes, language, services), paper) as unknown as Readable,
      };
    case 'tags.zip':
      return { name, type: 'zip', file: drawPictures(namelessTags(codes, language, services), sheet, 'svg') };
    case 'gift-cards.pdf': {
      const cards = await cardsOf(id, codes, db);
      if (cards.length === 0) return undefined;
      return { name, type: 'pdf', file: drawCards(cards, language, services) };
    }
    case 'tags.csv':
      return {
        name,
        type: 'csv',
        file: Readable.from(listActivationCodes(batch?.id ?? '', services), { objectMode: false }),
      };
  }
}

async function codesOf(batchId: string, db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('tags').select('code').where('batchId', '=', batchId).orderBy('code').execute();
  return rows.map(({ code }) => code);
}

/** The codes of each gift card: lines take theirs one after the other. */
async function cardsOf(orderId: string, codes: string[], db: Executor): Promise<string[][]> {
  const lines = await db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'productId')
    .select(['quantity', 'orderLines.tagsEach', 'kind'])
    .where('orderId', '=', orderId)
    .orderBy('orderLines.position')
    .execute();
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
  return drawGiftCards(tags, new URL(publicUrl).host, translationsIn(language)) as unknown as Readable;
}

/** The list that lies in the pack, in the buyer's language, with the activation code of each tag. */
async function drawSlip(order: OrderRow, codes: string[], { db, keys, publicUrl }: Services): Promise<Readable> {
  const t = translationsIn(order.language);
  const title = t('slipPage.title', { number: String(order.number) });
  const lines = await linesOf(order.id, db);
  const text = (said: string, spaceBefore = 4): Line => ({ text: said, size: sizes.text, spaceBefore });
  const tags = codes.map((code) => ({
    ...text(inGroups(code)),
    end: inGroups(activationCodeOf(code, keys)),
  }));
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
  ]) as unknown as Readable;
}
