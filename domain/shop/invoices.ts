import { translationsIn } from '../../language/languages.ts';
import type { InvoiceContent } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import { addressLines } from './addresses.ts';
import { taxWithin, withoutTax } from './contract/money.ts';
import { readCurrentSettings } from './current-settings.ts';
import { creditedOf, lastInvoiceOf, linesOf } from './order-sums.ts';
import type { OrderRow } from './orders.ts';

export async function issueInvoice(trx: Executor, order: OrderRow): Promise<void> {
  const lines = await linesOf(order.id, trx).select(['name', 'quantity', 'unitMinor', 'totalMinor']).execute();
  const { deliveryMinor, totalMinor, taxMinor } = order;
  const paidOn = order.paidAt?.toISOString();
  const amounts = { ...netOf(lines, order), deliveryMinor, totalMinor, taxMinor, ...(paidOn && { paidOn }) };
  await issue(trx, order, { kind: 'invoice', ...amounts, corrects: null });
}

type Amounts = Pick<InvoiceContent, 'lines' | 'deliveryNetMinor'>;

function netOf(lines: InvoiceContent['lines'], { deliveryMinor, taxRate }: OrderRow): Amounts {
  if (taxRate === 0) return { lines };
  const nets = withoutTax([...lines.map(({ totalMinor }) => totalMinor), deliveryMinor], taxRate);
  return { lines: lines.map((line, n) => ({ ...line, netMinor: nets[n] ?? 0 })), deliveryNetMinor: nets.at(-1) ?? 0 };
}

/** Issues a credit note for what is paid back. @param name what stands on its one line */
export async function issueCreditNote(
  trx: Executor,
  order: OrderRow,
  { amountMinor, name }: { amountMinor: number; name: string },
): Promise<void> {
  const invoice = await lastInvoiceOf(order.id, trx);
  const totalMinor = -amountMinor;
  const credited = await creditedOf(order.id, trx);
  // Of each part alone, roundings would add up.
  const taxMinor = credited.taxMinor - taxWithin(credited.totalMinor + amountMinor, order.taxRate);
  const net = order.taxRate > 0 && { netMinor: totalMinor - taxMinor };
  const lines = [{ name, quantity: 1, unitMinor: totalMinor, totalMinor, ...net }];
  const corrects = invoice?.number ?? null;
  // Whom it was issued to, though the order's address was changed since.
  const buyer = invoice?.content.buyer;
  const amounts = { lines, deliveryMinor: 0, totalMinor, taxMinor };
  await issue(trx, order, { kind: 'credit-note', ...amounts, corrects, ...(buyer && { buyer }) });
}

/** Issues a credit note for all of an invoice that was issued by mistake. When the order is paid, it gets another one. */
export async function cancelInvoice(trx: Executor, order: OrderRow): Promise<void> {
  const invoice = await lastInvoiceOf(order.id, trx);
  if (!invoice) return;
  const name = translationsIn(order.language)('invoicePage.cancels', { number: String(invoice.number) });
  await issueCreditNote(trx, order, { amountMinor: order.totalMinor, name });
}

type Issued = Amounts &
  Pick<InvoiceContent, 'deliveryMinor' | 'totalMinor' | 'taxMinor' | 'paidOn' | 'corrects'> & {
    kind: 'invoice' | 'credit-note';
    buyer?: string[];
  };

async function issue(trx: Executor, order: OrderRow, { kind, ...amounts }: Issued): Promise<void> {
  const { seller } = await readCurrentSettings(trx);
  const content: InvoiceContent = {
    language: order.language,
    orderNumber: order.number,
    orderedAt: order.createdAt.toISOString(),
    seller,
    buyer: addressLines(order.address, order.language),
    currency: order.currency,
    taxScheme: order.taxScheme,
    taxRate: order.taxRate,
    isExport: order.isExport,
    ...amounts,
  };
  // The counter's row stays locked until the invoice is there: a transaction that fails leaves no gap.
  const { last } = await trx
    .insertInto('invoiceCounter')
    .values({ name: 'invoices', last: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb }) => ({ last: eb('invoiceCounter.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const added = { number: last, orderId: order.id, kind, content: JSON.stringify(content) };
  await trx.insertInto('invoices').values(added).execute();
}
