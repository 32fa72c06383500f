import type { Translations } from '../../language/create-translations.ts';
import { orderPath } from '../../paths/paths.ts';
import type { PostalAddress } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import { orderPurpose } from '../../server/mail/note-on-orders.ts';
import type { Services } from '../../server/services.ts';
import { both, type Letter, mail } from '../mails/mail.ts';
import type { MailContent } from '../mails/mail-body.tsx';
import { translationsForMail } from '../mails/mail-language.ts';
import { formatMoney } from './contract/money.ts';
import { goesBack, stateOfOrder, wordsOfShipment } from './contract/order-states.ts';
import type { ShopSettings } from './contract/shop-settings.ts';
import { readCurrentSettings } from './current-settings.ts';
import { mailShop } from './mail-shop.ts';
import { type PlacedOrder, transferInMail, wordsOfAddress, wordsOfPlaced } from './order-placed-mail.ts';
import { type OrderRow, orderSecret } from './orders.ts';

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

const changed = mail(orderPurpose, toBuyer, async (letter, about: { order: OrderRow; news: OrderNews }) => {
  const { t, trx } = letter;
  const { order, news } = about;
  const { bank, seller } = await readCurrentSettings(trx);
  const from = [seller.name, seller.email].filter(Boolean).join('\n');
  const isToReturn = news.news === 'withdrawn' && goesBack({ ...order, state: stateOfOrder(order) });
  const returns = isToReturn ? [[t('mailOrder.sendBack'), seller.name, seller.address].filter(Boolean).join('\n')] : [];
  return aboutOrder(letter, order, {
    subject: t(`mailOrder.${news.news}Subject`, { number: String(order.number) }),
    paragraphs: [wordsOf(news, order, bank, t), returns, from].flat(),
  });
});
const placed = mail(orderPurpose, toBuyer, async (letter, about: PlacedOrder) =>
  aboutOrder(letter, about.order, await wordsOfPlaced(letter, about)),
);

export const orderMails = {
  changed,
  placed: both(placed, mailShop('placed')),
  withdrawn: both(changed, mailShop('withdrawn')),
  paymentProblem: mailShop('problem'),
};

export async function toBuyer(trx: Executor, { order }: { order: OrderRow }, services: Services) {
  const { seller } = await readCurrentSettings(trx);
  const from = { replyTo: seller.email || undefined, fromName: seller.name || undefined };
  return { uid: null, email: order.email, ...from, t: translationsForMail(order.language, services) };
}

function aboutOrder(
  { says, t, services }: Letter,
  order: OrderRow,
  said: Pick<MailContent, 'subject' | 'paragraphs' | 'enclosed'>,
) {
  const link = orderPath(orderSecret(order, services.keys));
  return says('mailOrder', { ...said, link, label: t('mailOrder.open') });
}

type Bank = ShopSettings['bank'];

function wordsOf(news: OrderNews, order: OrderRow, bank: Bank, t: Translations): string | string[] {
  const { currency } = order;
  const number = String(order.number);
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  switch (news.news) {
    case 'partPaid':
      return [t('mailOrder.partPaid', { number }), ...howToTransfer(news.restMinor, order, bank, t)];
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
        ...wordsOfRest(news.restMinor, order, bank, t),
      ];
    case 'cancelled':
      return t('mailOrder.cancelled', { number, free: news.isFree ? 'yes' : 'no' });
    case 'readdressed':
      return [
        wordsOfAddress(
          news.address,
          {
            ...news,
            said: t('mailOrder.readdressed', { number }),
            onPage: t('mailOrder.readdressedOnPage', { number }),
          },
          t,
        ),
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

function wordsOfRest(restMinor: number, order: OrderRow, bank: Bank, t: Translations): string[] {
  if (order.withdrawnAt) return [t('mailOrder.nothingOwed')];
  return restMinor > 0 ? howToTransfer(restMinor, order, bank, t) : [t('mailOrder.staysPaid')];
}

function howToTransfer(minor: number, { currency, dueAt, number }: OrderRow, bank: Bank, t: Translations): string[] {
  const due = dueAt.getTime() < Date.now() ? 'past' : 'coming';
  const day = t.date(dueAt, { dateStyle: 'long', timeZone: 'UTC' });
  return [
    t('mailOrder.transfer', { sum: formatMoney({ minor, currency }, t.language), due, day }),
    ...transferInMail({ bank, number, minor, currency }, t),
  ];
}
