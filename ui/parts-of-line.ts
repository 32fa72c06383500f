/** Parts of one line, each in its own direction: a place does not turn the date that follows it. */
export function partsOfLine(parts: (string | null | undefined)[]): string {
  const said = parts.filter(Boolean);
  return said.length > 1 ? said.map((part) => `\u2068${part}\u2069`).join(' · ') : (said[0] ?? '');
}
