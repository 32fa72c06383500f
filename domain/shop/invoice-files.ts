import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import { FilesAway } from '../../server/files/file-store.ts';
import type { Services } from '../../server/services.ts';
import { newFileId, storeWhole } from '../files/stored-files.ts';
import { drawInvoice } from './draw-invoice.ts';

type Invoice = { orderId: string; number: number };
type Stored = { id: string; sha256: string };
type Store = Pick<Services, 'db' | 'files'>;

const keyOf = (id: string): string => `${id}/invoice.pdf`;

/**
 * The file of an issued invoice or credit note: the same bytes for ever. It is drawn once, soon after it was issued; one of an older
 * release when it is first read. Undefined when the order has none of this number.
 * @throws FilesAway also when the file is gone or is not what was stored
 */
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

/** Stores those that were issued since it last ran. */
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

/** One at a time: of two drawings one would be told, and the other kept. */
function storeInvoice(invoice: Invoice, { db, files }: Store): Promise<Stored> {
  return db.transaction().execute(async (trx) => {
    const issued = await findInvoice(invoice, trx).forUpdate().executeTakeFirstOrThrow();
    const stored = await findStored(invoice.number, trx);
    if (stored) return stored;
    const bytes = await buffer(drawInvoice(issued));
    const file = { id: newFileId(), sha256: hashOf(bytes) };
    await storeWhole(file.id, ({ put }) => put(keyOf(file.id), bytes), { files });
    await trx
      .insertInto('invoiceFiles')
      .values({ number: invoice.number, bytes: bytes.length, ...file })
      .execute();
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
