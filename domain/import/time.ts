const earliest = Date.UTC(2000, 0);
const day = 86_400_000;

/** ISO 8601, also as Python, Go and SQL write it. Without a zone it is UTC, as Firestore's are. */
const iso =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,3})?\d*\s*(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?(?: UTC)?)?)?$/;
/**
 * As "May 5, 2023 at 10:00:00 AM UTC+2" of Firestore's console, "Fri, 05 May 2023 10:00:00 GMT" of the Admin SDK and
 * "Fri May 05 2023 10:00:00 GMT+0000 (…)" of a date in JavaScript.
 */
const inEnglish = /^(?:[A-Z][a-z]+,? )?(?:[A-Z][a-z]+ \d\d?|\d\d? [A-Z][a-z]+),? \d{4},? (?:at )?\d\d?:\d\d:\d\d/;

/**
 * A time as Firebase and its tools write it: as text, or as a number since 1970 in seconds or their thousandths, to nanoseconds.
 * Undefined when it is none that can be, or in the future.
 */
export function readTime(value: unknown): Date | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,19}(\.\d+)?$/.test(value));
  if (!isNumber && (typeof value !== 'string' || value.length > 100)) return undefined;
  const time = isNumber ? inMilliseconds(Number(value)) : parse((value as string).normalize('NFKC').trim());
  return time >= earliest && time <= Date.now() + day ? new Date(time) : undefined;
}

/** In one unit all times of this century are apart from those in the others. */
function inMilliseconds(time: number): number {
  if (time < 1e11) return time * 1_000;
  if (time < 1e14) return Math.floor(time);
  return Math.floor(time < 1e17 ? time / 1_000 : time / 1_000_000);
}

function parse(text: string): number {
  const [, date, clock = '00:00', fraction = '', hours = '+00', minutes = '00'] = iso.exec(text) ?? [];
  if (date) return Date.parse(`${date}T${clock}${fraction}${hours}:${minutes}`);
  if (!inEnglish.test(text)) return Number.NaN;
  const zoned = text
    .replace(' at ', ' ')
    .replace(/ \(.*\)$/, '')
    .replace(/(?:UTC|GMT)([+-])(\d\d?)(?::(\d\d))?$/, (_, sign, h, m = '00') => `GMT${sign}${h.padStart(2, '0')}${m}`);
  return Date.parse(/(?:UTC|GMT|[+-]\d{4})\S*$/.test(zoned) ? zoned : `${zoned} GMT`);
}
