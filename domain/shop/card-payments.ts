import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import { orderPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { CheckoutSession, Payments, PaymentsFailure } from '../../server/payments/provider.ts';
import type { Services } from '../../server/services.ts';
import { readBrand } from '../settings/brand.ts';
import { paidOf } from './order-sums.ts';
import { type OrderRow, openOrder } from './orders.ts';
import { settleSession } from './payment-events.ts';

export type StartedPayment =
  | { state: 'started'; url: string }
  /** `under-way`: the buyer has paid, and the money is on its way or here. */
  | { state: 'no-order' | 'not-now' | 'not-offered' | 'payments-away' | 'under-way' };

/** Opens a page at the payment service on which the rest of the order is paid; or the one that is open already. */
export async function startPayment(secret: string, services: Services): Promise<StartedPayment> {
  const { db, payments } = services;
  const order = await openOrder(secret, services);
  if (!order) return { state: 'no-order' };
  const amountMinor = order.totalMinor - (await paidOf(order.id, db));
  if (!isPayable(order) || amountMinor < 1) return { state: 'not-now' };
  if (!payments?.canTake(amountMinor, order.currency)) return { state: 'not-offered' };

  const last = await lastSessionOf(order.id, db);
  if (last?.processingAt && !last.closedAt) return { state: 'under-way' };
  if (last && !last.closedAt) {
    const open = await continueSession(last, amountMinor, payments, services);
    if (open) return open;
  }
  const attempt = (last?.attempt ?? 0) + 1;
  const t = translationsIn(order.language);
  const { productName: product } = await readBrand(db, services);
  const page = (done: 'returned' | 'unpaid') => services.publicUrl + orderPath(secret, done);
  const session = await payments.openSession({
    orderId: order.id,
    amountMinor,
    currency: order.currency,
    name: t('orderPage.atPayments', { number: String(order.number), product }),
    email: order.email,
    language: t.language,
    successUrl: page('returned'),
    cancelUrl: page('unpaid'),
    // An answer that was lost comes again, and no second page is opened.
    key: `${order.id}:${attempt}:${amountMinor}`,
  });
  if ('failure' in session) {
    services.log.error({ order: order.number, failure: session.failure }, 'no payment page could be opened');
    return { state: 'payments-away' };
  }
  await db
    .insertInto('checkoutSessions')
    .values({ id: session.id, orderId: order.id, attempt, amountMinor, currency: order.currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return started(session, payments, services);
}

/** The buyer came back from paying: asks the payment service, once for each of its pages, what became of it. */
export async function checkReturned(secret: string, services: Services): Promise<'done' | 'no-order'> {
  const { db, payments } = services;
  const order = await openOrder(secret, services);
  if (!order) return 'no-order';
  const last = payments && (await lastSessionOf(order.id, db));
  if (!payments || !last || last.closedAt) return 'done';
  const first = await db
    .updateTable('checkoutSessions')
    .set({ returnedAt: sql`now()` })
    .where('id', '=', last.id)
    .where('returnedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (first) await readAndSettle(last.id, payments, services);
  return 'done';
}

const mostAtOnce = 50;

/** Asks about pages of which the payment service told nothing, as that may be lost; closes those of orders that need none. */
export async function askAboutPayments(services: Services): Promise<void> {
  const { db, payments } = services;
  if (!payments) return;
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    update checkout_sessions set
      next_ask_at = now() + greatest(interval '10 minutes', (now() - checkout_sessions.created_at) / 4),
      closed_at = case when checkout_sessions.created_at < now() - interval '35 days' then now() end
    from orders where orders.id = order_id and checkout_sessions.id in (
      select id from checkout_sessions where closed_at is null and next_ask_at <= now()
      order by next_ask_at limit ${mostAtOnce} for update skip locked
    )
    returning checkout_sessions.id, (paid_at is not null or cancelled_at is not null) as is_over`.execute(db);
  for (const { id, isOver } of rows) {
    const session = await readAndSettle(id, payments, services);
    if ('failure' in session) {
      if (session.failure === 'away') return services.log.warn('the payment service does not answer');
    } else if (isOver && session.state === 'open') {
      const closed = await payments.closeSession(id);
      if (!('failure' in closed)) await settle(closed, services);
    }
  }
}

function isPayable({ paidAt, cancelledAt, withdrawnAt, refundedAt }: OrderRow): boolean {
  return !paidAt && !cancelledAt && !withdrawnAt && !refundedAt;
}

export async function cardPaymentOf(order: OrderRow, restMinor: number, { db, payments }: Services) {
  const last = await lastSessionOf(order.id, db);
  const underWay = Boolean(isPayable(order) && last?.processingAt && !last.closedAt);
  const canTake = payments?.canTake(restMinor, order.currency) ?? false;
  return { underWay, offered: isPayable(order) && restMinor > 0 && !underWay && canTake };
}

function lastSessionOf(orderId: string, db: Executor) {
  const sessions = db.selectFrom('checkoutSessions').selectAll().where('orderId', '=', orderId);
  return sessions.orderBy('attempt', 'desc').limit(1).executeTakeFirst();
}

type Known = { id: string; amountMinor: number };

/** Undefined when another page is needed. */
async function continueSession(
  { id, amountMinor: asked }: Known,
  amountMinor: number,
  payments: Payments,
  services: Services,
): Promise<StartedPayment | undefined> {
  const session = await readAndSettle(id, payments, services);
  if ('failure' in session) return { state: 'payments-away' };
  if (session.state === 'complete') return { state: 'under-way' };
  if (session.state === 'expired') return undefined;
  if (asked === amountMinor) return started(session, payments, services);
  const closed = await payments.closeSession(id);
  if ('failure' in closed) return { state: 'payments-away' };
  await settle(closed, services);
  return undefined;
}

async function readAndSettle(
  id: string,
  payments: Payments,
  services: Services,
): Promise<CheckoutSession | PaymentsFailure> {
  const session = await payments.readSession(id);
  if (!('failure' in session)) await settle(session, services);
  return session;
}

function settle(session: CheckoutSession, services: Services): Promise<void> {
  return services.events.transaction((trx, publish) => settleSession(trx, publish, { session }, services));
}

/** Browsers follow a form to the origin of the settings alone. */
function started({ url }: CheckoutSession, { checkoutUrl }: Payments, { log }: Services): StartedPayment {
  if (url && new URL(url).origin === checkoutUrl) return { state: 'started', url };
  log.error({ origin: url && new URL(url).origin }, 'the payment page is not at STRIPE_CHECKOUT_URL');
  return { state: 'payments-away' };
}
