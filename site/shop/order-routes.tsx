import { type Caller, Refusal, refusalInWords, refusalStatuses } from '../../functions/define.ts';
import { call, type FunctionOutput } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { type DoneWithOrder, orderPath } from '../../paths/paths.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import { sendFile, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { OrderPage, WithdrawalPage } from './order.tsx';

export function showOrder(site: Site) {
  return (c: SiteContext) =>
    showOwnOrder(c, site, async (context, secret, read, caller) => (
      <OrderPage
        context={context}
        secret={secret}
        done={doneThings.find((each) => context.query.get('done') === each)}
        reviewed={await reviewedOf(secret, caller, site)}
        {...read}
      />
    ));
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

export function payOrder(site: Site) {
  return async (c: SiteContext) => {
    const { caller } = await readVisitor(c, site);
    return c.redirect(await nextToPay(c.req.param('secret') ?? '', caller, site), 303);
  };
}

async function reviewedOf(secret: string, caller: Caller, { services }: Site) {
  const read = await call('listOrderReviews', caller, { secret }, services);
  return read instanceof Refusal ? [] : read.products;
}

/** GET /order/{secret}/withdraw: what is about to be withdrawn from, and the button that does it. */
export function askWithdrawal(site: Site) {
  return (c: SiteContext) => showWithdrawal(c, site);
}

export function confirmWithdrawal(site: Site) {
  return async (c: SiteContext) => {
    const secret = c.req.param('secret') ?? '';
    const { caller } = await readVisitor(c, site);
    const result = await call('withdrawOrder', caller, { secret }, site.services);
    if (result instanceof Refusal) return showWithdrawal(c, site, result);
    return c.redirect(orderPath(secret, 'withdrawn'), 303);
  };
}

function showWithdrawal(c: SiteContext, site: Site, refusal?: Refusal) {
  return showOwnOrder(
    c,
    site,
    ({ t }, secret, { order, seller }) => (
      <WithdrawalPage
        t={t}
        secret={secret}
        order={order}
        seller={seller}
        error={refusal && refusalInWords(refusal, t).message}
      />
    ),
    refusal && statusOf(refusal),
  );
}

export function sendInvoiceFile(site: Site) {
  return async (c: SiteContext) => {
    const { secret, file = '' } = c.req.param();
    return sendFile(c, site, 'readInvoice', { secret, number: Number.parseInt(file, 10) });
  };
}

export function sendOrderFile(site: Site) {
  return async (c: SiteContext) => {
    const { id, file } = c.req.param();
    return sendFile(c, site, 'readOrderFile', { id, file });
  };
}

export function sendOrderInvoice(site: Site) {
  return async (c: SiteContext) => {
    const { id, file = '' } = c.req.param();
    return sendFile(c, site, 'readOrderInvoice', { id, number: Number.parseInt(file, 10) });
  };
}

export function sendPackingList(site: Site) {
  return (c: SiteContext) => sendFile(c, site, 'readPackingList', { orders: c.req.query('orders') });
}

type ReadOrder = FunctionOutput<'readOrder'>;

function showOwnOrder(
  c: SiteContext,
  site: Site,
  draw: (
    context: PageContext,
    secret: string,
    read: ReadOrder,
    caller: Caller,
  ) => PageResult['body'] | Promise<PageResult['body']>,
  status = 200,
) {
  const secret = c.req.param('secret') ?? '';
  return showPage(
    c,
    site,
    async (context, { caller }) => {
      // Back from paying: what we were told of it may still be on its way.
      if (context.query.get('done') === 'returned') await call('checkPayment', caller, { secret }, site.services);
      const read = await call('readOrder', caller, { secret }, site.services);
      if (read instanceof Refusal) return refusedOrderPage(context, read);
      const title = context.t('orderPage.title', { number: String(read.order.number) });
      return {
        face: 'site',
        status,
        formsLeadTo: read.card.offered ? site.services.payments?.checkoutUrl : undefined,
        metadata: { title, description: title, keywords: context.t('checkoutPage.keywords'), noindex: true },
        body: await draw(context, secret, read, caller),
      };
    },
    'rest',
  );
}

/** Why nothing of the order is shown. */
export function refusedOrderPage({ t }: PageContext, refusal: Refusal): PageResult {
  const { message } = refusalInWords(refusal, t);
  return systemPage(t, { status: statusOf(refusal), title: t('orderPage.notShown'), text: message });
}

/** Where the buyer of an order goes to pay it by card; back to the order's page, which says what is so, when that cannot be done. */
export async function nextToPay(secret: string, caller: Caller, site: Site): Promise<string> {
  const started = await call('startPayment', caller, { secret }, site.services);
  if (!(started instanceof Refusal)) return started.url;
  const { reason } = started.details ?? {};
  if (reason === 'no-order') return orderPath(secret);
  if (reason === 'under-way') return orderPath(secret, 'returned');
  return orderPath(secret, reason === 'not-now' ? undefined : 'no-card');
}

/** POST /webhooks/stripe, by Stripe alone, which signs. It sends an event again until it gets 200 (decision 034). */
export function receiveStripe(site: Site) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const body = await readBody(c.req.raw, 'application/json');
    if (isRefused(body)) return c.text(body.reason, body.status);
    const { caller } = await readVisitor(c, site);
    const data = { body, signature: c.req.header('stripe-signature') ?? '' };
    const received = await call('receivePaymentEvent', caller, data, site.services);
    if (!(received instanceof Refusal)) return c.text('ok');
    return c.text(refusalInWords(received, translationsIn(caller.language)).message, refusalStatuses[received.status]);
  };
}
