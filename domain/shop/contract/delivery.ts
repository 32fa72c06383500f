import type { ShopSettings } from './shop-settings.ts';
import { territoryOf } from './territories.ts';

export type Delivery = { priceMinor: number; days: [number, number] };

/** What delivery to a destination costs for so many goods. Undefined where the shop does not deliver. */
export function deliveryTo(
  destination: string,
  itemsMinor: number,
  { delivery }: Pick<ShopSettings, 'delivery'>,
): Delivery | undefined {
  const zone = delivery.find(({ countries }) => countries.includes(destination));
  if (!zone) return undefined;
  const isFree = zone.freeFromMinor !== null && itemsMinor >= zone.freeFromMinor;
  return { priceMinor: isFree ? 0 : zone.priceMinor, days: zone.days };
}

/** What a buyer can choose: a territory whose addresses are written as those of its country is found by the postal code. */
export function countriesOf({ delivery }: Pick<ShopSettings, 'delivery'>): string[] {
  const codes = delivery.flatMap(({ countries }) => countries);
  return [
    ...new Set(codes.map((code) => (isAddressed(code) ? code : (territoryOf({ country: code })?.country ?? code)))),
  ];
}

/** ISO 3166-1 reserves IC and EA for customs alone. */
const isAddressed = (code: string): boolean => code.length === 2 && !['IC', 'EA', 'XI'].includes(code);

/** For words: whether delivery takes one number of days, or from so many to so many. */
export function spanOf([least, most]: Delivery['days']): 'one' | 'range' {
  return least === most ? 'one' : 'range';
}
