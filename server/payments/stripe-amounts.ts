/** As the page “Supported currencies” of Stripe has them. */
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
/** Stripe's list and its special cases contradict each other. */
const unclear = ['UGX'];

/** The amount in Stripe's smallest units, which are not always those of Unicode (HUF, ISK). Undefined where it cannot be paid. */
export function toStripe(minor: number, currency: string): number | undefined {
  if (unclear.includes(currency)) return undefined;
  const amount = Math.round(minor * factor(currency));
  const whole = threeDecimal.includes(currency) ? amount % 10 === 0 : amount / factor(currency) === minor;
  return whole ? amount : undefined;
}

/** In the smallest unit as we count it; with a fraction where we have none for it. */
export function fromStripe(amount: number, currency: string): number {
  return amount / factor(currency);
}

function factor(currency: string): number {
  const theirs = zeroDecimal.includes(currency) ? 0 : threeDecimal.includes(currency) ? 3 : 2;
  const ours =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return 10 ** (theirs - ours);
}
