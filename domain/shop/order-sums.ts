import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { OrderForAdmin } from './contract/order-view.ts';
import { isOver, type OrderRow } from './orders.ts';

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
export async function creditedOf(orderId: string, db: Executor) {
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

/** Whether money came for an order with this address, which was not noted by mistake. Before that it may be somebody else's. */
export async function isAddressConfirmed({ email }: Pick<OrderRow, 'email'>, db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select from orders join payments on payments.order_id = orders.id
    where orders.email = ${email} and kind = 'payment' and not exists (select from payments as mistake where mistake.takes_back = payments.id)
    limit 1`.execute(db);
  return rows.length > 0;
}

export function linesOf(orderId: string, db: Executor) {
  return db.selectFrom('orderLines').where('orderId', '=', orderId).orderBy('position');
}

/** What was paid of the order, less what was paid back. */
export async function paidOf(orderId: string, db: Executor): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(case kind when 'payment' then amount_minor else - amount_minor end), 0)::int as paid
    from payments where order_id = ${orderId}`.execute(db);
  return rows[0]?.paid ?? 0;
}

export async function overpaidOf(order: OrderRow, db: Executor): Promise<number> {
  return Math.max(0, (await paidOf(order.id, db)) - (await owedOf(order, db)));
}

export async function cardPaymentsOf(orderId: string, db: Executor) {
  const { rows } = await sql<{ paymentId: string; leftMinor: number }>`
    select provider_id as payment_id, amount_minor - coalesce((
      select sum(amount_minor) from payments as refund
      where refund.order_id = paid.order_id and refund_of = paid.provider_id and kind = 'refund'
    ), 0)::int as left_minor
    from payments as paid where order_id = ${orderId} and kind = 'payment' and provider_id is not null
    order by created_at, id`.execute(db);
  return rows;
}

/** The oldest payment by card of which something is left to pay back. */
export async function refundableOf(orderId: string, db: Executor) {
  return (await cardPaymentsOf(orderId, db)).find(({ leftMinor }) => leftMinor > 0);
}

export type NotTakenBack = 'not-now' | 'packed';

/** `amountMinor`: negative where it was paid back; `by`: the administrator who noted it; `kept`: why it cannot be taken back. */
type Payment = Pick<OrderForAdmin['payments'][number], 'id' | 'kind' | 'amountMinor' | 'by' | 'takenBack'> & {
  at: Date;
  kept: NotTakenBack | undefined;
};

/** The money of an order as it came and went, without what takes a transfer back. */
export async function paymentsOf(order: OrderRow, db: Executor): Promise<Payment[]> {
  const { rows } = await sql<Omit<Payment, 'kept'> & { refunded: boolean }>`
    select paid.id, paid.created_at as at, ${nameOfAdministrator} as by,
      case when kind = 'refund' then - amount_minor else amount_minor end as amount_minor,
      case when kind = 'refund' then case when provider_id is null then 'refund' else 'cardRefund' end
        when refund_of is not null then 'failedRefund'
        when provider_id is not null then 'card' else 'transfer' end as kind,
      exists (select from payments as mistake where mistake.takes_back = paid.id) as taken_back,
      exists (select from payments as refund where refund.order_id = paid.order_id and refund.kind = 'refund'
        and refund.created_at >= paid.created_at) as refunded
    from payments as paid left join users on uid = actor_uid
    where order_id = ${order.id} and kind <> 'mistake'
    order by paid.created_at, paid.id`.execute(db);
  const paidMinor = await paidOf(order.id, db);
  const owedMinor = await owedOf(order, db);
  const whyKept = ({ kind, amountMinor, refunded }: (typeof rows)[number]): NotTakenBack | undefined => {
    if (kind !== 'transfer' || amountMinor > paidMinor || refunded) return 'not-now';
    if (isOver(order) || !order.paidAt || paidMinor - amountMinor >= owedMinor) return undefined;
    if (owedMinor < order.totalMinor) return 'not-now';
    return order.packedAt && !order.withdrawnAt ? 'packed' : undefined;
  };
  return rows.map(({ refunded, ...payment }) => ({ ...payment, kept: whyKept({ refunded, ...payment }) }));
}

/** Null where the account is gone, or it was no administrator. */
export const nameOfAdministrator = sql<string | null>`coalesce(nullif(users.display_name, ''), users.email)`;

export function openProblemsOf(orderId: string, db: Executor) {
  return db
    .selectFrom('paymentProblems')
    .select(['id', 'reason', 'amountMinor', 'currency', 'providerId as reference', 'createdAt as at'])
    .where('orderId', '=', orderId)
    .where('settledAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
