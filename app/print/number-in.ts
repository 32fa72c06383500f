/** With a comma or a point; what is no number is sent as none, and refused in words. */
export function numberIn(typed: string, empty = Number.NaN): number {
  return typed.trim() === '' ? empty : Number(typed.replace(',', '.'));
}
