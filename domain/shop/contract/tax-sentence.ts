import type { Words } from '../../../language/words.ts';

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
  t: Words,
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

/** A VAT identification number of the EU, the United Kingdom, Switzerland or Norway; what else a seller types is a tax number. */
const vatId =
  /^(?:(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,13}|CHE\d{9}(?:MWST|TVA|IVA)?|(?:NO)?\d{9}MVA)$/;

export function taxNumberSentence(number: string, t: Words): string {
  const isVatId = vatId.test(number.toUpperCase().replace(/[\s.-]/g, ''));
  return t(isVatId ? 'invoicePage.vatId' : 'invoicePage.taxNumber', { number });
}
