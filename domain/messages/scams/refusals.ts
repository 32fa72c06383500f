import { isCut, type Places } from './places.ts';
import type { Hit } from './vocabulary.ts';

const meanings = (list: string) => new Set(list.split(' '));
/** What “not” forbids or refuses, and what “I” offer to do. */
const acts = meanings(
  'ask pay hand buy enter install alone login scan off sendmoney want need write come by have my tell',
);
const objects = meanings('money sum fee gift code secret messenger alias channel crypto remote photo demand');
const offered = meanings('ask pay hand buy enter install alone login scan off sendmoney');
/** What “I” give, unless “I” want it. */
const given = meanings('money fee channel crypto');
const wishes = ['want', 'accept', 'need', 'demand', 'threat'];
/** “send you”: here “you” do nothing. */
const givers = ['self', 'offer', 'give', 'hand', 'pay', 'ask'];
const names = meanings('messenger alias crypto channel remote');
/** What may be the name of a cat: “the app is called AnyDesk” is a sign. */
const callNames = meanings('messenger alias crypto');
/** What a longer phrase of another meaning takes away: the door's code, “don’t forget to”, “I don’t answer here”. */
const coveredBy: Record<string, Set<string> | undefined> = {
  harmless: meanings('code sms digits secret'),
  and: meanings('not'),
  away: meanings('not here'),
  past: meanings('come'),
  shows: meanings('ask'),
};
const inPhrases = meanings('and shows');

/** How many words from it, within its clause. */
const reach = { ofNot: { act: 4, object: 3 }, ofSelf: { act: 6, given: 9 }, ofReason: 9, ofThing: 3 };

/** The hits that count: not what somebody refuses, tells not to do or offers to do, and no names of things. */
export function withoutRefused(all: Hit[], places: Places): Hit[] {
  const covers = all.filter(
    ({ meaning, from, to }) => coveredBy[meaning] && (!inPhrases.has(meaning) || to > from + 1),
  );
  const hits = all.filter((hit) => !covers.some((cover) => isCovered(hit, cover)));
  const text = readClauses(hits, places);
  const isMeant = (hit: Hit) => !isRefused(hit, text) && !isOffered(hit, text) && !isNameOfThing(hit, text);
  const refused = new Set(
    hits.filter((hit) => acts.has(hit.meaning) && isRefused(hit, text)).map(({ from }) => text.start(from)),
  );
  const goesWithAction = ({ meaning, from }: Hit) =>
    (objects.has(meaning) || meaning === 'office') && refused.has(text.start(from));
  return hits.filter((hit) => !goesWithAction(hit) && isMeant(hit));
}

type Clauses = ReturnType<typeof readClauses>;

/** A clause begins after a mark, and with “and” or “if”. */
function readClauses(hits: Hit[], places: Places) {
  const marks = new Map<string, Set<number>>();
  for (const { meaning, from } of hits) marks.set(meaning, (marks.get(meaning) ?? new Set()).add(from));
  const has = (meaning: string, at: number) => marks.get(meaning)?.has(at) ?? false;
  const starts: number[] = [];
  for (const [at, begins] of places.begins.entries()) {
    starts.push(begins || has('and', at) || has('if', at) ? at : (starts.at(-1) ?? 0));
  }
  const ends = starts.map(() => starts.length);
  for (let at = starts.length - 2; at >= 0; at -= 1)
    ends[at] = starts[at + 1] === at + 1 ? at + 1 : (ends[at + 1] ?? 0);
  return {
    has,
    start: (at: number) => starts[at] ?? 0,
    end: (at: number) => ends[at] ?? starts.length,
    isCut: (at: number) => isCut(at, places),
    /** What says that “not” is no refusal: “or I burn it”; “I want no money, only vouchers”. */
    reasons: (meaning: string) => [...(marks.get(wishes.includes(meaning) ? 'only' : 'threat') ?? [])],
    things: hits.filter(({ meaning }) => meaning === 'thing'),
    callings: hits.filter(({ meaning }) => meaning === 'called'),
    apps: hits.filter(({ meaning }) => meaning === 'app'),
  };
}

function isCovered({ meaning, from, to }: Hit, cover: Hit): boolean {
  return cover.from <= from && to <= cover.to && (coveredBy[cover.meaning]?.has(meaning) ?? false);
}

/** “I do not pay”, “do not send money”: but “if you do not pay” is a condition, and “do not pay, and I burn it” a threat. */
function isRefused({ meaning, from, to }: Hit, { has, start, end, isCut, reasons }: Clauses): boolean {
  const kind = acts.has(meaning) ? 'act' : 'object';
  if (kind === 'object' && !objects.has(meaning)) return false;
  let condition = start(from);
  while (condition > 0 && !has('if', condition) && !isCut(condition)) condition -= 1;
  if (has('if', condition)) return false;
  const first = Math.max(start(from), from - reach.ofNot[kind]);
  const last = Math.min(end(to - 1), to + reach.ofNot[kind]);
  for (let at = first; at < last; at += 1) {
    if ((at < from || at >= to) && has('not', at))
      return !reasons(meaning).some((after) => after > from && after < from + reach.ofReason);
  }
  return false;
}

function isOffered({ meaning, from }: Hit, { has, start }: Clauses): boolean {
  const isGiven = given.has(meaning);
  if ((!isGiven && !offered.has(meaning)) || has('need', from)) return false;
  const first = Math.max(start(from), from - (isGiven ? reach.ofSelf.given : reach.ofSelf.act));
  for (let at = from - 1; at >= first; at -= 1) {
    if (isGiven && wishes.some((wish) => has(wish, at))) return false;
    if (has('you', at) && !givers.some((giver) => has(giver, at - 1))) return false;
    if (has('self', at)) return true;
  }
  return false;
}

/** The Telegram bag, the sticker of Bitcoin, the street called Signal: but no name before a phone number or an account. */
function isNameOfThing({ meaning, from, to }: Hit, { has, start, end, things, callings, apps }: Clauses): boolean {
  if (!names.has(meaning) || has('phone', to) || has('handle', to)) return false;
  const isBefore = (other: Hit) => other.to <= from && from < other.to + reach.ofThing && other.to > start(from);
  return (
    things.some(
      (thing) =>
        (thing.from === from && thing.to === to) || (thing.from === to && thing.to <= end(to - 1)) || isBefore(thing),
    ) ||
    (callNames.has(meaning) && callings.some(isBefore) && !apps.some((app) => start(app.from) === start(from)))
  );
}
