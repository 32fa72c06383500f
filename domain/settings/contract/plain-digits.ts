/** The text with its digits, of any script or width, as 0 to 9: people type numbers with the keyboard of their language. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, digitOf);
}

/** Unicode has the ten digits of a script one after the other, from zero. */
function digitOf(char: string): string {
  let zero = char.codePointAt(0) ?? 0;
  const code = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
