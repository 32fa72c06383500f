import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payments } from '../server/payments/provider.ts';
import { stripePayments } from '../server/payments/stripe.ts';
import type { Afterwards } from './log.ts';

const [secretKey, webhookSecret] = ['sk_test_1', 'whsec_tests_alone_know_it'];
export const webhookPath = '/webhooks/stripe';

type Answer = { status: number; body: object };
type Fields = Record<string, string>;
type Session = Record<string, unknown> & { id: string; status: string; payment_status: string; amount_total: number };
type Refund = {
  object: 'refund';
  id: string;
  payment_intent: string;
  amount: number;
  status: string;
  metadata: object;
};

/** What it does to each request: answer, say nothing, break off, do it and answer 502, or refuse with a status. */
type Mood = 'well' | 'silent' | 'broken' | 'answer-lost' | number;

export type StripeServer = {
  payments: Payments;
  sessions: Session[];
  refunds: Refund[];
  /** Method, path and idempotency key of each request. */
  asked: string[];
  mood: Mood;
  /** As Stripe does with the keys of requests after a day. */
  forgetKeys(): void;
  /** The buyer pays, on the page that was opened last unless another is named; Stripe has told nobody yet. */
  pay(change?: object, session?: Session): Session;
  /** A request of Stripe that tells of an event. */
  tell(kind: string, object: object, change?: { id?: string; secondsAgo?: number; secret?: string }): SignedRequest;
  /** A request with this body and Stripe's signature over it. */
  sign(body: string, change?: { secondsAgo?: number; secret?: string }): SignedRequest;
};

export type SignedRequest = { method: 'POST'; headers: Record<string, string>; body: string };

/** Speaks Stripe's HTTP API as its library calls it: forms, idempotency keys, errors. */
export async function startStripe(afterwards: Afterwards): Promise<StripeServer> {
  const answers = new Map<string, { request: string; answer: Answer }>();
  const stripe: Omit<StripeServer, 'payments'> = {
    sessions: [],
    refunds: [],
    asked: [],
    mood: 'well',
    forgetKeys: () => answers.clear(),
    pay(change = {}, session = stripe.sessions.at(-1) ?? fail('no page was opened')) {
      const paid = { status: 'complete', payment_status: 'paid', url: null, payment_intent: `pi_${session.id}` };
      return Object.assign(session, paid, change);
    },
    tell: (kind, object, { id = `evt_${randomUUID()}`, ...change } = {}) =>
      stripe.sign(JSON.stringify({ id, object: 'event', type: kind, data: { object } }), change),
    sign(body, { secondsAgo = 0, secret = webhookSecret } = {}) {
      const time = Math.floor(Date.now() / 1000) - secondsAgo;
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature}`,
      };
      return { method: 'POST', headers, body };
    },
  };

  const answer = (method: string, path: string, query: URLSearchParams, fields: Fields): Answer => {
    const [, , ...parts] = path.split('/');
    const resource = parts.join('/');
    if (method === 'POST' && resource === 'checkout/sessions') return { status: 200, body: open(fields) };
    if (method === 'GET' && resource === 'checkout/sessions') {
      const found = stripe.sessions.filter((each) => each.payment_intent === query.get('payment_intent'));
      return { status: 200, body: list(found) };
    }
    if (resource.startsWith('checkout/sessions/')) {
      const session = stripe.sessions.find(({ id }) => id === parts[2]);
      if (!session) return refusal(404, 'resource_missing');
      if (parts[3] === 'expire') Object.assign(session, { status: 'expired', url: null });
      return { status: 200, body: { ...session } };
    }
    if (method === 'POST' && resource === 'refunds') return payBack(fields);
    if (method === 'GET' && resource === 'refunds') {
      const found = stripe.refunds.filter((each) => each.payment_intent === query.get('payment_intent'));
      return { status: 200, body: list(found) };
    }
    return refusal(404, 'unknown_url');
  };

  const open = (fields: Fields): Session => {
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      url: `http://localhost:${port()}/pay/${id}`,
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]'],
      client_reference_id: fields.client_reference_id,
      metadata: { order: fields['metadata[order]'] },
      payment_intent: null,
      sent: fields,
    };
    stripe.sessions.push(session);
    return { ...session };
  };

  const payBack = (fields: Fields): Answer => {
    const { payment_intent = '', amount = '' } = fields;
    const paid = stripe.sessions.find((each) => each.payment_intent === payment_intent);
    const before = stripe.refunds.filter((each) => each.payment_intent === payment_intent);
    const left = (paid?.amount_total ?? 0) - before.reduce((sum, each) => sum + each.amount, 0);
    if (Number(amount) > left) return refusal(400, 'charge_already_refunded');
    const refund: Refund & { currency: unknown } = {
      object: 'refund',
      id: `re_${randomUUID()}`,
      payment_intent,
      amount: Number(amount),
      currency: paid?.currency,
      status: 'succeeded',
      metadata: { order: fields['metadata[order]'], request: fields['metadata[request]'], by: fields['metadata[by]'] },
    };
    stripe.refunds.push(refund);
    return { status: 200, body: refund };
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    let body = '';
    for await (const chunk of request) body += chunk;
    const key = String(request.headers['idempotency-key'] ?? '');
    const { method = '' } = request;
    stripe.asked.push([method, pathname, key].filter(Boolean).join(' '));
    if (stripe.mood === 'silent') return;
    if (stripe.mood === 'broken') return void request.destroy();
    const { status, body: said } = (() => {
      if (typeof stripe.mood === 'number') return refusal(stripe.mood, 'told_to');
      if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'wrong_key');
      const earlier = key ? answers.get(key) : undefined;
      if (earlier && earlier.request !== pathname + body) return refusal(400, 'idempotency_error');
      if (earlier) return earlier.answer;
      const answered = answer(method, pathname, searchParams, Object.fromEntries(new URLSearchParams(body)));
      if (key) answers.set(key, { request: pathname + body, answer: answered });
      return stripe.mood === 'answer-lost' && method === 'POST' ? refusal(502, 'lost') : answered;
    })();
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` });
    response.end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const port = () => (server.address() as AddressInfo).port;
  afterwards(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = `http://localhost:${port()}`;
  const payments = stripePayments({
    secretKey,
    webhookSecret,
    apiUrl: address,
    checkoutUrl: address,
  });
  return Object.assign(stripe, { payments });
}

/** The settings with which a product that is started finds it. */
export function stripeEnv({ payments }: StripeServer): Record<string, string> {
  const { checkoutUrl } = payments;
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: checkoutUrl,
    STRIPE_CHECKOUT_URL: checkoutUrl,
  };
}

function list(data: object[]) {
  return { object: 'list', data, has_more: false };
}

function refusal(status: number, code: string): Answer {
  return { status, body: { error: { type: 'invalid_request_error', code, message: code } } };
}

function fail(message: string): never {
  throw new Error(message);
}
