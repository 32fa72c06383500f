const grouped = /^[+-]?\d{1,3}([.,'’\s])\d{3}(\1\d{3})*$/;

/** Also with a language's separator of thousands: 10.000 is ten thousand, never ten. NaN for what is no whole number: the server says so beside the field. */
export function wholeNumberIn(typed: string): number {
  const text = typed.trim().replace('−', '-');
  const plain = grouped.test(text) ? text.replace(/[^\d+-]/g, '') : text;
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}
