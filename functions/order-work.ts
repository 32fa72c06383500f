import { Readable } from 'node:stream';
import { z } from 'zod';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import { recordAction } from '../domain/audit/record-action.ts';
import { addressProblems, withPostalCode } from '../domain/shop/addresses.ts';
import { postalAddress } from '../domain/shop/contract/order.ts';
import { maxTracking } from '../domain/shop/contract/order-states.ts';
import {
  orderForAdmin,
  orderPage,
  ordersChanged,
  ordersRequest,
  someOrders,
} from '../domain/shop/contract/order-view.ts';
import * as fulfilment from '../domain/shop/fulfilment.ts';
import { listOrders } from '../domain/shop/list-orders.ts';
import { drawPackingList, orderFiles, packedFile } from '../domain/shop/order-files.ts';
import { markOrdersPacked, markOrdersPaid, markOrdersShipped, type Outcome } from '../domain/shop/orders-at-once.ts';
import { viewForAdmin } from '../domain/shop/read-order.ts';
import { cleanLine } from '../domain/texts/contract/clean-text.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import { orderFilePath, packingListPath } from '../paths/paths.ts';
import type { Services } from '../server/services.ts';
import { forAdmin } from './define.ts';
import { byId, from, id } from './inputs.ts';
import { addressFields, answered, whyNotChanged, wrongFields } from './order-refusals.ts';
import { refuseVoidCodes } from './void-codes.ts';

const line = (key: PlainKey) => z.preprocess(cleanLine, z.string(key).max(maxTracking, key));

const shipment = {
  carrier: line('orderPage.carrierMissing').refine(Boolean, 'orderPage.carrierMissing' satisfies PlainKey),
  tracking: line('orderPage.trackingTooLong').default(''),
};

const orderIds = z.object({ ids: someOrders(id) });

export const orderWorkFunctions = {
  listOrders: forAdmin({
    summary:
      'All orders, or those of a state, the newest first. `search`: the number of an order or an invoice, or the start of an address or a tracking number, or of words in a name, a company and a city.',
    input: ordersRequest,
    output: orderPage,
    run: async (_caller, input, services) => {
      const page = await listOrders(input, services);
      return page === 'bad-cursor' ? page : { orders: page.rows, next: page.next };
    },
  }),

  getOrder: forAdmin({
    summary: 'An order, who did what with it when, and which of its payments must be looked at.',
    input: byId,
    output: orderForAdmin,
    run: async (_caller, { id }, { db }) => {
      const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
      return order ? viewForAdmin(order, db) : 'no-order';
    },
  }),

  packOrder: forAdmin({
    summary: 'Makes the tags of a paid order, with their activation codes. Refused when its buyer has withdrawn.',
    input: byId,
    run: answered(fulfilment.packOrder),
  }),

  readOrderFile: forAdmin({
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
      if (!read) return 'no-order';
      await recordAction(services.db, { by: user, act: 'readOrderFile', id: input.id });
      return read;
    },
  }),

  readPackingList: forAdmin({
    fresh: true,
    route: `GET ${packingListPath()}`,
    countsItself: true,
    summary:
      'What is to be taken for several orders, as PDF: where each goes, its lines, and how many of each product in all. `orders`: the ids of up to 100 of them, with dots between; without them all that are paid and not packed, the oldest first, up to 100.',
    input: z.object({ orders: z.preprocess(splitIds, someOrders(id)).optional() }),
    output: z.strictObject({ name: z.string(), type: z.literal('pdf'), file: z.instanceof(Readable) }),
    run: ({ language }, { orders }, services) => drawPackingList(orders, language, services),
  }),

  shipOrder: forAdmin({
    summary:
      'Says that a packed order is on its way, by which carrier. When its buyer has withdrawn, only with `withdrawn`, by which the caller knows it.',
    input: byId.extend({ ...shipment, withdrawn: z.boolean().default(false) }),
    run: answered(fulfilment.shipOrder),
  }),

  changeOrderAddress: forAdmin({
    summary:
      'Changes where an order is sent that was not sent yet. The country stays, because VAT and delivery go by it. What was invoiced stays as it is. `from` has the `address` as it was loaded: when it is neither so nor already as wanted, nothing is changed.',
    input: byId.extend({ address: postalAddress, from }),
    run: async ({ user, language }, input, services) => {
      const wrong = addressFields(addressProblems(input.address));
      if (Object.keys(wrong).length > 0) return wrongFields(wrong, 'bad-input');
      const changed = { ...input, address: withPostalCode(input.address) };
      return whyNotChanged(await fulfilment.changeOrderAddress(user, changed, services), language);
    },
  }),

  markOrdersPaid: forAdmin({
    summary:
      'Notes for each of up to 100 orders that all came that was not paid yet. Each is changed for itself; the answer says what became of it. Repeating it changes nothing.',
    input: orderIds,
    output: ordersChanged,
    run: many(markOrdersPaid, 'paid'),
  }),

  markOrdersPacked: forAdmin({
    summary: 'Packs each of up to 100 paid orders. The rest is as with `markOrdersPaid`.',
    input: orderIds,
    output: ordersChanged,
    run: many(markOrdersPacked, 'packed'),
  }),

  markOrdersShipped: forAdmin({
    summary:
      'Says of each of up to 100 packed orders that it is on its way. `tracking` is of those that have none of their own. The rest is as with `markOrdersPaid`.',
    input: z.object({ ...shipment, orders: someOrders(z.strictObject({ id, tracking: shipment.tracking })) }),
    output: ordersChanged,
    run: many(markOrdersShipped, 'shipped'),
  }),

  deliverOrder: forAdmin({
    summary: 'Says that an order has arrived.',
    input: byId,
    run: answered(fulfilment.deliverOrder),
  }),
};

function splitIds(ids: unknown): unknown {
  return typeof ids === 'string' ? ids.split('.') : ids;
}

function many<Input>(
  change: (user: CurrentUser, input: Input, services: Services) => Promise<Outcome[]>,
  step: 'paid' | 'packed' | 'shipped',
) {
  return async ({ user, language }: { user: CurrentUser; language: string }, input: Input, services: Services) => {
    const t = translationsIn(language);
    const outcomes = (await change(user, input, services)).map(({ state, ...each }) => {
      const outcome = each.outcome === 'impossible' ? state : each.outcome;
      return { ...each, words: t('ordersAtOnce.outcome', { outcome, step }) };
    });
    return { outcomes };
  };
}
