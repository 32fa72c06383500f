import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { fromStripe, toStripe } from '../../server/payments/stripe-objects.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, newEmail, password } from '../../test/make.ts';
import { countWaiting } from '../../test/rows-read.ts';
import { berlin, confirmPayment, makeProduct, openShop, orderIdOf, orderOf } from '../../test/shop.ts';
import { type SignedRequest, type StripeServer, startStripe } from '../../test/stripe.ts';

const ends: (() => unknown)[] = [];
let shared: ReturnType<typeof openTogether> | undefined;

async function openTogether() {
  const stripe = await startStripe((end) => void ends.push(end));
  const app = await startApp({ payments: stripe.payments, afterwards: (end) => void ends.push(end) });
  await openShop(app);
  const product = await makeProduct(app, { stock: 1000 });
  const admin = await makeAdministrator(app);
  return { app, stripe, product, admin };
}

async function world() {
  shared ??= openTogether();
  const opened = await shared;
  opened.stripe.mood = 'well';
  return opened;
}

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const totalMinor = 490 + 390;

async function order({ app, product }: Awaited<ReturnType<typeof world>>) {
  const wanted = orderOf(product, { payment: 'card' });
  const { secret } = await app.visitor().call('placeOrder', wanted);
  return { secret, email: wanted.email };
}

/** An order with a page on which it can be paid. */
async function orderToPay(opened: Awaited<ReturnType<typeof world>>) {
  const placed = await order(opened);
  await opened.app.visitor().call('startPayment', { secret: placed.secret });
  return placed;
}

const read = async (app: App, secret: string) => (await app.visitor().call('readOrder', { secret })).order;

async function deliver(app: App, request: SignedRequest) {
  return (await fetch(`${app.url}/webhooks/stripe`, request)).status;
}

const charge = (stripe: StripeServer, paymentIntent: unknown) => {
  const paid = stripe.sessions.find((each) => each.payment_intent === paymentIntent);
  return {
    id: 'ch_1',
    object: 'charge',
    amount: paid?.amount_total,
    currency: paid?.currency,
    payment_intent: paymentIntent,
    metadata: paid?.metadata,
  };
};

test('a buyer orders by a form and goes on to Stripe, whose page a policy allows; the browser never comes back, and the order is paid all the same', async () => {
  const { app, stripe, product } = await world();
  const buyer = app.visitor();
  buyer.cookies.set('handback.cart', `${product.id}*1*490*EUR`);
  const page = await buyer.get('/checkout');
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${stripe.payments.checkoutUrl}`);
  expect((await buyer.get('/buy')).headers.get('content-security-policy')).toMatch(/form-action 'self'$/);
  const html = await page.text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const email = newEmail('kim');
  const sent = await buyer.post('/checkout', {
    ...{ ...berlin, email, payment: 'card' },
    ...{ key: hidden('key'), lines: hidden('lines'), total: hidden('total') },
  });
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe(stripe.sessions.at(-1)?.url);
  expect(stripe.sessions.at(-1)?.sent).toMatchObject({
    mode: 'payment',
    customer_email: email,
    'line_items[0][price_data][unit_amount]': String(totalMinor),
    'line_items[0][price_data][currency]': 'eur',
    'adaptive_pricing[enabled]': 'false',
  });
  expect(await deliver(app, stripe.tell('checkout.session.completed', stripe.pay()))).toBe(200);
  await app.mailbox.find(email, 'your payment arrived');
  await app.mailbox.find('shop@example.com', 'New order');
});

test('whatever Stripe does, the order stands and its page says how to pay; a second try opens one page', async () => {
  const opened = await world();
  const { app, stripe } = opened;
  app.expectLogError(/no payment page could be opened/);
  const { secret } = await order(opened);
  const buyer = app.visitor();
  for (const mood of ['silent', 'broken', 429, 500, 400] as const) {
    stripe.mood = mood;
    const sent = await buyer.post(`/order/${secret}/pay`, {});
    expect(sent.headers.get('location'), String(mood)).toBe(`/order/${secret}?done=no-card`);
  }
  const page = await buyer.read(`/order/${secret}?done=no-card`);
  expect(page).toContain('Your order stands, and nothing was paid');
  expect(page).toContain('DE89 3704 0044 0532 0130 00');
  stripe.mood = 'well';
  const known = stripe.sessions.length;
  const first = (await buyer.post(`/order/${secret}/pay`, {})).headers.get('location');
  expect((await buyer.post(`/order/${secret}/pay`, {})).headers.get('location')).toBe(first);
  expect(stripe.sessions).toHaveLength(known + 1);
  const keys = stripe.asked.filter((asked) => asked.startsWith('POST /v1/checkout/sessions ')).slice(-6);
  expect(new Set(keys).size).toBe(1);
  expect((await read(app, secret)).state).toBe('placed');
});

test('only what Stripe signed within 300 seconds is believed, also during maintenance; an event has one effect', async () => {
  const opened = await world();
  const { app, stripe, admin } = opened;
  const { secret } = await orderToPay(opened);
  const paid = stripe.pay();
  const kind = 'checkout.session.completed';
  expect(await deliver(app, stripe.tell(kind, paid, { secret: 'whsec_forged' }))).toBe(400);
  expect(await deliver(app, stripe.tell(kind, paid, { secondsAgo: 310 }))).toBe(400);
  for (const body of ['', 'no JSON', 'null', '7', '[]', '{}', '{"id":"evt_1","type":"x"}'])
    expect(await deliver(app, stripe.sign(body)), body).toBe(400);
  const damaged: [string, object][] = [
    ['checkout.session.completed', {}],
    ['checkout.session.completed', { ...paid, id: 'cs_\0' }],
    ['checkout.session.completed', { ...paid, currency: 'euro' }],
    ['charge.refunded', {}],
    ['charge.dispute.created', { payment_intent: 'pi_\0', amount: 1, currency: 'eur', metadata: {} }],
    ['charge.dispute.created', { payment_intent: 'pi_1', amount: 'all', currency: 'eur', metadata: {} }],
    ['refund.failed', { id: 're_1' }],
    ['refund.updated', { id: 're_1', amount: 1, currency: null, metadata: null }],
    ['customer.created\0', {}],
  ];
  for (const [type, object] of damaged)
    expect(await deliver(app, stripe.sign(JSON.stringify({ id: 'evt_1', type, data: { object } }))), type).toBe(400);
  const right = stripe.tell(kind, paid);
  expect(await deliver(app, { ...right, body: right.body.replace(String(totalMinor), '1') })).toBe(400);
  expect(await deliver(app, { ...right, headers: { 'content-type': 'application/json' } })).toBe(400);
  expect(await deliver(app, { ...right, body: `${right.body}${' '.repeat(70_000)}` })).toBe(413);
  expect((await read(app, secret)).state).toBe('placed');
  expect(await deliver(app, stripe.tell('customer.created', { id: 'cus_1' }))).toBe(200);
  expect(
    await deliver(
      app,
      stripe.tell(kind, { ...paid, id: 'cs_of_another_shop', client_reference_id: 'x', metadata: {} }),
    ),
  ).toBe(200);

  await admin.call('setMaintenance', { enabled: true });
  onTestFinished(() => admin.call('setMaintenance', { enabled: false }).then(() => undefined));
  const closed = await Promise.all(Array.from({ length: 5 }, () => deliver(app, right)));
  expect(closed).toEqual([200, 200, 200, 200, 200]);
  await admin.call('setMaintenance', { enabled: false });
  expect(await deliver(app, stripe.tell('checkout.session.async_payment_succeeded', paid))).toBe(200);
  const order = await read(app, secret);
  expect(order).toMatchObject({ state: 'paid', paidMinor: totalMinor });
  expect(order.invoices).toHaveLength(1);
  expect(order.steps.map(({ kind }) => kind)).toEqual(['placed', 'paid']);
});

test('a payment that takes days keeps its order, in whatever order Stripe tells of it', async () => {
  const opened = await world();
  const { app, stripe } = opened;
  const { db } = app.services;
  const slow = await orderToPay(opened);
  const onItsWay = { ...stripe.pay({ payment_status: 'unpaid' }) };
  expect(await deliver(app, stripe.tell('checkout.session.completed', onItsWay))).toBe(200);
  await sql`update orders set due_at = now() - interval '1 minute' where email = ${slow.email}`.execute(db);
  await sql`delete from scheduled_jobs`.execute(db);
  await runDueJobs(app.services);
  expect((await read(app, slow.secret)).state).toBe('placed');
  expect(await app.visitor().read(`/order/${slow.secret}`)).toContain('Your payment is on its way');
  const there = stripe.pay();
  expect(await deliver(app, stripe.tell('checkout.session.async_payment_succeeded', there))).toBe(200);
  expect(await deliver(app, stripe.tell('checkout.session.completed', onItsWay))).toBe(200);
  expect(await deliver(app, stripe.tell('checkout.session.expired', { ...onItsWay, status: 'expired' }))).toBe(200);
  expect((await read(app, slow.secret)).state).toBe('paid');
});

test.each([
  ['another amount', { amount_total: totalMinor - 1 }, 'wrongAmount', totalMinor - 1],
  ['more', { amount_total: totalMinor + 1 }, 'wrongAmount', totalMinor + 1],
  ['another currency', { currency: 'usd' }, 'otherCurrency', 0],
])('%s than was to be paid pays no order: the operator looks at it', async (_what, change, reason, paidMinor) => {
  const opened = await world();
  const { app, stripe, admin } = opened;
  const { secret, email } = await orderToPay(opened);
  expect(await deliver(app, stripe.tell('checkout.session.completed', stripe.pay(change)))).toBe(200);
  const order = await read(app, secret);
  expect(order).toMatchObject({ state: 'placed', paidMinor, invoices: [] });
  const id = await orderIdOf(admin, secret);
  const { problems } = await admin.call('getOrder', { id });
  expect(problems).toMatchObject([{ reason }]);
  await app.mailbox.find('shop@example.com', `Order ${order.number}: look at a payment`);
  await app.mailbox.find(email, 'we look at your payment');
  await admin.call('acceptPayment', { id, problem: problems[0]?.id ?? '' });
  const settled = await admin.call('getOrder', { id });
  // The buyer was told that it is paid back.
  const overpaid = { reason: 'overpaid', amountMinor: paidMinor - totalMinor };
  expect(settled.problems).toMatchObject(paidMinor > totalMinor ? [overpaid] : []);
  const { rows } = await admin.call('listAuditEntries', { search: 'acceptPayment' });
  expect(rows.find(({ subjectId }) => subjectId === id)?.changes).toEqual({
    payment: [null, problems[0]?.id],
    settled: [false, true],
  });
  expect(settled.state).toBe(paidMinor >= totalMinor ? 'paid' : 'placed');
});

test('money that comes after the order was cancelled is noted and goes back to the card; the rest of the money for an order that was withdrawn does not make it paid', async () => {
  const opened = await world();
  const { app, stripe, admin } = opened;
  const { secret } = await orderToPay(opened);
  const id = await orderIdOf(admin, secret);
  await admin.call('cancelOrder', { id });
  expect(await deliver(app, stripe.tell('checkout.session.completed', stripe.pay()))).toBe(200);
  const late = await admin.call('getOrder', { id });
  expect(late).toMatchObject({ state: 'cancelled', cardMinor: totalMinor, problems: [{ reason: 'orderOver' }] });
  await admin.call('refundOrder', { id, amountMinor: totalMinor, key: crypto.randomUUID(), password });
  expect(await admin.call('getOrder', { id })).toMatchObject({ state: 'refunded', problems: [], invoices: [] });
  expect(stripe.refunds.at(-1)).toMatchObject({ amount: totalMinor });
  const { secret: nextSecret } = await order(opened);
  const nextId = await orderIdOf(opened.admin, nextSecret);
  await confirmPayment(admin, nextId, 80);
  await app.visitor().call('startPayment', { secret: nextSecret });
  await app.visitor().call('withdrawOrder', { secret: nextSecret });
  expect(await deliver(app, stripe.tell('checkout.session.completed', stripe.pay()))).toBe(200);
  expect(await admin.call('getOrder', { id: nextId })).toMatchObject({
    state: 'placed',
    paidMinor: totalMinor,
    invoices: [],
    problems: [{ reason: 'orderOver' }],
  });
});

test('a lost webhook loses no payment: the buyer who comes back has Stripe asked once, and so does a job', async () => {
  const opened = await world();
  const { app, stripe } = opened;
  const back = await orderToPay(opened);
  const buyer = app.visitor();
  const returned = `/order/${back.secret}?done=returned`;
  expect(await buyer.read(returned)).toContain('waiting for Stripe');
  const asked = stripe.asked.length;
  await buyer.get(returned);
  expect(stripe.asked).toHaveLength(asked);
  expect((await read(app, back.secret)).state).toBe('placed');
  stripe.pay();
  await sql`update checkout_sessions set returned_at = null`.execute(app.services.db);
  expect(await buyer.read(returned)).toContain('your payment has arrived');

  const closed = await orderToPay(opened);
  stripe.pay();
  await sql`update checkout_sessions set next_ask_at = now()`.execute(app.services.db);
  await sql`delete from scheduled_jobs`.execute(app.services.db);
  await runDueJobs(app.services);
  expect((await read(app, closed.secret)).state).toBe('paid');
});

test('refunds go to the card once, whoever asks and in whatever order Stripe tells of them; the credit notes match', async () => {
  const opened = await world();
  const { app, stripe, admin } = opened;
  const { secret } = await orderToPay(opened);
  const paid = stripe.pay();
  const refund = { payment_intent: paid.payment_intent, currency: 'eur', status: 'succeeded' };
  // Made in the dashboard, and told before the payment is.
  stripe.refunds.push({ ...refund, object: 'refund', id: 're_1', amount: 100, metadata: {} } as never);
  const told = () => stripe.tell('charge.refunded', charge(stripe, paid.payment_intent));
  expect(await deliver(app, told())).toBe(200);
  expect(await deliver(app, stripe.tell('checkout.session.completed', paid))).toBe(200);
  expect(await read(app, secret)).toMatchObject({ state: 'paid', paidMinor: totalMinor - 100 });

  const id = await orderIdOf(opened.admin, secret);
  const key = crypto.randomUUID();
  const payBack = (amountMinor: number, more = {}) =>
    admin.tryCall('refundOrder', { id, amountMinor, key, password, ...more });
  stripe.mood = 'silent';
  expect((await payBack(200)).status).toBe(503);
  expect((await read(app, secret)).paidMinor).toBe(totalMinor - 100);
  stripe.mood = 'well';
  expect((await payBack(200)).status).toBe(200);
  expect((await payBack(200)).status).toBe(200);
  expect(await deliver(app, told())).toBe(200);
  expect(await deliver(app, stripe.tell('refund.created', stripe.refunds.at(-1) ?? {}))).toBe(200);
  expect((await payBack(totalMinor, { key: crypto.randomUUID() })).error?.details).toMatchObject({
    reason: 'too-much',
  });
  expect(stripe.refunds.filter((each) => each.payment_intent === paid.payment_intent)).toHaveLength(2);
  let order = await read(app, secret);
  const refunded = () => order.payments.map(({ amountMinor }) => amountMinor).filter((minor) => minor < 0);
  expect(order.paidMinor).toBe(totalMinor - 300);
  expect(refunded()).toEqual([-100, -200]);
  expect(order.invoices.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note', 'credit-note']);

  const failed = { ...stripe.refunds.at(-1), status: 'failed' };
  expect(await deliver(app, stripe.tell('refund.failed', failed))).toBe(200);
  order = await read(app, secret);
  expect(order.paidMinor).toBe(totalMinor - 100);
  expect(refunded(), 'what failed was not paid back').toEqual([-100]);
  expect((await admin.call('getOrder', { id })).problems).toMatchObject([{ reason: 'refundFailed' }]);
});

test('what a refund gives back to the stock it locks before it takes an invoice number, as orders that cost nothing do', async () => {
  const opened = await world();
  const { app, stripe, admin, product } = opened;
  const { db } = app.services;
  const whileItWaits = async (refund: () => Promise<number>) => {
    const { refunding } = await db.transaction().execute(async (trx) => {
      await sql`select from products where id = ${product.id} for update`.execute(trx);
      const refunding = refund();
      await expect.poll(() => countWaiting(app)).toBe(1);
      await sql`select from invoice_counter for update nowait`.execute(trx);
      return { refunding };
    });
    expect(await refunding).toBe(200);
  };

  const transferred = await order(opened);
  const payment = { id: await orderIdOf(opened.admin, transferred.secret), amountMinor: totalMinor };
  await confirmPayment(admin, payment.id, totalMinor);
  const payBack = { ...payment, key: crypto.randomUUID(), password };
  await whileItWaits(async () => (await admin.tryCall('refundOrder', payBack)).status);

  const { secret } = await orderToPay(opened);
  const { payment_intent } = stripe.pay();
  for (const amount of [100, totalMinor - 100]) {
    const made = { id: `re_${amount}`, object: 'refund', payment_intent, currency: 'eur', amount };
    stripe.refunds.push({ ...made, status: 'succeeded', metadata: {} } as never);
  }
  await whileItWaits(() => deliver(app, stripe.tell('charge.refunded', charge(stripe, payment_intent))));
  const both = [await admin.call('getOrder', { id: payment.id }), await read(app, secret)];
  for (const refunded of both) expect(refunded).toMatchObject({ state: 'refunded', paidMinor: 0 });
  expect(both.map(({ invoices }) => invoices.length)).toEqual([2, 3]);
});

async function orderPaid(opened: Awaited<ReturnType<typeof world>>) {
  const { app, stripe } = opened;
  const placed = await orderToPay(opened);
  const paid = { ...stripe.pay() };
  expect(await deliver(app, stripe.tell('checkout.session.completed', paid))).toBe(200);
  return { ...placed, paid, id: await orderIdOf(opened.admin, placed.secret) };
}

test('a refund whose answer was lost is not made again, a day later or from a page that was opened anew; one that failed meanwhile is not taken for made', async () => {
  const opened = await world();
  const { stripe, admin } = opened;
  const { id, paid } = await orderPaid(opened);
  const payBack = async (key: string) => {
    const { status, error } = await admin.tryCall('refundOrder', { id, amountMinor: 200, key, password });
    return [status, (error?.details as { reason?: string } | undefined)?.reason];
  };
  const made = () => stripe.refunds.filter((each) => each.payment_intent === paid.payment_intent);
  const paidMinor = async () => (await admin.call('getOrder', { id })).paidMinor;
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

  stripe.mood = 'answer-lost';
  expect(await payBack(first)).toEqual([503, 'payments-away']);
  expect([made().length, await paidMinor()]).toEqual([1, totalMinor]);
  stripe.forgetKeys();
  stripe.mood = 'well';
  expect(await payBack(first)).toEqual([200, undefined]);
  expect([made().length, await paidMinor()]).toEqual([1, totalMinor - 200]);

  stripe.mood = 'answer-lost';
  expect(await payBack(second)).toEqual([503, 'payments-away']);
  stripe.mood = 'well';
  const anew = await admin.tryCall('refundOrder', { id, amountMinor: 200, key: third, password });
  expect(anew).toMatchObject({ status: 409, error: { details: { reason: 'refunded-before' } } });
  expect(anew.error?.message).toContain('Stripe had already paid back €2.00 of this payment.');
  expect([made().length, await paidMinor()]).toEqual([2, totalMinor - 400]);
  expect(await payBack(second)).toEqual([200, undefined]);
  expect(await payBack(third)).toEqual([200, undefined]);
  expect([made().length, await paidMinor()]).toEqual([3, totalMinor - 600]);
  const { id: nextId } = await orderPaid(opened);
  const wanted = { id: nextId, amountMinor: 200, key: crypto.randomUUID(), password };
  stripe.mood = 'answer-lost';
  expect((await admin.tryCall('refundOrder', wanted)).status).toBe(503);
  stripe.mood = 'well';
  Object.assign(stripe.refunds.at(-1) ?? {}, { status: 'failed' });
  expect((await admin.tryCall('refundOrder', wanted)).error?.details).toMatchObject({ reason: 'payments-refused' });
  expect((await admin.call('getOrder', { id: nextId })).paidMinor).toBe(totalMinor);
});

test('an event has its effect once by its id, several about one payment have one; that of a failed transaction, and one about which Stripe must be asked while it is away, come again', async () => {
  const opened = await world();
  const { app, stripe } = opened;
  const { db } = app.services;
  const kind = 'checkout.session.completed';
  const stepsOf = async (secret: string) => (await read(app, secret)).steps.map((step) => step.kind);
  const many = (request: () => SignedRequest) =>
    Promise.all(Array.from({ length: 4 }, () => deliver(app, request()))).then((all) => new Set(all));

  const { secret, email } = await orderToPay(opened);
  const paid = { ...stripe.pay() };
  const id = `evt_${crypto.randomUUID()}`;
  expect(await many(() => stripe.tell(kind, paid, { id }))).toEqual(new Set([200]));
  expect(await stepsOf(secret)).toEqual(['placed', 'paid']);
  // Were the event taken over again, the payment would be noted again.
  await sql`delete from payments where provider_id = ${paid.payment_intent}`.execute(db);
  expect(await many(() => stripe.tell(kind, paid, { id }))).toEqual(new Set([200]));
  expect((await read(app, secret)).paidMinor).toBe(0);
  await app.mailbox.find(email, 'your payment arrived');

  const other = await orderToPay(opened);
  const once = { ...stripe.pay() };
  expect(await many(() => stripe.tell(kind, once))).toEqual(new Set([200]));
  expect(await read(app, other.secret)).toMatchObject({ state: 'paid', paidMinor: totalMinor });
  expect(await stepsOf(other.secret)).toEqual(['placed', 'paid']);
  expect((await read(app, other.secret)).invoices).toHaveLength(1);

  const failing = await orderToPay(opened);
  const told = stripe.tell(kind, { ...stripe.pay() });
  app.expectLogError(/no room for payments/);
  await sql`create function no_payments() returns trigger language plpgsql as
    $$ begin raise 'no room for payments'; end $$`.execute(db);
  await sql`create trigger no_payments before insert on payments execute function no_payments()`.execute(db);
  expect(await deliver(app, told)).toBe(500);
  await sql`drop function no_payments cascade`.execute(db);
  expect(await read(app, failing.secret)).toMatchObject({ state: 'placed', paidMinor: 0 });
  expect(await deliver(app, told)).toBe(200);
  expect(await read(app, failing.secret)).toMatchObject({ state: 'paid', paidMinor: totalMinor });
  const { secret: nextSecret } = await orderToPay(opened);
  const nextPaid = stripe.pay();
  await deliver(app, stripe.tell('checkout.session.completed', nextPaid));
  await stripe.payments.refund({
    ...{ paymentId: String(nextPaid.payment_intent), amountMinor: totalMinor, currency: 'EUR' },
    ...{ orderId: 'o', key: 'k', uid: '' },
  });
  const nextTold = stripe.tell('charge.refunded', charge(stripe, nextPaid.payment_intent));
  stripe.mood = 500;
  expect(await deliver(app, nextTold)).toBe(503);
  stripe.mood = 'well';
  expect(await deliver(app, nextTold)).toBe(200);
  expect((await read(app, nextSecret)).state).toBe('refunded');
});

test('an amount is told to Stripe as it counts each currency', () => {
  expect([toStripe(1050, 'EUR'), toStripe(500, 'JPY')]).toEqual([1050, 500]);
  expect([toStripe(500, 'HUF'), fromStripe(50_000, 'HUF')]).toEqual([50_000, 500]);
  expect(toStripe(5, 'ISK')).toBe(500);
  expect([toStripe(5120, 'KWD'), toStripe(5124, 'KWD')]).toEqual([5120, undefined]);
  expect(toStripe(500, 'UGX')).toBeUndefined();
});
