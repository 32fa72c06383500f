import type { ReactNode } from 'react';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { refusalStatuses } from '../../paths/api.ts';
import { orderDone, orderPath } from '../../paths/paths.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showRestPage } from '../document/show-page.tsx';
import { refusalPage } from '../document/system.tsx';
import { callFor, readVisitor, type SiteContext, secretOf } from '../http/visitor.ts';
import { OrderPage, WithdrawalPage } from './order.tsx';

export function showOrder(c: SiteContext) {
  return showOwnOrder(c, async (context, secret, read) => {
    const reviewed = await callFor(c, 'listOrderReviews', { secret });
    return (
      <OrderPage
        {...{ context, secret, ...read }}
        done={orderDone.find((each) => context.query.get('done') === each)}
        reviewed={reviewed instanceof Refusal ? [] : reviewed.products}
      />
    );
  });
}

export async function payOrder(c: SiteContext) {
  return c.redirect(await nextToPay(secretOf(c), c), 303);
}

export function askWithdrawal(c: SiteContext, refusal?: Refusal) {
  const draw: Draw = ({ t }, secret, { order, seller }) => (
    <WithdrawalPage {...{ t, secret, order, seller }} error={refusal && refusalInWords(refusal, t).message} />
  );
  return showOwnOrder(c, draw, refusal);
}

export async function confirmWithdrawal(c: SiteContext) {
  const secret = secretOf(c);
  const result = await callFor(c, 'withdrawOrder', { secret });
  if (result instanceof Refusal) return askWithdrawal(c, result);
  return c.redirect(orderPath(secret, 'withdrawn'), 303);
}

type Draw = (context: PageContext, secret: string, read: FunctionOutput<'readOrder'>) => ReactNode | Promise<ReactNode>;

function showOwnOrder(c: SiteContext, draw: Draw, refusal?: Refusal) {
  const secret = secretOf(c);
  return showRestPage(c, async (context) => {
    // Back from paying: what we were told of it may still be on its way.
    if (context.query.get('done') === 'returned') await callFor(c, 'checkPayment', { secret });
    const read = await callFor(c, 'readOrder', { secret });
    if (read instanceof Refusal) return refusedOrderPage(context, read);
    const title = context.t('orderPage.title', { number: String(read.order.number) });
    return {
      face: 'site',
      refusal,
      formsLeadTo: read.card.offered ? c.var.site.services.payments?.checkoutUrl : undefined,
      metadata: { title, description: title, keywords: context.t('checkoutPage.keywords'), noindex: true },
      body: await draw(context, secret, read),
    };
  });
}

export function refusedOrderPage({ t }: PageContext, refusal: Refusal): PageResult {
  return refusalPage(t, refusal, { title: t('orderPage.notShown') });
}

/** Where the buyer of an order goes to pay it by card; back to the order's page, which says what is so, when that cannot be done. */
export async function nextToPay(secret: string, c: SiteContext): Promise<string> {
  const started = await callFor(c, 'startPayment', { secret });
  if (!(started instanceof Refusal)) return started.url;
  const { reason } = started.details ?? {};
  if (reason === 'no-order') return orderPath(secret);
  if (reason === 'under-way') return orderPath(secret, 'returned');
  return orderPath(secret, reason === 'not-now' ? undefined : 'no-card');
}

/** POST /webhooks/stripe, by Stripe alone, which signs. It sends an event again until it gets 200 (decision 034). */
export async function receiveStripe(c: SiteContext) {
  c.header('Cache-Control', 'no-store');
  const body = await readBody(c.req.raw, 'application/json');
  if (isRefused(body)) return c.text(body.reason, body.status);
  const signature = c.req.header('stripe-signature') ?? '';
  const received = await callFor(c, 'receivePaymentEvent', { body, signature });
  if (!(received instanceof Refusal)) return c.text('ok');
  const { caller } = await readVisitor(c);
  return c.text(refusalInWords(received, translationsIn(caller.language)).message, refusalStatuses[received.status]);
}
