import type { ReactNode } from 'react';
import { Refusal, refusalInWords, refusalStatuses } from '../../functions/define.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { type DoneWithOrder, orderPath } from '../../paths/paths.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showRestPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import { sendFile, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { callFor, readVisitor, type SiteContext } from '../http/visitor.ts';
import { OrderPage, WithdrawalPage } from './order.tsx';

export function showOrder(c: SiteContext, site: Site) {
  return showOwnOrder(c, site, async (context, secret, read) => {
    const reviewed = await callFor(c, site, 'listOrderReviews', { secret });
    return (
      <OrderPage
        {...{ context, secret, ...read }}
        done={doneThings.find((each) => context.query.get('done') === each)}
        reviewed={reviewed instanceof Refusal ? [] : reviewed.products}
      />
    );
  });
}

const doneThings = [
  'placed',
  'withdrawn',
  'returned',
  'unpaid',
  'no-card',
  'reviewed',
  'unreviewed',
] as const satisfies DoneWithOrder[];

export async function payOrder(c: SiteContext, site: Site) {
  return c.redirect(await nextToPay(c.req.param('secret') ?? '', c, site), 303);
}

export function askWithdrawal(c: SiteContext, site: Site, refusal?: Refusal) {
  const draw: Draw = ({ t }, secret, { order, seller }) => (
    <WithdrawalPage {...{ t, secret, order, seller }} error={refusal && refusalInWords(refusal, t).message} />
  );
  return showOwnOrder(c, site, draw, refusal && statusOf(refusal));
}

export async function confirmWithdrawal(c: SiteContext, site: Site) {
  const secret = c.req.param('secret') ?? '';
  const result = await callFor(c, site, 'withdrawOrder', { secret });
  if (result instanceof Refusal) return askWithdrawal(c, site, result);
  return c.redirect(orderPath(secret, 'withdrawn'), 303);
}

export function sendOrderFile(name: 'readInvoice' | 'readOrderFile' | 'readOrderInvoice' | 'readPackingList') {
  return (c: SiteContext, site: Site) => {
    const { file = '', ...named } = c.req.param();
    return sendFile(c, site, name, { ...c.req.query(), ...named, file, number: Number.parseInt(file, 10) });
  };
}

type Draw = (context: PageContext, secret: string, read: FunctionOutput<'readOrder'>) => ReactNode | Promise<ReactNode>;

function showOwnOrder(c: SiteContext, site: Site, draw: Draw, status = 200) {
  const secret = c.req.param('secret') ?? '';
  return showRestPage(c, site, async (context) => {
    // Back from paying: what we were told of it may still be on its way.
    if (context.query.get('done') === 'returned') await callFor(c, site, 'checkPayment', { secret });
    const read = await callFor(c, site, 'readOrder', { secret });
    if (read instanceof Refusal) return refusedOrderPage(context, read);
    const title = context.t('orderPage.title', { number: String(read.order.number) });
    return {
      face: 'site',
      status,
      formsLeadTo: read.card.offered ? site.services.payments?.checkoutUrl : undefined,
      metadata: { title, description: title, keywords: context.t('checkoutPage.keywords'), noindex: true },
      body: await draw(context, secret, read),
    };
  });
}

export function refusedOrderPage({ t }: PageContext, refusal: Refusal): PageResult {
  const { message } = refusalInWords(refusal, t);
  return systemPage(t, { status: statusOf(refusal), title: t('orderPage.notShown'), text: message });
}

/** Where the buyer of an order goes to pay it by card; back to the order's page, which says what is so, when that cannot be done. */
export async function nextToPay(secret: string, c: SiteContext, site: Site): Promise<string> {
  const started = await callFor(c, site, 'startPayment', { secret });
  if (!(started instanceof Refusal)) return started.url;
  const { reason } = started.details ?? {};
  if (reason === 'no-order') return orderPath(secret);
  if (reason === 'under-way') return orderPath(secret, 'returned');
  return orderPath(secret, reason === 'not-now' ? undefined : 'no-card');
}

/** POST /webhooks/stripe, by Stripe alone, which signs. It sends an event again until it gets 200 (decision 034). */
export async function receiveStripe(c: SiteContext, site: Site) {
  c.header('Cache-Control', 'no-store');
  const body = await readBody(c.req.raw, 'application/json');
  if (isRefused(body)) return c.text(body.reason, body.status);
  const signature = c.req.header('stripe-signature') ?? '';
  const received = await callFor(c, site, 'receivePaymentEvent', { body, signature });
  if (!(received instanceof Refusal)) return c.text('ok');
  const { caller } = await readVisitor(c, site);
  return c.text(refusalInWords(received, translationsIn(caller.language)).message, refusalStatuses[received.status]);
}
