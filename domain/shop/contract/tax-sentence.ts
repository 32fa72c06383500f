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
