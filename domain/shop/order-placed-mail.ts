import type { Translations } from '../../language/create-translations.ts';
import type { PostalAddress } from '../../server/db/tables/orders.ts';
import type { Letter } from '../mails/mail.ts';
import { withoutLinks } from '../mails/mail-language.ts';
import { addressLines } from './addresses.ts';
import { spanOf } from './contract/delivery.ts';
import { formatMoney, taxSentence } from './contract/money.ts';
import { dueIn, isToPayAtOnce } from './contract/order-view.ts';
import { type Transfer, transferDetails } from './contract/transfer.ts';
import { readCurrentSettings } from './current-settings.ts';
import type { OrderRow } from './orders.ts';
import { viewOfOrder } from './read-order.ts';
import { termsInMail } from './terms-in-mail.ts';

export type PlacedOrder = { order: OrderRow; by: 'transfer' | 'card'; isConfirmed: boolean };

/** Confirms the order with all that the law wants in a durable form: what, how much, to whom to pay, and how to withdraw. */
export async function wordsOfPlaced({ t, trx, services }: Letter, { order, by, isConfirmed }: PlacedOrder) {
  const { bank, seller } = await readCurrentSettings(trx);
  const { lines, currency, totalMinor, deliveryMinor, ...view } = await viewOfOrder(order, trx);
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const price = (minor: number) => (minor === 0 ? t('shopPage.free') : money(minor));
  const [least, most] = view.deliveryDays;
  const days = { least, most, span: spanOf(view.deliveryDays) };
  const isFree = totalMinor === 0;
  const goods = lines.map(({ quantity, name, unitMinor, totalMinor }): [string, string] => {
    const line = t('checkoutPage.line', { quantity, name });
    const each = quantity > 1 && unitMinor > 0 ? ` · ${t('cartPage.each', { price: money(unitMinor) })}` : '';
    return [line + each, price(totalMinor)];
  });
  const sums: [string, string][] = [
    ...goods,
    [t('checkoutPage.deliveryPrice'), price(deliveryMinor)],
    [t('checkoutPage.total'), price(totalMinor)],
  ];
  const tax = [
    ...(isFree ? [] : [taxSentence(view, money, t)]),
    ...(view.isExport ? [t('checkoutPage.importTax')] : []),
  ];
  const isByCardNow = by === 'card' && isToPayAtOnce(view);
  const byCard = isByCardNow ? 'mailOrder.payByCardNow' : 'mailOrder.payByCard';
  const payment = [
    t(by === 'card' ? byCard : 'mailOrder.pay', { total: money(totalMinor), day: dueIn(t, view) }),
    ...(isByCardNow ? [] : transferInMail({ bank, number: order.number, currency, minor: totalMinor }, t)),
  ];
  const [to, onPage] = isFree
    ? (['mailOrder.freeTo', 'mailOrder.freeToPage'] as const)
    : (['mailOrder.to', 'mailOrder.toPage'] as const);
  const paragraphs = [
    t('mailOrder.thanks', { number: String(order.number) }),
    { sums },
    ...tax,
    wordsOfAddress(order.address, { isConfirmed, said: t(to, days), onPage: t(onPage, days) }, t),
    ...(view.hasGiftCards ? [t('orderPage.giftCard')] : []),
    ...(isFree ? [t('mailOrder.free')] : payment),
    t('mailOrder.withdraw'),
    [seller.name, seller.address, seller.email].filter(Boolean).join('\n'),
  ];
  return {
    subject: t('mailOrder.subject', { number: String(order.number) }),
    paragraphs,
    enclosed: await termsInMail(trx, { t, seller }, services),
  };
}

/** Each on a line of its own, to be copied. */
export function transferInMail(transfer: Transfer, t: Translations): string[] {
  return transferDetails(transfer, t).map(({ name, typed }) => `${name}:\n${typed}`);
}

/** Where the order goes: what a stranger typed stands on its page alone until the address of the mail is confirmed. */
export function wordsOfAddress(
  address: PostalAddress,
  { isConfirmed, said, onPage }: { isConfirmed: boolean; said: string; onPage: string },
  t: Translations,
): string {
  if (!isConfirmed) return onPage;
  return [said, ...addressLines(address, t.language).map(withoutLinks)].join('\n');
}
