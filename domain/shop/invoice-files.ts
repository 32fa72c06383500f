import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Selectable, sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import { FilesAway } from '../../server/files/file-store.ts';
import type { Services } from '../../server/services.ts';
import { newFileId, storeWhole } from '../files/stored-files.ts';
import { drawLines, type Line } from '../print/draw-lines.ts';
import {
  formatFinely,
  formatMoney,
  percentOf,
  taxNumberSentence,
  taxSentence,
  unitWithoutTax,
} from './contract/money.ts';

type Invoice = { orderId: string; number: number };
type Stored = { id: string; sha256: string };
type Store = Pick<Services, 'db' | 'files'>;

const keyOf = (id: string): string => `${id}/invoice.pdf`;

/** The same bytes for ever, drawn once. @throws FilesAway also when the file is gone or is not what was stored */
export async function readInvoiceFile(invoice: Invoice, { db, files }: Store) {
  const issued = await findInvoice(invoice, db).executeTakeFirst();
  if (!issued) return undefined;
  const { id, sha256 } = (await findStored(invoice.number, db)) ?? (await storeInvoice(invoice, { db, files }));
  const bytes = await files.read(keyOf(id));
  if (!bytes || hashOf(bytes) !== sha256)
    throw new FilesAway(
      `The file of invoice ${invoice.number}, ${keyOf(id)}, is missing or changed: take it from a backup.`,
    );
  return { name: `${issued.kind}-${invoice.number}.pdf`, bytes };
}

/** Older ones get their file when they are read. */
const mostWaiting = 1_000;

export async function storeIssuedInvoices({ db, files, log }: Services, isStopped: () => boolean): Promise<void> {
  const { rows } = await sql<Invoice>`
    select order_id, number from (select order_id, number from invoices order by number desc limit ${mostWaiting}) as issued
    where not exists (select from invoice_files where invoice_files.number = issued.number) order by number`.execute(
    db,
  );
  for (const invoice of rows) {
    if (isStopped()) return;
    // One that cannot be drawn keeps no other from being stored.
    await storeInvoice(invoice, { db, files }).catch((error) =>
      log.error({ error, invoice: invoice.number }, 'an invoice could not be stored'),
    );
  }
}

/** One at a time: two drawings could differ, and only one of them is stored. */
function storeInvoice(invoice: Invoice, { db, files }: Store): Promise<Stored> {
  return db.transaction().execute(async (trx) => {
    const issued = await findInvoice(invoice, trx).forUpdate().executeTakeFirstOrThrow();
    const stored = await findStored(invoice.number, trx);
    if (stored) return stored;
    const bytes = await buffer(drawInvoice(issued));
    const file = { id: newFileId(), sha256: hashOf(bytes) };
    await storeWhole(file.id, ({ put }) => put(keyOf(file.id), bytes), { files });
    const row = { number: invoice.number, bytes: bytes.length, ...file };
    await trx.insertInto('invoiceFiles').values(row).execute();
    return file;
  });
}

function findInvoice({ orderId, number }: Invoice, db: Executor) {
  return db.selectFrom('invoices').selectAll().where('orderId', '=', orderId).where('number', '=', number);
}

function findStored(number: number, db: Executor): Promise<Stored | undefined> {
  return db.selectFrom('invoiceFiles').select(['id', 'sha256']).where('number', '=', number).executeTakeFirst();
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const sizes = { title: 20, heading: 13, text: 11, small: 9 };

function drawInvoice({ number, kind, content, createdAt }: Selectable<Tables['invoices']>): Readable {
  const t = translationsIn(content.language);
  const { seller, currency, taxRate } = content;
  const isInvoice = kind === 'invoice';
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const dayOf = (date: Date) => t.date(date, { dateStyle: 'long', timeZone: 'UTC' });
  const title = t(isInvoice ? 'invoicePage.invoice' : 'invoicePage.creditNote', { number: String(number) });
  const text = (said: string, spaceBefore = 4): Line => ({ text: said, size: sizes.text, spaceBefore });
  const rate = percentOf(taxRate, t.language);
  const inParts = (totalMinor: number, netMinor: number | undefined, unitMinor?: number): Line[] => {
    if (netMinor === undefined || totalMinor === 0) return [];
    const parts = { net: money(netMinor), tax: money(totalMinor - netMinor), rate };
    const unit = unitMinor !== undefined && formatFinely(unitWithoutTax(unitMinor, taxRate), currency, t.language);
    const said = unit ? t('invoicePage.unitParts', { unit, ...parts }) : t('invoicePage.parts', parts);
    return [{ text: said, size: sizes.small, spaceBefore: 2 }];
  };
  const goods = content.lines.flatMap(({ name, quantity, unitMinor, totalMinor, netMinor }) => [
    {
      ...text(isInvoice ? t('invoicePage.line', { quantity, name, unit: money(unitMinor) }) : name, 8),
      end: money(totalMinor),
      keepWithNext: netMinor !== undefined,
    },
    ...inParts(totalMinor, netMinor, isInvoice ? unitMinor : undefined),
  ]);
  const { deliveryMinor, deliveryNetMinor } = content;
  const delivery = [
    {
      ...text(t('invoicePage.delivery'), 8),
      end: money(deliveryMinor),
      keepWithNext: deliveryNetMinor !== undefined,
    },
    ...inParts(deliveryMinor, deliveryNetMinor),
  ];
  const { paidOn } = content;
  const paid = paidOn ? t('invoicePage.paidOn', { day: dayOf(new Date(paidOn)) }) : t('invoicePage.paid');
  const lines: Line[] = [
    ...[seller.name, seller.address, seller.email].filter(Boolean).map((line) => text(line, 0)),
    ...(seller.taxNumber ? [text(taxNumberSentence(seller.taxNumber, t), 0)] : []),
    ...content.buyer.map((line, n) => text(line, n === 0 ? 30 : 0)),
    { text: title, size: sizes.title, spaceBefore: 30 },
    text(t('invoicePage.issued', { day: dayOf(createdAt) }), 6),
    text(t('invoicePage.order', { number: String(content.orderNumber), day: dayOf(new Date(content.orderedAt)) }), 0),
    ...(content.corrects ? [text(t('invoicePage.corrects', { number: String(content.corrects) }), 0)] : []),
    ...goods.map((line, n) => (n === 0 ? { ...line, spaceBefore: 24 } : line)),
    ...(isInvoice ? delivery : []),
    { text: t('invoicePage.total'), end: money(content.totalMinor), size: sizes.heading, spaceBefore: 14 },
    ...(content.taxRate > 0 && content.totalMinor !== 0
      ? [{ ...text(t('invoicePage.net'), 4), end: money(content.totalMinor - content.taxMinor) }]
      : []),
    ...(content.totalMinor !== 0 ? [text(taxSentence(content, money, t), 4)] : []),
    ...(isInvoice ? [text(paid, 18)] : []),
  ];
  return drawLines(title, lines);
}
