import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProblemReason } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { tell } from '../notifications/tell.ts';
import type { OrderRow } from './order-secret.ts';

type Problem = { reason: ProblemReason; amountMinor: number; currency: string; providerId: string };

/** Notes, once, a payment that an administrator must look at, and mails the operator. @returns whether it is new */
export async function noteProblem(
  trx: Executor,
  order: OrderRow,
  { amountMinor, ...problem }: Problem,
  services: Services,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('paymentProblems')
    .values({ id: randomUUID(), orderId: order.id, amountMinor: Math.round(amountMinor), ...problem })
    .onConflict((conflict) => conflict.columns(['orderId', 'providerId', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await tell(trx, 'paymentProblem', { order }, services);
  return inserted !== undefined;
}

/** In place of an id of the payment service: there is one such problem of an order. */
const noProvider = 'overpaid';

/** Remembers how much more than is owed an administrator noted for an order, until it is paid back. */
export async function noteOverpaid(trx: Executor, { id: orderId, currency }: OrderRow, amountMinor: number) {
  const problem = { reason: 'overpaid', amountMinor, currency, providerId: noProvider } as const;
  await trx
    .insertInto('paymentProblems')
    .values({ id: randomUUID(), orderId, ...problem })
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'providerId', 'reason']).doUpdateSet({ amountMinor, settledAt: null }),
    )
    .execute();
}

/** What is left of it after money went back. */
export async function lessenOverpaid(trx: Executor, { id }: OrderRow, leftMinor: number): Promise<void> {
  await trx
    .updateTable('paymentProblems')
    .set(leftMinor > 0 ? { amountMinor: leftMinor } : { settledAt: sql`now()` })
    .where('orderId', '=', id)
    .where('reason', '=', 'overpaid')
    .where('settledAt', 'is', null)
    .execute();
}

/** Those of the order that nobody has settled yet. */
export function openProblemsOf(orderId: string, db: Executor) {
  return db
    .selectFrom('paymentProblems')
    .select(['id', 'reason', 'amountMinor', 'currency', 'providerId', 'createdAt'])
    .where('orderId', '=', orderId)
    .where('settledAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function settleProblem(trx: Executor, { id: orderId }: OrderRow, id: string) {
  const problem = await trx
    .selectFrom('paymentProblems')
    .select('settledAt')
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  if (!problem) return 'unknown';
  if (problem.settledAt) return 'settled-before';
  await trx.updateTable('paymentProblems').set({ settledAt: sql`now()` }).where('id', '=', id).execute();
  return 'settled';
}

/** All of a payment that was paid back. */
export async function settleProblemsOf(trx: Executor, orderId: string, providerId: string): Promise<void> {
  await trx
    .updateTable('paymentProblems')
    .set({ settledAt: sql`now()` })
    .where('orderId', '=', orderId)
    .where('providerId', '=', providerId)
    .where('settledAt', 'is', null)
    .execute();
}
