import { z } from 'zod';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import { addressFieldsOf, postalCodeOf, withPostalCode } from '../domain/shop/addresses.ts';
import {
  conditionsOf,
  countriesOf,
  deliveryTo,
  destinationOf,
  firstDestinationIn,
  isExport,
  pricesOf,
} from '../domain/shop/contract/delivery.ts';
import { addressField, maxLines, newOrder, orderLine, postalAddress } from '../domain/shop/contract/order.ts';
import { placedOrder } from '../domain/shop/contract/order-view.ts';
import { shopSettings } from '../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../domain/shop/current-settings.ts';
import { findRepeated, placeOrder } from '../domain/shop/place-order.ts';
import { findPlacedOrder } from '../domain/shop/read-order.ts';
import { limitConcurrency, TooBusy } from '../server/concurrency.ts';
import { forAnyone } from './define.ts';
import { unguessableKey } from './inputs.ts';
import { noDelivery, whyNotPlaced, wrongFields, wrongIn } from './order-refusals.ts';
import { refused } from './refused.ts';

/** Orders of one product wait for each other, each with a connection: so a flood of them leaves some to everybody else. */
export const ordering = limitConcurrency({ atOnce: 6, mostWaiting: 1_000, waitMs: 2_000 });

export const checkoutFunctions = {
  placeOrder: forAnyone({
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
      const placed = await ordering
        .run(() => placeOrder(buyer, wanted, services))
        .catch((error) => {
          if (!(error instanceof TooBusy)) throw error;
          return findRepeated(wanted, services);
        });
      if (!placed) return refused('busy', { retryAfter: 5 });
      return placed.state === 'placed' ? { secret: placed.secret } : whyNotPlaced(placed, language);
    },
  }),

  readCheckout: forAnyone({
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

  checkBuyer: forAnyone({
    countsItself: true,
    summary: 'Says what is wrong with the address and the email of an order, as `placeOrder` does, and orders nothing.',
    input: newOrder.pick({ email: true, address: true }),
    run: async ({ language }, buyer, services) => {
      const settings = await readShopSettings(services);
      const destination = destinationOf(withPostalCode(buyer.address), settings);
      const isTerritory = typeof destination !== 'string';
      const { details } = noDelivery(isTerritory ? destination.code : undefined, language);
      const isRefused = settings.open && (isTerritory || !deliveryTo(destination, 0, settings));
      const fields = { ...(isRefused && details?.fields), ...wrongIn(buyer) };
      return Object.keys(fields).length > 0 ? wrongFields(fields, 'bad-input') : 'done';
    },
  }),

  readPlacedOrder: forAnyone({
    countsItself: true,
    summary:
      'What was ordered with this key already, unless that order is over: for a buyer whom the answer did not reach.',
    input: z.object({ key: unguessableKey }),
    output: z.strictObject({ order: placedOrder.nullable() }),
    run: async (_caller, { key }, services) => ({ order: (await findPlacedOrder(key, services)) ?? null }),
  }),
};
