import type { Translations } from '../../../language/create-translations.ts';

type Taxed = {
  taxScheme: 'small-business' | 'destination';
  taxRate: number;
  taxMinor: number;
  isExport?: boolean;
};

/** What the law wants to be said of the tax in a price. */
export function taxSentence(
  { taxScheme, taxRate, taxMinor, isExport }: Taxed,
  money: (minor: number) => string,
  t: Translations,
): string {
  if (taxScheme === 'small-business') return t('checkoutPage.smallBusiness');
  if (isExport) return t('checkoutPage.exportTax');
  if (taxRate === 0) return t('checkoutPage.noTax');
  return t('checkoutPage.taxWithin', { rate: percentOf(taxRate, t.language), tax: money(taxMinor) });
}

/** @param rate in hundredths of a percent */
export function percentOf(rate: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
}

/** VAT identification numbers of the EU, the United Kingdom, Switzerland and Norway; what else a seller types is a tax number. */
const vatIds = [
  /^(?:DE|EE|EL|PT)\d{9}$/,
  /^(?:DK|FI|HU|LU|MT|SI)\d{8}$/,
  /^(?:PL|SK)\d{10}$/,
  /^(?:HR|IT|LV)\d{11}$/,
  /^(?:BE|BG)\d{9,10}$/,
  /^(?:ATU\d{8}|CY\d{8}[A-Z]|CZ\d{8,10}|ES[0-9A-Z]\d{7}[0-9A-Z]|FR[0-9A-Z]{2}\d{9}|IE\d[0-9A-Z+*]\d{5}[A-Z]{1,2})$/,
  /^(?:LT(?:\d{9}|\d{12})|NL[0-9A-Z+*]{10}\d{2}|RO\d{2,10}|SE\d{12})$/,
  /^(?:GB|XI)(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  /^(?:CHE\d{9}(?:MWST|TVA|IVA)?|(?:NO)?\d{9}MVA)$/,
];

export function taxNumberSentence(number: string, t: Translations): string {
  const bare = number.toUpperCase().replace(/[\s.-]/g, '');
  const isVatId = vatIds.some((form) => form.test(bare));
  return t(isVatId ? 'invoicePage.vatId' : 'invoicePage.taxNumber', { number });
}
