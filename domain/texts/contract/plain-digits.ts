/** The text with digits of any script as 0 to 9, spaces of one kind and nothing unseen: people type with their own keyboards. */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Nd}/gu, digitOf);
}

/** A typed code without all that people write between its letters and digits. */
export function plainCode(typed: string): string {
  return plainDigits(typed).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Unicode has the ten digits of a script one after the other, from zero. */
function digitOf(char: string): string {
  let zero = char.codePointAt(0) ?? 0;
  const code = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
