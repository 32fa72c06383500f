import type { Executor } from '../../server/db/tables.ts';
import { wordsForMail } from '../notifications/mail-language.ts';
import { spanOf } from './contract/delivery.ts';
import { formatMoney } from './contract/money.ts';
import { dueIn, isToPayAtOnce } from './contract/order.ts';
import { taxSentence } from './contract/tax-sentence.ts';
import { readCurrentSettings } from './current-settings.ts';
import type { OrderRow } from './order-secret.ts';
import { viewOfOrder } from './read-order.ts';
import { type Mailed, sendOrderMail, wordsOfAddress } from './send-order-mail.ts';
import { type TermsOf, termsInMail } from './terms-in-mail.ts';

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
  const [to, onPage] = isFree
    ? (['mailOrder.freeTo', 'mailOrder.freeToPage'] as const)
    : (['mailOrder.to', 'mailOrder.toPage'] as const);
  const paragraphs = [
    t('mailOrder.thanks', { number: String(order.number) }),
    [...goods, ...sums].join('\n'),
    wordsOfAddress(order.address, { isConfirmed, said: t(to, days), onPage: t(onPage, days) }, t),
    isFree ? t('mailOrder.free') : t(by === 'card' ? byCard : 'mailOrder.pay', payment),
    t('mailOrder.withdraw'),
    [seller.name, seller.address, seller.email].filter(Boolean).join('\n'),
  ];
  await sendOrderMail(
    trx,
    order,
    {
      seller,
      subject: t('mailOrder.subject', { number: String(order.number) }),
      paragraphs,
      enclosed: await termsInMail(trx, { t, seller }, installation),
    },
    installation,
  );
}
