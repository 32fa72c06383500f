/** An amount in the smallest unit of its currency: cents, or whole yen. Never a fraction. */
export type Money = { minor: number; currency: string };

export function formatMoney({ minor, currency }: Money, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(`${minor}E-${digits}` as unknown as number);
}

/** The tax that a price holds. @param rate in hundredths of a percent: 1900 is 19 % */
export function taxWithin(grossMinor: number, rate: number): number {
  return grossMinor - Math.round((grossMinor * 10_000) / (10_000 + rate));
}
