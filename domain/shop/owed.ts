import type { InvoiceContent } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { OrderRow } from './order-secret.ts';

/** Each before it was cancelled by a credit note. */
export function lastInvoiceOf(orderId: string, db: Executor) {
  return db
    .selectFrom('invoices')
    .select(['number', 'content'])
    .where('orderId', '=', orderId)
    .where('kind', '=', 'invoice')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What credit notes have taken off the order's last invoice. */
export async function creditedOf(
  orderId: string,
  db: Executor,
): Promise<Pick<InvoiceContent, 'totalMinor' | 'taxMinor'>> {
  const invoice = await lastInvoiceOf(orderId, db);
  const notes = await db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'credit-note')
    .where('number', '>', invoice?.number ?? 0)
    .execute();
  const sumOf = (amount: 'totalMinor' | 'taxMinor') => notes.reduce((sum, { content }) => sum - content[amount], 0);
  return { totalMinor: sumOf('totalMinor'), taxMinor: sumOf('taxMinor') };
}

/** What the order costs, less what credit notes took off its invoice. */
export async function owedOf({ id, totalMinor, paidAt }: OrderRow, db: Executor): Promise<number> {
  // The invoice of one that waits for its payment again is cancelled as a whole.
  return paidAt ? totalMinor - (await creditedOf(id, db)).totalMinor : totalMinor;
}
