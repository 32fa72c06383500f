import { type Hit, unspaced } from './vocabulary.ts';

/** Of each word its place, which grows faster across commas and ends of sentences, and whether a clause begins with it. */
export type Places = { place: number[]; begins: boolean[]; clause: number[]; sentence: number[] };

const sign = new RegExp(`^[${unspaced}]$`, 'u');
/** Of a sign: two or three of them are a word. */
export const leastStep = 0.4;
const comma = 2;
const endOfSentence = 4;

export function placesOf(text: string, words: RegExpExecArray[]): Places {
  const places: Places = { place: [], begins: [], clause: [], sentence: [] };
  let at = 0;
  let end = 0;
  for (const { index, 0: word } of words) {
    const between = text.slice(end, index);
    const begins = /[^ \p{L}\p{N}'"“”„«»/-]/u.test(between);
    const ends = /[.!?؟。;\n]/.test(between);
    at += (sign.test(word) ? leastStep : 1) + (ends ? endOfSentence : begins ? comma : 0);
    places.place.push(at);
    places.begins.push(begins);
    places.sentence.push((places.sentence.at(-1) ?? 0) + (ends ? 1 : 0));
    places.clause.push((places.clause.at(-1) ?? 0) + (begins ? 1 : 0));
    end = index + word.length;
  }
  return places;
}

const words = (list: string) => new Set(list.split(' '));
/** What “I” before it makes an offer. */
const offered = words('ask pay hand buy enter open install alone login scan off sendmoney');
/** What “I” give then, unless “I” want it. */
const given = words('money fee channel crypto');
const wishes = ['want', 'accept', 'need', 'demand', 'threat'];
const acts = new Set([...offered, ...words('want need write come by have my tell')]);
const objects = words('money sum fee gift code secret messenger alias channel crypto remote photo demand');
const names = words('messenger alias crypto channel remote');
const harmless = words('code sms digits secret');

/**
 * Leaves out what somebody refuses, tells not to do (unless it is a condition or a threat) or offers to do, codes of doors and the like, and
 * names of things: the sticker of Bitcoin, the Telegram bag.
 */
export function withoutRefused(all: Hit[], { place, begins }: Places): Hit[] {
  const covers = all.filter(({ meaning, from, to }) => ['harmless', 'away'].includes(meaning) || (meaning === 'and' && to > from + 1));
  const isCovered = ({ meaning, from, to }: Hit) =>
    covers.some(
      (cover) =>
        cover.from <= from && to <= cover.to && (cover.meaning === 'harmless' ? harmless.has(meaning) : meaning === 'not'),
    );
  const hits = all.filter((hit) => !isCovered(hit));
  const marks = new Map<string, Set<number>>();
  for (const { meaning, from } of hits) marks.set(meaning, (marks.get(meaning) ?? new Set()).add(from));
  const has = (meaning: string, at: number) => marks.get(meaning)?.has(at) ?? false;
  const { start, end } = clausesOf(begins.map((each, at) => each || has('and', at) || has('if', at)));
  const isCondition = (clause: number) => {
    let at = clause;
    while (at > 0 && !has('if', at) && (place[at] ?? 0) - (place[at - 1] ?? 0) <= endOfSentence) at -= 1;
    return has('if', at);
  };
  const isRefused = ({ meaning, from, to }: Hit) => {
    const isAct = acts.has(meaning);
    if (!isAct && !objects.has(meaning)) return false;
    if (isCondition(start(from))) return false;
    const first = Math.max(start(from), from - (isAct ? 4 : 3));
    const last = Math.min(end(to - 1), to + (isAct ? 4 : 3));
    for (let at = first; at < last; at += 1) {
      if ((at < from || at >= to) && has('not', at)) return !isFollowedByThreat(from);
    }
    return false;
  };
  const threats = [...(marks.get('threat') ?? [])];
  const isFollowedByThreat = (at: number) => threats.some((from) => from > at && from < at + 9);
  const isReceiver = (at: number) => ['self', 'offer', 'hand', 'pay', 'ask'].some((meaning) => has(meaning, at - 1));
  const isOffered = ({ meaning, from }: Hit) => {
    const isGiven = given.has(meaning);
    if ((!isGiven && !offered.has(meaning)) || has('need', from)) return false;
    for (let at = from - 1; at >= Math.max(start(from), from - (isGiven ? 9 : 6)); at -= 1) {
      if (isGiven && wishes.some((wish) => has(wish, at))) return false;
      if (has('you', at) && !isReceiver(at)) return false;
      if (has('self', at)) return true;
    }
    return false;
  };
  const things = hits.filter(({ meaning }) => meaning === 'thing');
  const isThing = ({ meaning, from, to }: Hit) =>
    names.has(meaning) &&
    !has('phone', to) &&
    !has('handle', to) &&
    things.some(
      (thing) =>
        (thing.from === from && thing.to === to) ||
        (thing.from === to && thing.to <= end(to - 1)) ||
        (thing.to <= from && from < thing.to + 3 && thing.from >= start(from)),
    );

  const refused = new Set(hits.filter((hit) => acts.has(hit.meaning) && isRefused(hit)).map(({ from }) => start(from)));
  return hits.filter(
    (hit) =>
      !((objects.has(hit.meaning) || hit.meaning === 'office') && refused.has(start(hit.from))) &&
      !isThing(hit) &&
      !isRefused(hit) &&
      !isOffered(hit),
  );
}

/** Where the clause of a word begins, and the next one. */
function clausesOf(begins: boolean[]) {
  const starts: number[] = [];
  for (const [at, isFirst] of begins.entries()) starts.push(isFirst ? at : (starts.at(-1) ?? 0));
  const ends = begins.map(() => begins.length);
  for (let at = begins.length - 2; at >= 0; at -= 1) ends[at] = begins[at + 1] ? at + 1 : (ends[at + 1] ?? at + 1);
  return { start: (at: number) => starts[at] ?? 0, end: (at: number) => ends[at] ?? begins.length };
}
