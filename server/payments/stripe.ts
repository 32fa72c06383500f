import Stripe from 'stripe';
import { withTimeout } from '../concurrency.ts';
import type { Payments, PaymentsFailure } from './provider.ts';
import { eventFrom, refundFrom, sessionFrom, toStripe } from './stripe-objects.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Instead of https://api.stripe.com: for tests and proxies. */
  apiUrl?: string | undefined;
  /** The origin of the pages on which buyers pay. */
  checkoutUrl: string;
};

/** A page waits four seconds for everything (before-pages.tsx). */
const patienceMs = 2_500;
const toleranceSeconds = 300;

export function stripePayments({ secretKey, webhookSecret, apiUrl, checkoutUrl }: StripeSettings): Payments {
  const stripe = new Stripe(secretKey, {
    ...(apiUrl && addressOf(apiUrl)),
    timeout: patienceMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    checkoutUrl,
    canTake: (amountMinor, currency) => toStripe(amountMinor, currency) !== undefined,

    openSession({ orderId, amountMinor, currency, name, email, language, successUrl, cancelUrl, key }) {
      const metadata = { order: orderId };
      const price = {
        currency: currency.toLowerCase(),
        unit_amount: toStripe(amountMinor, currency) ?? 0,
        product_data: { name },
      };
      return answerOf(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: orderId,
            line_items: [{ quantity: 1, price_data: price }],
            customer_email: email,
            locale: language,
            success_url: successUrl,
            cancel_url: cancelUrl,
            // The buyer pays what the order says, in its currency.
            adaptive_pricing: { enabled: false },
            metadata,
            payment_intent_data: { metadata, description: name },
          },
          { idempotencyKey: key },
        ),
        sessionFrom,
      );
    },
    readSession: (id) => answerOf(stripe.checkout.sessions.retrieve(id), sessionFrom),
    closeSession: (id) => answerOf(stripe.checkout.sessions.expire(id), sessionFrom),
    sessionOf: (paymentId) =>
      answerOf(
        stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
        ({ data: [session] }) => session && sessionFrom(session),
      ),
    refund: ({ paymentId, amountMinor, currency, orderId, key, uid }) =>
      answerOf(
        stripe.refunds.create(
          {
            payment_intent: paymentId,
            amount: toStripe(amountMinor, currency) ?? 0,
            metadata: { order: orderId, request: key, by: uid },
          },
          { idempotencyKey: `refund:${orderId}:${key}` },
        ),
        refundFrom,
      ),
    refundsOf: (paymentId) =>
      answerOf(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }), ({ data }) => data.map(refundFrom)),

    readEvent(body, signature) {
      try {
        return eventFrom(stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds));
      } catch (error) {
        const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
        if (isForged || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
  };
}

function addressOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

/** The library's own limit is for silence alone, and it asks once more when a connection broke. */
async function answerOf<Answer, Result>(
  asked: Promise<Answer>,
  from: (answer: Answer) => Result,
): Promise<Result | PaymentsFailure> {
  try {
    const answer = await withTimeout(patienceMs, asked, undefined);
    return answer === undefined ? { failure: 'away' } : from(answer);
  } catch (error) {
    return { failure: isRefusal(error) ? 'refused' : 'away' };
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode = 500 } = error;
  // 409: the same request is under way. 429: too many.
  return statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
}
