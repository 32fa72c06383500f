import { Readable } from 'node:stream';
import { z } from 'zod';
import { pageRequest } from '../domain/lists/contract/schema.ts';
import * as cardPayments from '../domain/shop/card-payments.ts';
import { orderView, ownOrderPage } from '../domain/shop/contract/order-view.ts';
import { shopSettings } from '../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../domain/shop/current-settings.ts';
import { withdrawOrder } from '../domain/shop/end-order.ts';
import { readInvoiceFile } from '../domain/shop/invoice-files.ts';
import { openOrder } from '../domain/shop/orders.ts';
import { receivePaymentEvent } from '../domain/shop/payment-events.ts';
import { listOwnOrders, viewOfOrder } from '../domain/shop/read-order.ts';
import { invoicePath, stripeWebhookPath } from '../paths/paths.ts';
import type { Services } from '../server/services.ts';
import { forAnyone, forUser } from './define.ts';
import { secret } from './inputs.ts';

export const invoiceNumber = z.int().min(1).max(2_000_000_000);
export const invoiceFile = z.strictObject({ name: z.string(), type: z.literal('pdf'), file: z.instanceof(Readable) });

export const orderFunctions = {
  readOrder: forAnyone({
    summary:
      'The order behind the secret of its private link, where to transfer the money to, and whether it can be paid by card or such a payment is under way.',
    input: z.object({ secret }),
    output: z.strictObject({
      order: orderView,
      bank: shopSettings.shape.bank,
      seller: shopSettings.shape.seller,
      card: z.strictObject({ offered: z.boolean(), underWay: z.boolean() }),
    }),
    run: async (_caller, { secret }, services) => {
      const order = await openOrder(secret, services);
      if (!order) return 'no-order';
      const { bank, seller } = await readShopSettings(services);
      const view = await viewOfOrder(order, services.db);
      const card = await cardPayments.cardPaymentOf(order, view.totalMinor - view.paidMinor, services);
      return { order: view, bank, seller, card };
    },
  }),

  startPayment: forAnyone({
    summary: 'Opens a page of the payment service on which the order behind the secret is paid; answers its address.',
    input: z.object({ secret }),
    output: z.strictObject({ url: z.string() }),
    run: async (_caller, { secret }, services) => {
      const started = await cardPayments.startPayment(secret, services);
      return started.state === 'started' ? { url: started.url } : started.state;
    },
  }),

  checkPayment: forAnyone({
    summary:
      'For a buyer who comes back from paying by card: asks the payment service, once for each of its pages, whether the order behind the secret is paid.',
    input: z.object({ secret }),
    run: (_caller, { secret }, services) => cardPayments.checkReturned(secret, services),
  }),

  readInvoice: forAnyone({
    route: `GET ${invoicePath('{secret}', '{number}')}`,
    summary: 'An invoice or credit note of the order behind the secret, as a PDF.',
    input: z.object({ secret, number: invoiceNumber }),
    output: invoiceFile,
    run: async (_caller, { secret, number }, services) => {
      const order = await openOrder(secret, services);
      return order ? sendInvoice(order.id, number, services) : 'no-order';
    },
  }),

  receivePaymentEvent: forAnyone({
    route: `POST ${stripeWebhookPath()}`,
    duringMaintenance: 'open',
    countsItself: true,
    summary:
      'What Stripe tells: the body of its request and the signature over it. An event has its effect once. Refused when the signature is not right or older than 300 seconds; then, and when the answer is no success, Stripe sends it again.',
    input: z.object({ body: z.string(), signature: z.string() }),
    run: async (_caller, { body, signature }, services) => {
      const { payments } = services;
      if (!payments) return 'not-offered.events';
      const event = payments.readEvent(body, signature);
      return event ? receivePaymentEvent(event, payments, services) : 'bad-signature';
    },
  }),

  withdrawOrder: forAnyone({
    summary:
      'Withdraws from the contract of the order behind the secret, until 14 days after its delivery; the buyer gets a mail that says when. What nothing was paid of is cancelled.',
    input: z.object({ secret }),
    run: (_caller, { secret }, services) => withdrawOrder(secret, services),
  }),

  listOwnOrders: forUser({
    summary: 'The orders that were made with your confirmed address, also before you had an account, the newest first.',
    input: pageRequest,
    output: ownOrderPage,
    run: ({ user }, input, services) => listOwnOrders(user, input, services),
  }),
};

export async function sendInvoice(orderId: string, number: number, services: Services) {
  const invoice = await readInvoiceFile({ orderId, number }, services);
  return invoice ? { name: invoice.name, type: 'pdf' as const, file: Readable.from([invoice.bytes]) } : 'no-order';
}
