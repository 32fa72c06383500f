import type { ShopSettings } from './shop-settings.ts';

export type Delivery = { priceMinor: number; days: [number, number] };

/** What delivery to a country costs for so many goods. Undefined where the shop does not deliver. */
export function deliveryTo(
  country: string,
  itemsMinor: number,
  { delivery }: Pick<ShopSettings, 'delivery'>,
): Delivery | undefined {
  const zone = delivery.find(({ countries }) => countries.includes(country));
  if (!zone) return undefined;
  const isFree = zone.freeFromMinor !== null && itemsMinor >= zone.freeFromMinor;
  return { priceMinor: isFree ? 0 : zone.priceMinor, days: zone.days };
}

export function countriesOf({ delivery }: Pick<ShopSettings, 'delivery'>): string[] {
  return [...new Set(delivery.flatMap(({ countries }) => countries))];
}

/** For words: whether delivery takes one number of days, or from so many to so many. */
export function spanOf([least, most]: Delivery['days']): 'one' | 'range' {
  return least === most ? 'one' : 'range';
}
