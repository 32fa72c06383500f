export type Territory = {
  /** Its own code of ISO 3166-1, or the one of the EU; where it has none, its country and its postal code. */
  code: string;
  country: string;
  /** Its postal codes in addresses of the country, without spaces. */
  postal: RegExp;
  /** `country`: taxed as the country. `outside`: no part of its tax area. `unsaid`: it depends on the seller, who must say. */
  taxedAs: 'country' | 'outside' | 'unsaid';
  law: string;
};

const vat = 'Directive 2006/112/EC, Article';
const union = 'Treaty on the Functioning of the European Union, Article';

export const territories: readonly Territory[] = [
  { code: 'IC', country: 'ES', postal: /^3[58]/, taxedAs: 'outside', law: `${vat} 6(1)(b)` }, // Canary Islands
  { code: 'EA', country: 'ES', postal: /^5[12]/, taxedAs: 'outside', law: `${vat} 6(2)(c) and (d)` }, // Ceuta, Melilla
  { code: 'DE-78266', country: 'DE', postal: /^78266/, taxedAs: 'outside', law: `${vat} 6(2)(b)` }, // Büsingen
  {
    code: 'DE-78266',
    country: 'CH',
    postal: /^8238/,
    taxedAs: 'country',
    law: 'Swiss VAT Act (SR 641.20), Article 3(a)',
  },
  { code: 'DE-27498', country: 'DE', postal: /^27498/, taxedAs: 'outside', law: `${vat} 6(2)(a)` }, // Heligoland
  { code: 'IT-23041', country: 'IT', postal: /^23041/, taxedAs: 'outside', law: `${vat} 6(2)(e)` }, // Livigno
  { code: 'IT-22061', country: 'IT', postal: /^22061/, taxedAs: 'outside', law: `${vat} 6(1)(f)` }, // Campione d’Italia
  { code: 'IT-22061', country: 'CH', postal: /^6911/, taxedAs: 'outside', law: `${vat} 6(1)(f)` },
  { code: 'GR-63086', country: 'GR', postal: /^6308[67]/, taxedAs: 'outside', law: `${vat} 6(1)(a)` }, // Mount Athos
  { code: 'AX', country: 'FI', postal: /^22/, taxedAs: 'outside', law: `${vat} 6(1)(d)` }, // Åland
  { code: 'MF', country: 'FR', postal: /^97150/, taxedAs: 'outside', law: `${vat} 6(1)(c)` }, // Saint-Martin
  { code: 'BL', country: 'FR', postal: /^97133/, taxedAs: 'outside', law: `${union} 355(2)` }, // Saint-Barthélemy
  { code: 'GP', country: 'FR', postal: /^971/, taxedAs: 'outside', law: `${vat} 6(1)(c)` }, // Guadeloupe
  { code: 'MQ', country: 'FR', postal: /^972/, taxedAs: 'outside', law: `${vat} 6(1)(c)` }, // Martinique
  { code: 'GF', country: 'FR', postal: /^973/, taxedAs: 'outside', law: `${vat} 6(1)(c)` }, // French Guiana
  { code: 'RE', country: 'FR', postal: /^974/, taxedAs: 'outside', law: `${vat} 6(1)(c)` }, // Réunion
  { code: 'YT', country: 'FR', postal: /^976/, taxedAs: 'outside', law: `${vat} 6(1)(c)` }, // Mayotte
  { code: 'PM', country: 'FR', postal: /^975/, taxedAs: 'outside', law: `${union} 355(2)` }, // Saint Pierre and Miquelon
  { code: 'WF', country: 'FR', postal: /^986/, taxedAs: 'outside', law: `${union} 355(2)` }, // Wallis and Futuna
  { code: 'PF', country: 'FR', postal: /^987/, taxedAs: 'outside', law: `${union} 355(2)` }, // French Polynesia
  { code: 'NC', country: 'FR', postal: /^988/, taxedAs: 'outside', law: `${union} 355(2)` }, // New Caledonia
  { code: 'TF', country: 'FR', postal: /^984/, taxedAs: 'outside', law: `${union} 355(2)` }, // French Southern Territories
  { code: 'MC', country: 'FR', postal: /^980/, taxedAs: 'country', law: `${vat} 7(2)` }, // Monaco
  { code: 'GG', country: 'GB', postal: /^GY\d/, taxedAs: 'outside', law: `${vat} 6(1)(e)` }, // Guernsey
  { code: 'JE', country: 'GB', postal: /^JE\d/, taxedAs: 'outside', law: `${vat} 6(1)(e)` }, // Jersey
  { code: 'IM', country: 'GB', postal: /^IM\d/, taxedAs: 'country', law: 'Isle of Man Act 1979, section 6' },
  // Goods from the EU are taxed there as in the EU, from Great Britain as at home, from elsewhere as in neither.
  {
    code: 'XI',
    country: 'GB',
    postal: /^BT\d/,
    taxedAs: 'unsaid',
    law: 'Protocol on Ireland/Northern Ireland, Article 8',
  },
  { code: 'SM', country: 'IT', postal: /^4789\d/, taxedAs: 'outside', law: `${vat} 5(2)` }, // San Marino
  { code: 'VA', country: 'IT', postal: /^00120/, taxedAs: 'outside', law: `${vat} 5(2)` }, // Vatican City
  { code: 'GL', country: 'DK', postal: /^39\d\d$/, taxedAs: 'outside', law: `${union} 355(2)` }, // Greenland
  {
    code: 'LI',
    country: 'CH',
    postal: /^94(?:8[5-9]|9[0-8])/,
    taxedAs: 'country',
    law: 'Treaty on VAT of 28 October 1994',
  },
  { code: 'SJ', country: 'NO', postal: /^917[0-8]/, taxedAs: 'outside', law: 'Norwegian VAT Act, section 1-2' }, // Svalbard
];

/** Whether the shop sends there without tax where its settings say nothing else. */
export function countsAsOutside(code: string): boolean {
  return territoryOf({ country: code })?.taxedAs === 'outside';
}

/** The territory that an address is in, whichever country it names; without a postal code the one that has this code. */
export function territoryOf({
  country,
  zip = '',
}: {
  country: string;
  zip?: string | undefined;
}): Territory | undefined {
  const code = zip.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return (
    territories.find((territory) => territory.country === country && territory.postal.test(code)) ??
    territories.find((territory) => territory.code === country)
  );
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** What Unicode names besides countries, and parts of countries that are in no postal data. */
const noCountry = /^(?:CP|CQ|DG|E[UZ]|QO|UN|X[AB]|ZZ)$/;

/** Whether it is an ISO 3166-1 code of today, or one of our territories. */
export function isDestination(code: string): boolean {
  if (territoryOf({ country: code })) return true;
  if (!/^[A-Z]{2}$/.test(code) || noCountry.test(code) || countryNames.of(code) === undefined) return false;
  return new Intl.Locale(`und-${code}`).region === code;
}
