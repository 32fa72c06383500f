import type { Translations } from '../../../language/create-translations.ts';
import { remembered } from '../../../language/remembered.ts';
import { taxWithin } from './money.ts';
import type { ShopSettings } from './shop-settings.ts';
import { type Territory, territoryOf } from './territories.ts';

export type Delivery = { priceMinor: number; days: [number, number] };

/** What delivery to a destination costs for so many goods. Undefined where the shop does not deliver. */
export function deliveryTo(destination: string, itemsMinor: number, { delivery }: Pick<ShopSettings, 'delivery'>) {
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

export function spanOf([least, most]: Delivery['days']): 'one' | 'range' {
  return least === most ? 'one' : 'range';
}

type Place = { country: string; zip?: string | undefined };
type Taxed = Pick<ShopSettings, 'taxScheme' | 'taxRates' | 'outsideTax'> &
  Partial<Pick<ShopSettings, 'seller' | 'bank'>>;

/** The code by which delivery and tax go; or the territory to which the shop does not deliver, though it may to its country. */
export function destinationOf(place: Place, settings: Taxed & Pick<ShopSettings, 'delivery'>): string | Territory {
  const territory = territoryOf(place);
  if (!territory) return place.country;
  const isNamed = settings.delivery.some(({ countries }) => countries.includes(territory.code));
  if (isNamed) return territory.code;
  const goesAsCountry = settings.taxScheme === 'small-business' || isTaxedAsCountry(territory, settings);
  return goesAsCountry ? territory.country : territory;
}

export function isSameDestination(one: Place, other: Place, settings: Taxed & Pick<ShopSettings, 'delivery'>): boolean {
  if (one.country !== other.country) return false;
  if (territoryOf(one) === territoryOf(other)) return true;
  const destination = destinationOf(one, settings);
  return typeof destination === 'string' && destination === destinationOf(other, settings);
}

/** By which a checkout goes while nothing is typed that can be delivered to: the country, else its first territory that can. */
export function firstDestinationIn(country: string, { delivery }: Pick<ShopSettings, 'delivery'>): string {
  const codes = delivery.flatMap(({ countries }) => countries);
  if (codes.includes(country)) return country;
  return codes.find((code) => territoryOf({ country: code })?.country === country) ?? country;
}

/** In hundredths of a percent. Undefined where no rate is set. */
function taxRateOf(destination: string, settings: Taxed): number | undefined {
  const territory = territoryOf({ country: destination });
  const country = territory && isTaxedAsCountry(territory, settings) ? territory.country : destination;
  return settings.taxRates[destination] ?? settings.taxRates[country];
}

/** Whether it leaves where the shop charges tax. Left out: `small-business`, of which nothing says in which country it sells. */
export function isExport(destination: string, settings: Taxed): boolean {
  if (settings.taxScheme === 'small-business') return false;
  if (taxRateOf(destination, settings) !== undefined) return false;
  // Before rates had to be complete, a country without one was an export where another had one.
  return isOutside(destination, settings) || Object.keys(settings.taxRates).length > 0;
}

/** The countries of delivery of which the settings say neither a rate nor that they are outside the tax area, or both. */
export function untaxedIn(settings: Taxed & Pick<ShopSettings, 'delivery'>): string[] {
  if (settings.taxScheme === 'small-business') return [];
  const destinations = new Set(settings.delivery.flatMap(({ countries }) => countries));
  return [...destinations].filter((code) => {
    const isBoth = code in settings.taxRates && settings.outsideTax.includes(code);
    return isBoth || (taxRateOf(code, settings) === undefined && !isOutside(code, settings));
  });
}

function isOutside(destination: string, settings: Taxed): boolean {
  const territory = territoryOf({ country: destination });
  if (settings.outsideTax.includes(destination)) return true;
  return territory?.taxedAs === 'outside' && !isInSellersArea(territory, settings);
}

function isTaxedAsCountry(territory: Territory, settings: Taxed): boolean {
  return territory.taxedAs === 'country' || isInSellersArea(territory, settings);
}

/** The tax area of a country has no part that is outside. */
function isInSellersArea(territory: Territory, { seller, bank }: Taxed): boolean {
  const code = seller?.country || bank?.iban.slice(0, 2) || '';
  if (territory.code === code) return true;
  const home = territoryOf({ country: code });
  if (territory.taxedAs === 'outside' || home?.taxedAs === 'outside') return false;
  return territory.country === (home?.country ?? code);
}

export type Prices = {
  itemsMinor: number;
  deliveryMinor: number;
  totalMinor: number;
  /** In hundredths of a percent; 0 where none is shown. */
  taxRate: number;
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

/** Territories that no standard names. */
const named = ['XI', 'DE-78266', 'DE-27498', 'IT-23041', 'IT-22061', 'GR-63086'] as const;

/** Of a country or a territory; what is no code is its own name. */
export function nameOfCountry(code: string, t: Translations): string {
  const territory = named.find((each) => each === code);
  if (territory) return t(`territory.${territory}`);
  return /^[A-Z]{2}$/.test(code) ? (countryNamesIn(t.language).of(code) ?? code) : code;
}

const countryNamesIn = remembered((language: string) => new Intl.DisplayNames(language, { type: 'region' }));
