import type { ShopSettings } from './shop-settings.ts';
import { type Territory, territoryOf } from './territories.ts';

/** Such as in an address. */
type Place = { country: string; zip?: string | undefined };
type Taxed = Pick<ShopSettings, 'taxScheme' | 'taxRates' | 'outsideTax'> &
  Partial<Pick<ShopSettings, 'seller' | 'bank'>>;

/**
 * The code of the country or territory by which delivery and tax go; or the territory to which the shop does not deliver, though it may to
 * its country: it does when its settings name it, when it is taxed as its country, and when it is in the seller's own tax area.
 */
export function destinationOf(place: Place, settings: Taxed & Pick<ShopSettings, 'delivery'>): string | Territory {
  const territory = territoryOf(place);
  if (!territory) return place.country;
  const isNamed = settings.delivery.some(({ countries }) => countries.includes(territory.code));
  if (isNamed) return territory.code;
  const goesAsCountry = settings.taxScheme === 'small-business' || isTaxedAsCountry(territory, settings);
  return goesAsCountry ? territory.country : territory;
}

/** Whether delivery and tax are the same at both. */
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
export function taxRateOf(destination: string, settings: Taxed): number | undefined {
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
