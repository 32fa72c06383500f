const mostTexts = 5_000;
const longestText = 200;

/** Remembers what was read from a header: there are few different ones, and every request has one. Bounded: all are forgotten at once. */
export function memo<T extends {}>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (text.length > longestText) return value;
    if (known.size >= mostTexts) known.clear();
    known.set(text, value);
    return value;
  };
}
