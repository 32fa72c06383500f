import { type Delivery, deliveryTo } from './delivery.ts';
import { isExport, taxRateOf } from './destination.ts';
import { taxWithin } from './money.ts';
import type { ShopSettings } from './shop-settings.ts';

export type Prices = {
  itemsMinor: number;
  deliveryMinor: number;
  totalMinor: number;
  /** In hundredths of a percent; 0 where none is shown. */
  taxRate: number;
  /** Contained in the total. */
  taxMinor: number;
  days: Delivery['days'];
};

/** What an order costs in all at a destination (`destinationOf`). Undefined where the shop does not deliver. */
export function pricesOf(
  lines: { quantity: number; unitMinor: number }[],
  destination: string,
  settings: ShopSettings,
): Prices | undefined {
  const itemsMinor = lines.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0);
  const delivery = deliveryTo(destination, itemsMinor, settings);
  if (!delivery) return undefined;
  const totalMinor = itemsMinor + delivery.priceMinor;
  const taxRate = settings.taxScheme === 'destination' ? (taxRateOf(destination, settings) ?? 0) : 0;
  const taxMinor = taxWithin(totalMinor, taxRate);
  return { itemsMinor, deliveryMinor: delivery.priceMinor, totalMinor, taxRate, taxMinor, days: delivery.days };
}

/** What an order says of its delivery and tax, the total apart; to be compared with what the buyer saw. */
export function conditionsOf(
  destination: string,
  { taxRate, days }: Pick<Prices, 'taxRate' | 'days'>,
  settings: ShopSettings,
) {
  const goes = isExport(destination, settings) ? 'export' : 'home';
  return [destination, settings.taxScheme, taxRate, goes, ...days].join(' ');
}
