import type { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import type { Tables } from '../../server/db/tables.ts';
import { drawLines, type Line } from '../print/draw-lines.ts';
import { formatFinely, formatMoney, unitWithoutTax } from './contract/money.ts';
import { percentOf, taxNumberSentence, taxSentence } from './contract/tax-sentence.ts';

const sizes = { title: 20, heading: 13, text: 11, small: 9 };

/** Draws an invoice or a credit note from what was written down when it was issued. */
export function drawInvoice({ number, kind, content, createdAt }: Selectable<Tables['invoices']>): Readable {
  const t = translationsIn(content.language);
  const { seller, currency, taxRate } = content;
  const isInvoice = kind === 'invoice';
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const dayOf = (date: Date) => t.date(date, { dateStyle: 'long', timeZone: 'UTC' });
  const title = t(isInvoice ? 'invoicePage.invoice' : 'invoicePage.creditNote', { number: String(number) });
  const text = (said: string, spaceBefore = 4): Line => ({ text: said, size: sizes.text, spaceBefore });
  const rate = percentOf(taxRate, t.language);
  const inParts = (totalMinor: number, netMinor: number | undefined, unitMinor?: number): Line[] => {
    if (netMinor === undefined || totalMinor === 0) return [];
    const parts = { net: money(netMinor), tax: money(totalMinor - netMinor), rate };
    const unit = unitMinor !== undefined && formatFinely(unitWithoutTax(unitMinor, taxRate), currency, t.language);
    const said = unit ? t('invoicePage.unitParts', { unit, ...parts }) : t('invoicePage.parts', parts);
    return [{ text: said, size: sizes.small, spaceBefore: 2 }];
  };
  const goods = content.lines.flatMap(({ name, quantity, unitMinor, totalMinor, netMinor }) => [
    {
      ...text(isInvoice ? t('invoicePage.line', { quantity, name, unit: money(unitMinor) }) : name, 8),
      end: money(totalMinor),
      keepWithNext: netMinor !== undefined,
    },
    ...inParts(totalMinor, netMinor, isInvoice ? unitMinor : undefined),
  ]);
  const { deliveryMinor, deliveryNetMinor } = content;
  const delivery = [
    {
      ...text(t('invoicePage.delivery'), 8),
      end: money(deliveryMinor),
      keepWithNext: deliveryNetMinor !== undefined,
    },
    ...inParts(deliveryMinor, deliveryNetMinor),
  ];
  const { paidOn } = content;
  const paid = paidOn ? t('invoicePage.paidOn', { day: dayOf(new Date(paidOn)) }) : t('invoicePage.paid');
  const lines: Line[] = [
    ...[seller.name, seller.address, seller.email].filter(Boolean).map((line) => text(line, 0)),
    ...(seller.taxNumber ? [text(taxNumberSentence(seller.taxNumber, t), 0)] : []),
    ...content.buyer.map((line, n) => text(line, n === 0 ? 30 : 0)),
    { text: title, size: sizes.title, spaceBefore: 30 },
    text(t('invoicePage.issued', { day: dayOf(createdAt) }), 6),
    text(t('invoicePage.order', { number: String(content.orderNumber), day: dayOf(new Date(content.orderedAt)) }), 0),
    ...(content.corrects ? [text(t('invoicePage.corrects', { number: String(content.corrects) }), 0)] : []),
    ...goods.map((line, n) => (n === 0 ? { ...line, spaceBefore: 24 } : line)),
    ...(isInvoice ? delivery : []),
    { text: t('invoicePage.total'), end: money(content.totalMinor), size: sizes.heading, spaceBefore: 14 },
    ...(content.taxRate > 0
      ? [{ ...text(t('invoicePage.net'), 4), end: money(content.totalMinor - content.taxMinor) }]
      : []),
    text(taxSentence(content, money, t), 4),
    ...(isInvoice ? [text(paid, 18)] : []),
  ];
  return drawLines(title, lines) as unknown as Readable;
}
