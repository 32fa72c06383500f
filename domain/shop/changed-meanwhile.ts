import { isDeepStrictEqual } from 'node:util';

type Fields = object | undefined;

/** Whether a field of the change is another now than when it was `seen`, and not yet as the change makes it: a change may come twice. */
export function isChangedMeanwhile(now: object, change: object, seen: Fields): boolean {
  const [nowOf, seenOf] = [valuesOf(now), valuesOf(seen)];
  return Object.entries(change).some(
    ([name, value]) =>
      seenOf.has(name) &&
      !isDeepStrictEqual(nowOf.get(name), seenOf.get(name)) &&
      !isDeepStrictEqual(nowOf.get(name), value),
  );
}

const valuesOf = (fields: Fields) => new Map<string, unknown>(Object.entries(fields ?? {}));
