import { Readable } from 'node:stream';
import { z } from 'zod';
import { ownPassword } from '../domain/accounts/contract/schema.ts';
import { recordAction } from '../domain/audit/record-action.ts';
import { Conflict } from '../domain/conflicts/conflict.ts';
import { from } from '../domain/conflicts/contract/fields.ts';
import { problemsOf, withPostalCode } from '../domain/shop/addresses.ts';
import { formatMoney } from '../domain/shop/contract/money.ts';
import { maxTracking, mostMinor, postalAddress } from '../domain/shop/contract/order.ts';
import {
  orderForAdmin,
  orderPage,
  ordersChanged,
  ordersRequest,
  someOrders,
} from '../domain/shop/contract/order-view.ts';
import { cancelOrder } from '../domain/shop/end-order.ts';
import * as fulfilment from '../domain/shop/fulfilment.ts';
import { listOrders } from '../domain/shop/list-orders.ts';
import { drawPackingList, orderFiles, packedFile } from '../domain/shop/order-files.ts';
import type { Done } from '../domain/shop/order-steps.ts';
import type { NotTakenBack } from '../domain/shop/order-sums.ts';
import * as many from '../domain/shop/orders-at-once.ts';
import * as payments from '../domain/shop/payments.ts';
import { takeBackPayment } from '../domain/shop/payments.ts';
import { forAdmin } from '../domain/shop/read-order.ts';
import { refundOrder } from '../domain/shop/refunds.ts';
import { cleanLine } from '../domain/texts/contract/clean-text.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import { orderFilePath, orderInvoicePath, packingListPath } from '../paths/paths.ts';
import { wrongPassword } from './accounts.ts';
import { defineFunction, Refusal } from './define.ts';
import { byId, done, id, idempotencyKey } from './inputs.ts';
import { addressFields, invoiceFile, invoiceNumber, sendInvoice, wrongFields } from './orders.ts';
import { orBadCursor, refused } from './refused.ts';
import { refuseVoidCodes } from './void-codes.ts';

const amount = {
  amountMinor: z
    .int('orderPage.amountWrong' satisfies PlainKey)
    .min(1, 'orderPage.amountWrong' satisfies PlainKey)
    .max(mostMinor, 'orderPage.amountWrong' satisfies PlainKey),
  key: idempotencyKey,
};

const line = (key: PlainKey) => z.preprocess(cleanLine, z.string(key).max(maxTracking, key));

const shipment = {
  carrier: line('orderPage.carrierMissing').refine(Boolean, 'orderPage.carrierMissing' satisfies PlainKey),
  tracking: line('orderPage.trackingTooLong').default(''),
};

const orderIds = z.object({ ids: someOrders(id) });

/** What administrators do with orders. The buyer gets a mail about each step. */
export const orderWorkFunctions = [
  defineFunction({
    name: 'listOrders',
    access: 'admin',
    summary:
      'All orders, or those of a state, the newest first. `search`: a number, or the start of an address, of a name or of a last name.',
    input: ordersRequest,
    output: orderPage,
    run: async (_caller, input, services) => {
      const page = orBadCursor(await listOrders(input, services));
      return page instanceof Refusal ? page : { orders: page.rows, next: page.next };
    },
  }),

  defineFunction({
    name: 'getOrder',
    access: 'admin',
    summary: 'An order, who did what with it when, and which of its payments must be looked at.',
    input: byId,
    output: orderForAdmin,
    run: async (_caller, { id }, { db }) => {
      const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
      return order ? forAdmin(order, db) : refused('no-order');
    },
  }),

  defineFunction({
    name: 'confirmPayment',
    access: 'admin',
    summary:
      'Notes money that came for an order. When all of it is there, the order is paid and its invoice is issued; of one that is over it is only noted, to be paid back. More than is owed is refused, with the difference, unless `overMinor` says that the caller knows it: the buyer is told that it is paid back. The same `key` notes it once.',
    input: byId.extend({ ...amount, overMinor: z.int().min(0).max(mostMinor).default(0) }),
    output: done,
    run: async ({ user, language }, input, services) =>
      answer(await payments.confirmPayment(user, input, services), language),
  }),

  defineFunction({
    name: 'takeBackPayment',
    access: 'admin',
    summary:
      'Takes back that a transfer was noted: it was not for this order. What is not paid without it waits for its payment again, and its invoice is cancelled; one that its buyer has withdrawn from is not asked for again. Refused when the goods are packed and not withdrawn from, or when money was paid back since it was noted.',
    input: byId.extend({ payment: id }),
    output: done,
    run: async ({ user, language }, input, services) => answer(await takeBackPayment(user, input, services), language),
  }),

  defineFunction({
    name: 'acceptPayment',
    access: 'admin',
    summary:
      'Says that a payment which was to be looked at is settled. An unpaid order of which enough is there is paid then, and its invoice is issued.',
    input: byId.extend({ problem: id }),
    output: done,
    run: async ({ user, language }, input, services) =>
      answer(await payments.acceptPayment(user, input, services), language),
  }),

  defineFunction({
    name: 'packOrder',
    access: 'admin',
    summary: 'Makes the tags of a paid order, with their activation codes. Refused when its buyer has withdrawn.',
    input: byId,
    output: done,
    run: async ({ user, language }, { id }, services) =>
      answer(await fulfilment.packOrder(user, id, services), language),
  }),

  defineFunction({
    name: 'readOrderFile',
    access: 'admin',
    fresh: true,
    route: `GET ${orderFilePath('{id}', '{file}')}`,
    countsItself: true,
    summary:
      'What is printed for a packed order: its slip with the activation codes, its tags as sheets, as pictures, or as a list, and its gift cards. Refused with activation codes while the secret is not the database’s own.',
    input: z.object({ id, file: z.enum(orderFiles) }),
    output: z.strictObject({ name: z.string(), type: z.enum(['pdf', 'zip', 'csv']), file: z.instanceof(Readable) }),
    run: async ({ user }, input, services) => {
      const codesVoid = refuseVoidCodes(input.file, services);
      if (codesVoid) return codesVoid;
      const read = await packedFile(input, services);
      if (!read) return refused('no-order');
      const subject = { kind: 'order', id: input.id } as const;
      await recordAction(services.db, { by: user, act: 'readOrderFile', subject });
      return read;
    },
  }),

  defineFunction({
    name: 'readOrderInvoice',
    access: 'admin',
    route: `GET ${orderInvoicePath('{id}', '{number}')}`,
    countsItself: true,
    summary: 'An invoice or credit note of an order, as a PDF: the one that its buyer reads.',
    input: z.object({ id, number: invoiceNumber }),
    output: invoiceFile,
    run: (_caller, { id, number }, services) => sendInvoice(id, number, services),
  }),

  defineFunction({
    name: 'readPackingList',
    access: 'admin',
    fresh: true,
    route: `GET ${packingListPath()}`,
    countsItself: true,
    summary:
      'What is to be taken for several orders, as PDF: where each goes, its lines, and how many of each product in all. `orders`: the ids of up to 100 of them, with dots between; without them all that are paid and not packed, the oldest first, up to 100.',
    input: z.object({ orders: z.preprocess(splitIds, someOrders(id)).optional() }),
    output: z.strictObject({ name: z.string(), type: z.literal('pdf'), file: z.instanceof(Readable) }),
    run: ({ language }, { orders }, services) => drawPackingList(orders, language, services),
  }),

  defineFunction({
    name: 'shipOrder',
    access: 'admin',
    summary:
      'Says that a packed order is on its way, by which carrier. When its buyer has withdrawn, only with `withdrawn`, by which the caller knows it.',
    input: byId.extend({ ...shipment, withdrawn: z.boolean().default(false) }),
    output: done,
    run: async ({ user, language }, input, services) =>
      answer(await fulfilment.shipOrder(user, input, services), language),
  }),

  defineFunction({
    name: 'changeOrderAddress',
    access: 'admin',
    summary:
      'Changes where an order is sent that was not sent yet. The country stays, because VAT and delivery go by it. What was invoiced stays as it is. `from` has the `address` as it was loaded: when it is neither so nor already as wanted, nothing is changed.',
    input: byId.extend({ address: postalAddress, from }),
    output: done,
    run: async ({ user, language }, input, services) => {
      const wrong = addressFields(problemsOf(input.address));
      if (Object.keys(wrong).length > 0) return wrongFields(wrong, 'bad-input');
      const changed = { ...input, address: withPostalCode(input.address) };
      return answer(await fulfilment.changeOrderAddress(user, changed, services), language);
    },
  }),

  defineFunction({
    name: 'markOrdersPaid',
    access: 'admin',
    summary:
      'Notes for each of up to 100 orders that all came that was not paid yet. Each is changed for itself; the answer says what became of it. Repeating it changes nothing.',
    input: orderIds,
    output: ordersChanged,
    run: async ({ user, language }, { ids }, services) =>
      inWords(await many.markOrdersPaid(user, ids, services), 'paid', language),
  }),

  defineFunction({
    name: 'markOrdersPacked',
    access: 'admin',
    summary: 'Packs each of up to 100 paid orders. The rest is as with `markOrdersPaid`.',
    input: orderIds,
    output: ordersChanged,
    run: async ({ user, language }, { ids }, services) =>
      inWords(await many.markOrdersPacked(user, ids, services), 'packed', language),
  }),

  defineFunction({
    name: 'markOrdersShipped',
    access: 'admin',
    summary:
      'Says of each of up to 100 packed orders that it is on its way. `tracking` is of those that have none of their own. The rest is as with `markOrdersPaid`.',
    input: z.object({
      ...shipment,
      orders: someOrders(z.strictObject({ id, tracking: shipment.tracking })),
    }),
    output: ordersChanged,
    run: async ({ user, language }, input, services) =>
      inWords(await many.markOrdersShipped(user, input, services), 'shipped', language),
  }),

  defineFunction({
    name: 'deliverOrder',
    access: 'admin',
    summary: 'Says that an order has arrived.',
    input: byId,
    output: done,
    run: async ({ user, language }, { id }, services) =>
      answer(await fulfilment.deliverOrder(user, id, services), language),
  }),

  defineFunction({
    name: 'cancelOrder',
    access: 'admin',
    summary:
      'Cancels an order of which nothing was paid, and gives its stock back unless it was sent. One that costs nothing can be cancelled until it is sent, and after that when its buyer has withdrawn.',
    input: byId,
    output: done,
    run: async ({ user, language }, { id }, services) => answer(await cancelOrder(user, id, services), language),
  }),

  defineFunction({
    name: 'refundOrder',
    access: 'admin',
    fresh: true,
    summary:
      'Pays back, with a credit note: what was paid by card to the card, one payment at a time; what was transferred is only noted. Asks for your password. What was not sent yet is cancelled with the last of it. The same `key` pays back once.',
    input: byId.extend({ ...amount, password: ownPassword }),
    output: done,
    run: async ({ user, language }, input, services) => {
      const refunded = await refundOrder(user, input, services);
      return 'right' in refunded ? wrongPassword(refunded, 'password') : answer(refunded, language);
    },
  }),
] as const;

function splitIds(ids: unknown): unknown {
  return typeof ids === 'string' ? ids.split('.') : ids;
}

function inWords(outcomes: many.Outcome[], step: 'paid' | 'packed' | 'shipped', language: string) {
  const t = translationsIn(language);
  const words = ({ outcome, state }: many.Outcome) =>
    t('ordersAtOnce.outcome', { outcome: outcome === 'impossible' ? state : outcome, step });
  return { outcomes: outcomes.map(({ state, ...each }) => ({ ...each, words: words({ state, ...each }) })) };
}

type Changed = Done | payments.NotDone | { refused: fulfilment.NotReaddressed | NotTakenBack | 'withdrawn' };

function answer(changed: Changed, language: string): Record<string, never> | Refusal | Conflict {
  if ('done' in changed) return {};
  if (changed.refused instanceof Conflict) return changed.refused;
  if ('mostMinor' in changed) {
    const most = formatMoney({ minor: changed.mostMinor, currency: changed.currency }, language);
    const name = changed.refused === 'too-much' ? 'too-much.refund' : changed.refused;
    return refused(name, { field: 'amountMinor', params: { most } });
  }
  if ('overMinor' in changed) {
    const { overMinor, currency } = changed;
    return refused(changed.refused, {
      params: { over: formatMoney({ minor: overMinor, currency }, language) },
      overMinor,
    });
  }
  if ('missedMinor' in changed) {
    const sum = formatMoney({ minor: changed.missedMinor, currency: changed.currency }, language);
    return refused(changed.refused, { params: { sum } });
  }
  if (changed.refused === 'other-country') return refused('other-country', { field: 'address.country' });
  if (changed.refused === 'payments-away') return refused('payments-away.refund');
  return refused(changed.refused);
}
