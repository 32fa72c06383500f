import { Readable } from 'node:stream';
import { z } from 'zod';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import { Conflict } from '../domain/conflicts/conflict.ts';
import { pageRequest } from '../domain/lists/contract/schema.ts';
import { addressFieldsOf, postalCodeOf, problemsOf, withPostalCode } from '../domain/shop/addresses.ts';
import * as cardPayments from '../domain/shop/card-payments.ts';
import {
  conditionsOf,
  countriesOf,
  deliveryTo,
  destinationOf,
  firstDestinationIn,
  isExport,
  nameOfCountry,
  pricesOf,
} from '../domain/shop/contract/delivery.ts';
import { formatMoney } from '../domain/shop/contract/money.ts';
import { addressField, maxLines, newOrder, orderLine, postalAddress } from '../domain/shop/contract/order.ts';
import { orderView, ownOrderPage, placedOrder } from '../domain/shop/contract/order-view.ts';
import { shopSettings } from '../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../domain/shop/current-settings.ts';
import { withdrawOrder } from '../domain/shop/end-order.ts';
import { readInvoiceFile } from '../domain/shop/invoice-files.ts';
import { openOrder } from '../domain/shop/orders.ts';
import { receivePaymentEvent } from '../domain/shop/payment-events.ts';
import { type Change, findRepeated, type Placed, placeOrder } from '../domain/shop/place-order.ts';
import { findPlacedOrder, listOwnOrders, viewOfOrder } from '../domain/shop/read-order.ts';
import type { MessageDescriptor } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import { invoicePath, stripeWebhookPath } from '../paths/paths.ts';
import { limitConcurrency, TooBusy } from '../server/concurrency.ts';
import type { Services } from '../server/services.ts';
import { defineFunction, type Message, Refusal } from './define.ts';
import { done, secret, unguessableKey } from './inputs.ts';
import { orBadCursor, refused } from './refused.ts';

export const invoiceNumber = z.int().min(1).max(2_000_000_000);
export const invoiceFile = z.strictObject({ name: z.string(), type: z.literal('pdf'), file: z.instanceof(Readable) });

/** Orders of one product wait for each other, each with a connection: so a flood of them leaves some to everybody else. */
export const ordering = limitConcurrency({ atOnce: 6, mostWaiting: 1_000, waitMs: 2_000 });

/** What a buyer can do, who needs no account. */
export const orderFunctions = [
  defineFunction({
    name: 'placeOrder',
    access: 'anyone',
    sends: true,
    summary:
      'Orders what is in the cart; answers the secret of the order’s private link. What it costs is what was seen: `unitMinor` of each product and `totalMinor` with delivery. When a price, a stock, the delivery or, with `conditions`, the tax is another one, nothing is ordered and the answer says what changed. The same `key` orders once; with another address or other goods it is refused.',
    input: newOrder.safeExtend({ key: unguessableKey }),
    output: z.strictObject({ secret: z.string() }),
    run: async ({ networkKey, language, user }, input, services) => {
      const email = emailAddress.safeParse(input.email);
      if (!email.success) return wrongFields(wrongIn(input), 'bad-input');
      const wanted = { ...input, email: email.data, address: withPostalCode(input.address) };
      const buyer = { networkKey, language, confirmedEmail: user?.emailVerified ? user.email : undefined };
      try {
        const placed = await ordering.run(() => placeOrder(buyer, wanted, services));
        return placed.state === 'placed' ? { secret: placed.secret } : whyNotPlaced(placed, language);
      } catch (error) {
        if (!(error instanceof TooBusy)) throw error;
        const repeated = await findRepeated(wanted, services);
        if (repeated)
          return repeated.state === 'placed' ? { secret: repeated.secret } : whyNotPlaced(repeated, language);
        return refused('busy', { retryAfter: 5 });
      }
    },
  }),

  defineFunction({
    name: 'readCheckout',
    access: 'anyone',
    countsItself: true,
    summary:
      'What an order of these goods costs in a country that the shop delivers to, the first one unless it is named, and the fields of an address there. The postal code tells territories with rules of their own.',
    input: z.object({
      country: z.string().max(2).optional(),
      zip: postalAddress.shape.zip,
      lines: z.array(orderLine.pick({ quantity: true, unitMinor: true })).max(maxLines),
    }),
    output: z.discriminatedUnion('open', [
      z.strictObject({ open: z.literal(false) }),
      z.strictObject({
        open: z.literal(true),
        currency: z.string(),
        taxScheme: shopSettings.shape.taxScheme,
        unpaidDays: z.int(),
        /** Whether one can pay by card. */
        byCard: z.boolean(),
        reviewMails: z.boolean(),
        countries: z.array(z.string()),
        country: z.string(),
        fields: z.array(addressField),
        /** It may be taxed where it arrives. */
        isExport: z.boolean(),
        /** All that is said here of delivery and tax; for `placeOrder`. */
        conditions: z.string(),
        prices: z.strictObject({
          itemsMinor: z.int(),
          deliveryMinor: z.int(),
          totalMinor: z.int(),
          taxRate: z.int(),
          taxMinor: z.int(),
          days: z.tuple([z.int(), z.int()]),
        }),
      }),
    ]),
    run: async (_caller, { lines, country: asked, zip }, services) => {
      const settings = await readShopSettings(services);
      const countries = countriesOf(settings);
      const country = countries.find((each) => each === asked) ?? countries[0] ?? '';
      const found = destinationOf({ country, zip: postalCodeOf({ country, zip }) ?? zip }, settings);
      const isRight = typeof found === 'string' && deliveryTo(found, 0, settings);
      const destination = isRight ? found : firstDestinationIn(country, settings);
      const prices = pricesOf(lines, destination, settings);
      if (!settings.open || !prices) return { open: false as const };
      const { currency, taxScheme, unpaidDays, reviewMails } = settings;
      const fields = addressFieldsOf(country);
      const byCard = services.payments?.canTake(prices.totalMinor, currency) ?? false;
      const offered = { currency, taxScheme, unpaidDays, reviewMails, byCard, countries, country, fields, prices };
      const conditions = conditionsOf(destination, prices, settings);
      return { open: true as const, ...offered, isExport: isExport(destination, settings), conditions };
    },
  }),

  defineFunction({
    name: 'checkBuyer',
    access: 'anyone',
    countsItself: true,
    summary: 'Says what is wrong with the address and the email of an order, as `placeOrder` does, and orders nothing.',
    input: newOrder.pick({ email: true, address: true }),
    output: done,
    run: async ({ language }, buyer, services) => {
      const settings = await readShopSettings(services);
      const destination = destinationOf(withPostalCode(buyer.address), settings);
      const isTerritory = typeof destination !== 'string';
      const { details } = noDelivery(isTerritory ? destination.code : undefined, language);
      const isRefused = settings.open && (isTerritory || !deliveryTo(destination, 0, settings));
      const fields = { ...(isRefused && details?.fields), ...wrongIn(buyer) };
      return Object.keys(fields).length > 0 ? wrongFields(fields, 'bad-input') : {};
    },
  }),

  defineFunction({
    name: 'readPlacedOrder',
    access: 'anyone',
    countsItself: true,
    summary:
      'What was ordered with this key already, unless that order is over: for a buyer whom the answer did not reach.',
    input: z.object({ key: unguessableKey }),
    output: z.strictObject({ order: placedOrder.nullable() }),
    run: async (_caller, { key }, services) => ({ order: (await findPlacedOrder(key, services)) ?? null }),
  }),

  defineFunction({
    name: 'readOrder',
    access: 'anyone',
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
      if (!order) return refused('no-order');
      const { bank, seller } = await readShopSettings(services);
      const view = await viewOfOrder(order, services.db);
      const card = await cardPayments.cardPaymentOf(order, view.totalMinor - view.paidMinor, services);
      return { order: view, bank, seller, card };
    },
  }),

  defineFunction({
    name: 'startPayment',
    access: 'anyone',
    summary: 'Opens a page of the payment service on which the order behind the secret is paid; answers its address.',
    input: z.object({ secret }),
    output: z.strictObject({ url: z.string() }),
    run: async (_caller, { secret }, services) => {
      const started = await cardPayments.startPayment(secret, services);
      return started.state === 'started' ? { url: started.url } : whyNotStarted(started.state);
    },
  }),

  defineFunction({
    name: 'checkPayment',
    access: 'anyone',
    summary:
      'For a buyer who comes back from paying by card: asks the payment service, once for each of its pages, whether the order behind the secret is paid.',
    input: z.object({ secret }),
    output: done,
    run: async (_caller, { secret }, services) =>
      (await cardPayments.checkReturned(secret, services)) === 'no-order' ? refused('no-order') : {},
  }),

  defineFunction({
    name: 'readInvoice',
    access: 'anyone',
    route: `GET ${invoicePath('{secret}', '{number}')}`,
    summary: 'An invoice or credit note of the order behind the secret, as a PDF.',
    input: z.object({ secret, number: invoiceNumber }),
    output: invoiceFile,
    run: async (_caller, { secret, number }, services) => {
      const order = await openOrder(secret, services);
      return order ? sendInvoice(order.id, number, services) : refused('no-order');
    },
  }),

  defineFunction({
    name: 'receivePaymentEvent',
    access: 'anyone',
    route: `POST ${stripeWebhookPath()}`,
    duringMaintenance: 'open',
    countsItself: true,
    summary:
      'What Stripe tells: the body of its request and the signature over it. An event has its effect once. Refused when the signature is not right or older than 300 seconds; then, and when the answer is no success, Stripe sends it again.',
    input: z.object({ body: z.string(), signature: z.string() }),
    output: done,
    run: async (_caller, { body, signature }, services) => {
      const { payments } = services;
      if (!payments) return refused('not-offered.events');
      const event = payments.readEvent(body, signature);
      if (!event) return refused('bad-signature');
      const received = await receivePaymentEvent(event, payments, services);
      return received === 'received' ? {} : refused('payments-away');
    },
  }),

  defineFunction({
    name: 'withdrawOrder',
    access: 'anyone',
    summary:
      'Withdraws from the contract of the order behind the secret, until 14 days after its delivery; the buyer gets a mail that says when. What nothing was paid of is cancelled.',
    input: z.object({ secret }),
    output: done,
    run: async (_caller, { secret }, services) => {
      const withdrawn = await withdrawOrder(secret, services);
      if (withdrawn === 'no-order') return refused('no-order');
      return withdrawn === 'withdrawn' ? {} : refused(withdrawn);
    },
  }),

  defineFunction({
    name: 'listOwnOrders',
    access: 'user',
    summary: 'The orders that were made with your confirmed address, also before you had an account, the newest first.',
    input: pageRequest,
    output: ownOrderPage,
    run: async ({ user }, input, services) => orBadCursor(await listOwnOrders(user, input, services)),
  }),
] as const;

function whyNotStarted(state: Exclude<cardPayments.StartedPayment['state'], 'started'>): Refusal {
  return refused(state === 'away' ? 'payments-away' : state);
}

type NotPlaced = Exclude<Placed, { state: 'placed' }>;

function whyNotPlaced(placed: NotPlaced, language: string): Refusal | Conflict {
  switch (placed.state) {
    case 'closed':
    case 'too-much':
      return refused(placed.state);
    case 'ordered-before':
      return refused('ordered-before', { params: { number: String(placed.number) } });
    case 'no-delivery-to-territory':
      return noDelivery(placed.territory, language);
    case 'no-delivery':
      return noDelivery(undefined, language);
    case 'over-limit':
      return refused(`over-limit.${placed.why}`);
    case 'held': {
      const { why, name, most, until, card } = placed;
      const day = until ? translationsIn(language).date(until, { dateStyle: 'long', timeZone: 'UTC' }) : 'none';
      const params = { why, name, most, day, card: card ? 'yes' : 'no' };
      return refused('stock-held', { params });
    }
    case 'address':
      return wrongFields(addressFields(placed.problems), 'bad-input');
    case 'changed': {
      const said = placed.changes.map((change) => wordsOfChange(change, placed.currency, language));
      return new Conflict({ changes: placed.changes, currency: placed.currency }, said);
    }
  }
}

function noDelivery(territory: string | undefined, language: string): Refusal {
  if (territory === undefined) return refused('no-delivery', { field: 'address.country' });
  const params = { territory: nameOfCountry(territory, translationsIn(language)) };
  return refused('no-delivery.territory', { field: 'address.zip', params });
}

type AddressProblems = Extract<Placed, { state: 'address' }>['problems'][number];

/** What of an email and an address cannot be, by its field. */
function wrongIn({ email, address }: Pick<z.output<typeof newOrder>, 'email' | 'address'>): Record<string, Message> {
  const wrongEmail = { key: 'account.invalid-email' } as const;
  return {
    ...(!emailAddress.safeParse(email).success && { email: wrongEmail }),
    ...addressFields(problemsOf(address)),
  };
}

export function addressFields(problems: AddressProblems[]): Record<string, Message> {
  return Object.fromEntries(
    problems.map(({ field, problem }) => [`address.${field.name}`, wordsOfProblem(field, problem)]),
  );
}

function wordsOfProblem(field: AddressProblems['field'], problem: AddressProblems['problem']): Message {
  if (problem === 'missing') return { key: 'checkoutPage.fieldMissing' };
  if (field.example) return { key: 'checkoutPage.zipWrong', params: { example: field.example } };
  return { key: 'checkoutPage.fieldWrong' };
}

function wordsOfChange(change: Change, currency: string, language: string): MessageDescriptor {
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  switch (change.kind) {
    case 'gone':
      return { key: 'checkoutPage.nowGone', params: { name: change.name } };
    case 'sold-out':
      return { key: 'checkoutPage.nowSoldOut', params: { name: change.name } };
    case 'stock':
      return { key: 'checkoutPage.nowLeft', params: { name: change.name, left: change.left } };
    case 'price':
      return { key: 'checkoutPage.nowPrice', params: { name: change.name, price: money(change.nowMinor) } };
    case 'total':
      return { key: 'checkoutPage.nowTotal', params: { total: money(change.nowMinor) } };
    case 'conditions':
      return { key: 'checkoutPage.nowConditions' };
  }
}

export function wrongFields(fields: Record<string, Message>, reason: string): Refusal {
  const [first = { key: 'error.notUnderstood' as const }] = Object.values(fields);
  return new Refusal('invalid-argument', first, { fields, reason });
}

export async function sendInvoice(orderId: string, number: number, services: Services) {
  const invoice = await readInvoiceFile({ orderId, number }, services);
  return invoice
    ? { name: invoice.name, type: 'pdf' as const, file: Readable.from([invoice.bytes]) }
    : refused('no-order');
}
