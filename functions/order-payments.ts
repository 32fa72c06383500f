import { z } from 'zod';
import { ownPassword } from '../domain/accounts/contract/schema.ts';
import { mostMinor } from '../domain/shop/contract/order.ts';
import { cancelOrder } from '../domain/shop/end-order.ts';
import * as payments from '../domain/shop/payments.ts';
import { takeBackPayment } from '../domain/shop/payments.ts';
import { refundOrder } from '../domain/shop/refunds.ts';
import { wholeNumber } from '../domain/texts/contract/typed-values.ts';
import { orderInvoicePath } from '../paths/paths.ts';
import { wrongPassword } from './accounts.ts';
import { forAdmin } from './define.ts';
import { byId, id, idempotencyKey } from './inputs.ts';
import { answered, whyNotChanged } from './order-refusals.ts';
import { invoiceFile, invoiceNumber, sendInvoice } from './orders.ts';

const amount = { amountMinor: wholeNumber(1, mostMinor, 'orderPage.amountWrong'), key: idempotencyKey };

export const orderPaymentFunctions = {
  confirmPayment: forAdmin({
    summary:
      'Notes money that came for an order. When all of it is there, the order is paid and its invoice is issued; of one that is over it is only noted, to be paid back. More than is owed is refused, with the difference, unless `overMinor` says that the caller knows it: the buyer is told that it is paid back. The same `key` notes it once.',
    input: byId.extend({ ...amount, overMinor: z.int().min(0).max(mostMinor).default(0) }),
    run: answered(payments.confirmPayment),
  }),

  takeBackPayment: forAdmin({
    summary:
      'Takes back that a transfer was noted: it was not for this order. What is not paid without it waits for its payment again, and its invoice is cancelled; one that its buyer has withdrawn from is not asked for again. Refused when the goods are packed and not withdrawn from, or when money was paid back since it was noted.',
    input: byId.extend({ payment: id }),
    run: answered(takeBackPayment),
  }),

  acceptPayment: forAdmin({
    summary:
      'Says that a payment which was to be looked at is settled. An unpaid order of which enough is there is paid then, and its invoice is issued.',
    input: byId.extend({ problem: id }),
    run: answered(payments.acceptPayment),
  }),

  refundOrder: forAdmin({
    fresh: true,
    summary:
      'Pays back, with a credit note: what was paid by card to the card, one payment at a time; what was transferred is only noted. Asks for your password. What was not sent yet is cancelled with the last of it. The same `key` pays back once.',
    input: byId.extend({ ...amount, password: ownPassword }),
    run: async ({ user, language }, input, services) => {
      const refunded = await refundOrder(user, input, services);
      return 'right' in refunded ? wrongPassword(refunded, 'password') : whyNotChanged(refunded, language);
    },
  }),

  cancelOrder: forAdmin({
    summary:
      'Cancels an order of which nothing was paid, and gives its stock back unless it was sent. One that costs nothing can be cancelled until it is sent, and after that when its buyer has withdrawn.',
    input: byId,
    run: answered(cancelOrder),
  }),

  readOrderInvoice: forAdmin({
    route: `GET ${orderInvoicePath('{id}', '{number}')}`,
    countsItself: true,
    summary: 'An invoice or credit note of an order, as a PDF: the one that its buyer reads.',
    input: z.object({ id, number: invoiceNumber }),
    output: invoiceFile,
    run: (_caller, { id, number }, services) => sendInvoice(id, number, services),
  }),
};
