import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { type OrderState, stateOfOrder } from './contract/order-states.ts';
import type { OrderOutcome } from './contract/order-view.ts';
import { packOrder, shipOrder } from './fulfilment.ts';
import type { StepDone } from './order-steps.ts';
import type { OrderRow } from './orders.ts';
import { confirmRest } from './payments.ts';

export type Outcome = { id: string; number: number | null; outcome: OrderOutcome; state: OrderState };

type Ids = { ids: string[] };

/** A call ends before the caller stops waiting for it (functions/http.ts). */
const timeMs = 3_000;

export function markOrdersPaid(admin: CurrentUser, { ids }: Ids, services: Services): Promise<Outcome[]> {
  return eachOrder(ids, 'paidAt', (id) => confirmRest(admin, id, services), services);
}

export function markOrdersPacked(admin: CurrentUser, { ids }: Ids, services: Services): Promise<Outcome[]> {
  return eachOrder(ids, 'packedAt', (id) => packOrder(admin, { id }, services), services);
}

type Shipments = { carrier: string; tracking: string; orders: { id: string; tracking: string }[] };

/** @param shipments `tracking` of all orders that have none of their own */
export function markOrdersShipped(admin: CurrentUser, { carrier, tracking, orders }: Shipments, services: Services) {
  const own = new Map(orders.map((order) => [order.id, order.tracking]));
  const ship = (id: string) =>
    shipOrder(admin, { id, carrier, tracking: own.get(id) || tracking, withdrawn: false }, services);
  return eachOrder([...own.keys()], 'shippedAt', ship, services);
}

type Step = (id: string) => Promise<StepDone | { refused: 'no-order' | 'not-now' | 'withdrawn' }>;

/** One order after the other, each in its own transaction: what is not possible with one stops no other. */
async function eachOrder(ids: string[], moment: 'paidAt' | 'packedAt' | 'shippedAt', step: Step, { db }: Services) {
  const end = Date.now() + timeMs;
  const read = (id: string) => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  const outcomes: Outcome[] = [];
  for (const id of new Set(ids)) {
    const order = await read(id);
    const outcome = order ? await outcomeOf(order, moment, step, end) : 'missing';
    const after = outcome === 'impossible' ? await read(id) : order;
    outcomes.push({ id, number: after?.number ?? null, outcome, state: after ? stateOfOrder(after) : 'placed' });
  }
  return outcomes;
}

async function outcomeOf(
  order: OrderRow,
  moment: 'paidAt' | 'packedAt' | 'shippedAt',
  step: Step,
  end: number,
): Promise<OrderOutcome> {
  // One of many is easily overlooked. On its own page can still be said that such an order was sent.
  if (order.withdrawnAt && !order[moment] && !order.cancelledAt) return 'withdrawn';
  if (Date.now() > end) return 'late';
  const changed = await step(order.id);
  if ('refused' in changed) {
    if (changed.refused === 'withdrawn') return 'withdrawn';
    return changed.refused === 'no-order' ? 'missing' : 'impossible';
  }
  return changed.already ? 'already' : 'done';
}
