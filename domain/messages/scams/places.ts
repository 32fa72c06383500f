import { type Hit, unspaced } from './vocabulary.ts';

/** Where each word of a text stands. The place grows faster across commas and ends of sentences. */
export type Places = { place: number[]; begins: boolean[]; clause: number[]; sentence: number[] };

/** Of the signs of Chinese and Japanese two or three are a word. */
const step = { sign: 0.4, word: 1, comma: 2, endOfSentence: 4 };
const sign = new RegExp(`^[${unspaced}]$`, 'u');
const longestPhrase = 12;

export function placesOf(text: string, words: RegExpExecArray[]): Places {
  const places: Places = { place: [], begins: [], clause: [], sentence: [] };
  let [at, end] = [0, 0];
  for (const { index, 0: word } of words) {
    const between = text.slice(end, index);
    const ends = /[.!?؟。;\n]/.test(between);
    const begins = /[^ \p{L}\p{N}'"“”„«»/-]/u.test(between);
    at += (sign.test(word) ? step.sign : step.word) + (ends ? step.endOfSentence : begins ? step.comma : 0);
    places.place.push(at);
    places.begins.push(begins);
    places.clause.push((places.clause.at(-1) ?? 0) + (begins ? 1 : 0));
    places.sentence.push((places.sentence.at(-1) ?? 0) + (ends ? 1 : 0));
    end = index + word.length;
  }
  return places;
}

/** Between two: none where they overlap. */
export function gap(one: Hit, other: Hit, { place }: Places): number {
  const [before, after] = one.to <= other.from ? [one, other] : [other, one];
  return before.to > after.from ? 0 : (place[after.from] ?? 0) - (place[before.to - 1] ?? 0);
}

/** Of hits in their order, those that are not farther. Looks only at those that may be: a text of one word a thousand times takes no longer. */
export function near(hit: Hit, hits: Hit[], within: number, places: Places): Hit[] {
  const reach = within / step.sign + longestPhrase;
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.from ?? 0) < hit.from - reach) low = middle + 1;
    else high = middle;
  }
  const found: Hit[] = [];
  for (let at = low; at < hits.length; at += 1) {
    const other = hits[at];
    if (!other || other.from > hit.from + reach) break;
    if (gap(hit, other, places) <= within) found.push(other);
  }
  return found;
}

export function isCut(at: number, { place }: Places): boolean {
  return (place[at] ?? 0) - (place[at - 1] ?? 0) > step.endOfSentence;
}
