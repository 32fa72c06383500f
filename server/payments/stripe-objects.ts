import type Stripe from 'stripe';
import { z } from 'zod';
import type { CheckoutSession, PaymentEvent, Refund } from './provider.ts';

export function sessionFrom(session: Stripe.Checkout.Session): CheckoutSession {
  const currency = session.currency?.toUpperCase() ?? 'XXX';
  const over = (['complete', 'expired'] as const).find((state) => state === session.status);
  return {
    id: session.id,
    orderId: session.metadata?.order ?? session.client_reference_id ?? undefined,
    url: session.url ?? undefined,
    state: over ?? 'open',
    paid: session.payment_status === 'paid',
    amountMinor: fromStripe(session.amount_total ?? 0, currency),
    currency,
    paymentId: idOf(session.payment_intent),
  };
}

export function refundFrom(refund: Stripe.Refund): Refund {
  const currency = refund.currency.toUpperCase();
  return {
    id: refund.id,
    paymentId: idOf(refund.payment_intent) ?? '',
    amountMinor: fromStripe(refund.amount, currency),
    currency,
    failed: refund.status === 'failed' || refund.status === 'canceled',
    requestKey: refund.metadata?.request,
    uid: refund.metadata?.by,
  };
}

/** No database keeps a zero byte. */
const text = z.string().regex(/^[^\0]*$/);
const currency = z.string().regex(/^[a-z]{3}$/i);
const expandable = z.union([text, z.looseObject({ id: text })]).nullish();
const metadata = z.looseObject({ order: text.optional(), request: text.optional(), by: text.optional() });

const event = z.looseObject({ id: text, type: text, data: z.looseObject({ object: z.looseObject({}) }) });

const session = z.looseObject({
  id: text,
  currency: currency.nullish(),
  amount_total: z.int().nullish(),
  payment_intent: expandable,
  client_reference_id: text.nullish(),
  metadata: metadata.nullish(),
});
const charge = z.looseObject({ currency, amount: z.int(), payment_intent: expandable, metadata: metadata.nullish() });
const refund = charge.extend({ id: text });

/** Undefined when what was signed is no event, or its object lacks what is read of one of that kind. */
export function eventFrom(signed: unknown): PaymentEvent | undefined {
  if (!event.safeParse(signed).success) return undefined;
  const told = signed as Stripe.Event;
  const { id, type: kind } = told;
  const isReadable = (shape: z.ZodType) => shape.safeParse(told.data.object).success;
  switch (told.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      if (!isReadable(session)) return undefined;
      const failed = kind === 'checkout.session.async_payment_failed';
      return { id, kind, about: 'session', session: sessionFrom(told.data.object), failed };
    }
    case 'charge.refunded':
    case 'charge.dispute.created': {
      if (!isReadable(charge)) return undefined;
      const { payment_intent, metadata, amount, currency } = told.data.object;
      const about = told.type === 'charge.refunded' ? 'refunded' : 'disputed';
      const amountMinor = fromStripe(amount, currency.toUpperCase());
      const paymentId = idOf(payment_intent);
      return paymentId
        ? { id, kind, about, paymentId, orderId: metadata?.order, amountMinor }
        : { id, kind, about: 'other' };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      if (!isReadable(refund)) return undefined;
      return { id, kind, about: 'refund', refund: refundFrom(told.data.object) };
    default:
      return { id, kind, about: 'other' };
  }
}

function idOf(expandable: string | { id: string } | null | undefined): string | undefined {
  return typeof expandable === 'string' ? expandable : expandable?.id;
}

/** As the page “Supported currencies” of Stripe has them. */
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
/** Stripe's list and its special cases contradict each other. */
const unclear = ['UGX'];

/** The amount in Stripe's smallest units, which are not always those of Unicode (HUF, ISK). Undefined where it cannot be paid. */
export function toStripe(minor: number, currency: string): number | undefined {
  if (unclear.includes(currency)) return undefined;
  const amount = Math.round(minor * factor(currency));
  const whole = threeDecimal.includes(currency) ? amount % 10 === 0 : amount / factor(currency) === minor;
  return whole ? amount : undefined;
}

/** In the smallest unit as we count it; with a fraction where we have none for it. */
export function fromStripe(amount: number, currency: string): number {
  return amount / factor(currency);
}

function factor(currency: string): number {
  const theirs = zeroDecimal.includes(currency) ? 0 : threeDecimal.includes(currency) ? 3 : 2;
  const ours =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return 10 ** (theirs - ours);
}
