const tags = /<\/?[a-z!?][^<>]*>/gi;

/**
 * The shared cleaner of text inputs (C-5.02): markup stripped, ends trimmed, line ends made "\n"; what is not a string passes unchanged.
 * Honest text keeps its signs: "a < b" and "Tom & Jerry <3" are no markup. Idempotent: it strips until nothing is left to strip.
 */
export function cleanText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  let text = value.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\0', '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(tags, '');
  }
  return text.trim();
}
