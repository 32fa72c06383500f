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

/**
 * A postal code as the post of the country writes it, from what was typed: with or without the country before it, spaces, dashes and
 * capitals. @returns undefined when it cannot be one of the country; what was typed where the country's codes are not known
 */
export function readPostalCode(typed: string, { country, fmt, zip, examples }: PostalData): string | undefined {
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

/** With the space or dash of the example that is as long. */
function separated(code: string, examples: string[]): string {
  const [example = ''] = examples.filter((each) => each.replace(/[ -]/g, '').length === code.length);
  const [, separator = '', rest = ''] = /([ -])([^ -]+)$/.exec(example) ?? [];
  return rest ? code.slice(0, -rest.length) + separator + code.slice(-rest.length) : code;
}
