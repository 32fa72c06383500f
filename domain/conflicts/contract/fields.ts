export type Fields = Record<string, unknown>;

/** Whether two values of JSON are the same. What is absent is empty, and so is an attribute without text. Goes no deeper than the first one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const [first, second] = [one as Fields, other as Fields];
  return Object.keys({ ...first, ...second }).every((name) => isSame(first[name], second[name]));
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined || value === '';
  return value === null || ('text' in value ? value.text === '' : Object.keys(value).length === 0);
}

/** The fields that are wanted otherwise than they were loaded, and what was loaded of them. */
export function changedFields<Wanted extends object>(
  wanted: Wanted,
  loaded: object,
): { to: Partial<Wanted>; from: Fields } {
  const before = new Map<string, unknown>(Object.entries(loaded));
  const changed = Object.entries(wanted).filter(([name, value]) => !isSame(value, before.get(name)));
  return {
    to: Object.fromEntries(changed) as Partial<Wanted>,
    from: Object.fromEntries(changed.map(([name]) => [name, before.get(name) ?? null])),
  };
}
