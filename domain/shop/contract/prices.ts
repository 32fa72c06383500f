import { type Delivery, deliveryTo } from './delivery.ts';
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

/** What an order costs in all. Undefined where the shop does not deliver. */
export function pricesOf(
  lines: { quantity: number; unitMinor: number }[],
  country: string,
  settings: ShopSettings,
): Prices | undefined {
  const itemsMinor = lines.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0);
  const delivery = deliveryTo(country, itemsMinor, settings);
  if (!delivery) return undefined;
  const totalMinor = itemsMinor + delivery.priceMinor;
  const taxRate = settings.taxScheme === 'destination' ? (settings.taxRates[country] ?? 0) : 0;
  const taxMinor = taxWithin(totalMinor, taxRate);
  return { itemsMinor, deliveryMinor: delivery.priceMinor, totalMinor, taxRate, taxMinor, days: delivery.days };
}

/** What an order says of its delivery and tax, the total apart; to be compared with what the buyer saw. */
export function conditionsOf(
  country: string,
  { taxRate, days }: Pick<Prices, 'taxRate' | 'days'>,
  settings: ShopSettings,
) {
  const goes = isExport(country, settings) ? 'export' : 'home';
  return [country, settings.taxScheme, taxRate, goes, ...days].join(' ');
}

/**
 * Whether it leaves where the shop charges tax: it may be taxed where it arrives. Left out: `small-business`, of which no setting says
 * in which country it sells. A country of a customs union without a rate of its own counts as export: list it, if need be with 0.
 */
export function isExport(country: string, { taxScheme, taxRates }: Pick<ShopSettings, 'taxScheme' | 'taxRates'>) {
  return taxScheme === 'destination' && Object.keys(taxRates).length > 0 && !(country in taxRates);
}
