import type { Words } from '../../language/words.ts';
import { orderPath } from '../../paths/paths.ts';
import type { PostalAddress } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { orderPurpose } from '../../server/mail/note-on-orders.ts';
import { withoutLinks, wordsForMail } from '../notifications/mail-language.ts';
import { sendMail } from '../notifications/send-mail.ts';
import { readBrand } from '../settings/brand.ts';
import { addressLines } from './addresses.ts';
import { spanOf } from './contract/delivery.ts';
import { formatMoney } from './contract/money.ts';
import { dueIn, goesBack, isToPayAtOnce, stateOfOrder, wordsOfShipment } from './contract/order.ts';
import type { ShopSettings } from './contract/shop-settings.ts';
import { taxSentence } from './contract/tax-sentence.ts';
import { readCurrentSettings } from './current-settings.ts';
import { type OrderRow, orderSecret } from './order-secret.ts';
import { viewOfOrder } from './read-order.ts';
import { type TermsOf, termsInMail } from './terms-in-mail.ts';

type Mailed = Pick<Installation, 'brand' | 'keys' | 'publicUrl' | 'settings'>;

/**
 * Confirms the order with all that the law wants in a durable form: what, how much, to whom to pay, and how to withdraw. What was typed
 * stands on the order's page alone until the address is confirmed: it may be that of somebody who ordered nothing.
 */
export async function mailOrderPlaced(
  trx: Executor,
  order: OrderRow,
  { by, isConfirmed }: { by: 'transfer' | 'card'; isConfirmed: boolean },
  installation: Mailed & TermsOf,
): Promise<void> {
  const t = wordsForMail(order.language, installation);
  const { bank, seller } = await readCurrentSettings(trx);
  const { lines, currency, totalMinor, deliveryMinor, ...view } = await viewOfOrder(order, trx);
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const [least, most] = view.deliveryDays;
  const days = { least, most, span: spanOf(view.deliveryDays) };
  const isFree = totalMinor === 0;
  const goods = lines.map(({ quantity, name, totalMinor }) =>
    t('mailOrder.line', { quantity, name, total: money(totalMinor) }),
  );
  const sums = [
    t('mailOrder.delivery', { price: money(deliveryMinor) }),
    t('mailOrder.total', { total: money(totalMinor) }),
    taxSentence(view, money, t),
    ...(view.isExport ? [t('checkoutPage.importTax')] : []),
  ];
  const payment = {
    total: money(totalMinor),
    day: dueIn(t, view),
    holder: bank.holder,
    iban: bank.iban,
    number: String(order.number),
  };
  const byCard = isToPayAtOnce(view) ? 'mailOrder.payByCardNow' : 'mailOrder.payByCard';
  const paragraphs = [
    t('mailOrder.thanks', { number: String(order.number) }),
    [...goods, ...sums].join('\n'),
    isConfirmed
      ? [
          t(isFree ? 'mailOrder.freeTo' : 'mailOrder.to', days),
          ...view.addressLines.map((line) => withoutLinks(line)),
        ].join('\n')
      : t(isFree ? 'mailOrder.freeToPage' : 'mailOrder.toPage', days),
    isFree ? t('mailOrder.free') : t(by === 'card' ? byCard : 'mailOrder.pay', payment),
    t('mailOrder.withdraw'),
    [seller.name, seller.address, seller.email].filter(Boolean).join('\n'),
  ];
  await send(
    trx,
    order,
    {
      subject: t('mailOrder.subject', { number: String(order.number) }),
      paragraphs,
      enclosed: await termsInMail(trx, { t, seller }, installation),
    },
    installation,
  );
}

export type OrderNews =
  | { news: 'toLookAt' | 'packed' | 'lapsed' }
  | { news: 'delivered'; withdrawUntil: Date | null }
  | { news: 'cancelled'; isFree: boolean }
  | { news: 'readdressed'; address: PostalAddress; isConfirmed: boolean }
  | { news: 'partPaid'; restMinor: number }
  | { news: 'paid' | 'overpaid'; overMinor: number }
  | { news: 'takenBack'; amountMinor: number; restMinor: number; cancelsInvoice: boolean }
  | { news: 'shipped'; carrier: string; tracking: string }
  | { news: 'withdrawn'; at: Date; paidMinor: number }
  | { news: 'refunded'; amountMinor: number; credited: boolean };

/** Tells the buyer what became of the order, and whom to write to about it. */
export async function mailOrderNews(
  trx: Executor,
  order: OrderRow,
  news: OrderNews,
  installation: Mailed,
): Promise<void> {
  const t = wordsForMail(order.language, installation);
  const number = String(order.number);
  const { bank, seller } = await readCurrentSettings(trx);
  const from = [seller.name, seller.email].filter(Boolean).join('\n');
  const isToReturn = news.news === 'withdrawn' && goesBack({ ...order, state: stateOfOrder(order) });
  const returns = isToReturn ? [[t('mailOrder.sendBack'), seller.name, seller.address].filter(Boolean).join('\n')] : [];
  await send(
    trx,
    order,
    {
      subject: t(`mailOrder.${news.news}Subject`, { number }),
      paragraphs: [wordsOf(news, order, bank, t), returns, from].flat(),
    },
    installation,
  );
}

type Bank = ShopSettings['bank'];

function wordsOf(news: OrderNews, order: OrderRow, bank: Bank, t: Words): string | string[] {
  const { currency } = order;
  const number = String(order.number);
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  switch (news.news) {
    case 'partPaid':
      return [t('mailOrder.partPaid', { number }), howToTransfer(news.restMinor, order, bank, t)];
    case 'paid':
      return [
        t('mailOrder.paid', { number }),
        ...(news.overMinor > 0 ? [t('mailOrder.overpaid', { over: money(news.overMinor) })] : []),
      ];
    case 'delivered': {
      const { withdrawUntil } = news;
      const until = withdrawUntil && t.date(withdrawUntil, { dateStyle: 'full', timeZone: 'UTC' });
      return [t('mailOrder.delivered', { number }), ...(until ? [t('mailOrder.withdrawUntil', { day: until })] : [])];
    }
    case 'overpaid':
      return [t('mailOrder.paidAgain', { number }), t('mailOrder.overpaid', { over: money(news.overMinor) })];
    case 'takenBack':
      return [
        t('mailOrder.takenBack', { number, amount: money(news.amountMinor) }),
        ...(news.cancelsInvoice
          ? [t('mailOrder.invoiceCancelled', { withdrawn: order.withdrawnAt ? 'yes' : 'no' })]
          : []),
        wordsOfRest(news.restMinor, order, bank, t),
      ];
    case 'cancelled':
      return t('mailOrder.cancelled', { number, free: news.isFree ? 'yes' : 'no' });
    case 'readdressed':
      return [
        news.isConfirmed
          ? [
              t('mailOrder.readdressed', { number }),
              ...addressLines(news.address, t.language).map((line) => withoutLinks(line)),
            ].join('\n')
          : t('mailOrder.readdressedOnPage', { number }),
        t('mailOrder.readdressedWrong'),
      ];
    case 'shipped':
      return t('mailOrder.shipped', { number, ...wordsOfShipment(news) });
    case 'withdrawn':
      return t('mailOrder.withdrawn', {
        number,
        owed: news.paidMinor > 0 ? 'yes' : 'no',
        time: t.date(news.at, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }),
      });
    case 'refunded':
      return t('mailOrder.refunded', {
        number,
        amount: money(news.amountMinor),
        credited: news.credited ? 'yes' : 'no',
      });
    default:
      return t(`mailOrder.${news.news}`, { number });
  }
}

/** After a payment was taken back. */
function wordsOfRest(restMinor: number, order: OrderRow, bank: Bank, t: Words): string {
  if (order.withdrawnAt) return t('mailOrder.nothingOwed');
  return restMinor > 0 ? howToTransfer(restMinor, order, bank, t) : t('mailOrder.staysPaid');
}

function howToTransfer(minor: number, { currency, dueAt, number }: OrderRow, bank: Bank, t: Words): string {
  return t('mailOrder.transfer', {
    sum: formatMoney({ minor, currency }, t.language),
    due: dueAt.getTime() < Date.now() ? 'past' : 'coming',
    day: t.date(dueAt, { dateStyle: 'long', timeZone: 'UTC' }),
    holder: bank.holder,
    iban: bank.iban,
    number: String(number),
  });
}

type MailWords = { subject: string; paragraphs: string[]; enclosed?: string[] };

async function send(trx: Executor, order: OrderRow, words: MailWords, installation: Mailed): Promise<void> {
  const t = wordsForMail(order.language, installation);
  const { publicUrl, keys } = installation;
  const mail = {
    ...words,
    action: { label: t('mailOrder.open'), url: publicUrl + orderPath(orderSecret(order, keys)) },
    footnote: t('mailOrder.footnote', { site: publicUrl }),
  };
  const { seller } = await readCurrentSettings(trx);
  const { productName } = await readBrand(trx, installation);
  const from = { replyTo: seller.email || undefined, fromName: seller.name || productName };
  await sendMail(trx, { purpose: orderPurpose, uid: null, email: order.email, ...from }, mail, t, installation);
}
