const earliest = Date.UTC(2000, 0);
const day = 86_400_000;

/** A time as ISO 8601 or in milliseconds since 1970. Undefined when it is none that can be, or in the future. */
export function readTime(value: unknown): Date | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value));
  if (!isNumber && (typeof value !== 'string' || value.length > 40)) return undefined;
  const time = new Date(isNumber ? Number(value) : (value as string));
  return time.getTime() >= earliest && time.getTime() <= Date.now() + day ? time : undefined;
}
