import type { Installation } from '../../../server/installation.ts';
import type { Message, ScamKind } from '../contract/schema.ts';
import { fold, once, readings } from './fold.ts';
import { gap, near, type Places, placesOf } from './places.ts';
import { withoutRefused } from './refusals.ts';
import signsByKind from './signs.json' with { type: 'json' };
import { withStandIns } from './stand-ins.ts';
import { type Hit, makeVocabulary, meaningsIn, type WordsByMeaning, wordsOf } from './vocabulary.ts';
import { readAddresses } from './web-addresses.ts';
import names from './words/names.json' with { type: 'json' };

type Sign = { kind: ScamKind; sign: string; meanings: string[]; isOrdered: boolean; unless: string[]; within: number };
type Found = Pick<Sign, 'kind' | 'sign'> & { language?: string };
type Site = Pick<Installation, 'publicUrl'>;

const files = import.meta.glob<{ words: WordsByMeaning }>('./words/??.json', { eager: true, import: 'default' });
const wordsByLanguage = Object.fromEntries(
  Object.entries(files).map(([path, { words }]) => [path.slice('./words/'.length, -'.json'.length), words]),
);
/** Names are the same in all languages. */
const vocabulary = makeVocabulary({ ...wordsByLanguage, names });

const signs: Sign[] = Object.entries(signsByKind).flatMap(([kind, { unless, signs }]) =>
  signs.map(([sign, within]) => {
    const [meanings = '', ...alsoUnless] = String(sign).split(' - ');
    return {
      kind: kind as ScamKind,
      sign: String(sign),
      meanings: meanings.split(/ [+>] /),
      isOrdered: meanings.includes(' > '),
      unless: [...unless, ...alsoUnless],
      within: Number(within),
    };
  }),
);

/** Of everything that was typed into one message. */
export function scamInMessage({ text, details }: Pick<Message, 'text' | 'details'>, site: Site): ScamKind | null {
  return scamIn([text, details?.place, details?.openingHours, details?.reference].filter(Boolean).join('\n'), site);
}

/** The known scam that a text resembles; the most dangerous one when there are several, and null when there is none. */
export function scamIn(text: string, site: Site): ScamKind | null {
  const kinds = new Set(signsIn(text, site).map(({ kind }) => kind));
  return (Object.keys(signsByKind) as ScamKind[]).find((kind) => kinds.has(kind)) ?? null;
}

/** Every sign of a text: a few meanings near each other, in one language (signs.json, words/), or an address. */
export function signsIn(text: string, { publicUrl }: Site): Found[] {
  const { rest, kinds } = readAddresses(fold(text), new URL(publicUrl).hostname);
  const typed = withStandIns(rest);
  const plain = wordsOf(typed).length <= mostWordsOfBrief ? `${typed} briefmessage` : typed;
  const words = wordsOf(plain);
  const read = words.map(([word]) => [...new Set(readings(word).map(once))]);
  const places = placesOf(plain, words);
  const meanings = meaningsIn(read, vocabulary);
  const named = meanings.get('names') ?? [];
  const said = Object.keys(wordsByLanguage).flatMap((language) => {
    const own = meanings.get(language) ?? [];
    return own.length === 0 ? [] : { language, hits: [...own, ...named], known: countKnown(own, words.length) };
  });
  if (said.length === 0) said.push({ language: 'names', hits: named, known: [] });
  const most = words.map((_, at) => Math.max(...said.map(({ known }) => around(at, known))));
  const found = said.flatMap(({ language, hits, known }) => {
    const isSpoken = ({ from }: Hit) => around(from, known) >= (most[from] ?? 0) * ofLanguage;
    if (!hits.some(isSpoken)) return [];
    const meant = withoutRefused(hits, places).filter(isSpoken);
    const byMeaning = Map.groupBy(
      meant.sort((one, other) => one.from - other.from),
      ({ meaning }) => meaning,
    );
    return signs.filter((sign) => stands(sign, byMeaning, places)).map(({ kind, sign }) => ({ kind, sign, language }));
  });
  return [...[...kinds].flatMap((kind) => signOfAddress[kind] ?? []), ...found];
}

/** Such a text says nothing but the name in it. */
const mostWordsOfBrief = 3;

const signOfAddress: Record<string, Found | undefined> = {
  false: { kind: 'log-in', sign: 'an address that looks like ours' },
  short: { kind: 'page', sign: 'an address that hides where it leads' },
  messenger: { kind: 'messenger', sign: 'an address at a messenger' },
};

/** A language speaks where it knows about as many of the words as the one that knows most. */
const ofLanguage = 0.8;

/** How many of the words before each one are known. */
function countKnown(hits: Hit[], words: number): number[] {
  const known = new Set(hits.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n)));
  const counts = [0];
  for (let at = 0; at < words; at += 1) counts.push((counts[at] ?? 0) + (known.has(at) ? 1 : 0));
  return counts;
}

const around = (at: number, counts: number[]) =>
  (counts[Math.min(at + 10, counts.length - 1)] ?? 0) - (counts[Math.max(at - 10, 0)] ?? 0);

/** How far what forbids a sign may be from it. */
const unlessWithin = 30;

/** Those that forbid it only in the same clause, except that a list of what was inside may have commas. */
const inClause = new Set(['offer', 'inside']);

/** Whether all meanings of a sign stand near its first, each in words of its own. */
function stands({ kind, meanings, isOrdered, unless, within }: Sign, said: Map<string, Hit[]>, places: Places): boolean {
  const [first = [], ...others] = meanings.map((meaning) => said.get(meaning) ?? []);
  if (others.some(({ length }) => length === 0)) return false;
  const { clause, sentence } = places;
  const isPart = (one: Hit, other: Hit) => gap(one, other, places) > 0 && (!isOrdered || one.to <= other.from);
  const sums = [...(said.get('sum') ?? []), ...(said.get('money') ?? [])];
  const isForbidden = (one: Hit, other: Hit) => {
    if (other.meaning === 'inside' && kind === 'gift-card') return sentence[one.from] === sentence[other.from];
    if (inClause.has(other.meaning)) return clause[one.from] === clause[other.from];
    return other.meaning !== 'give' || sums.some((sum) => gap(sum, other, places) <= 2);
  };
  return first.some(
    (hit) =>
      others.every((hits) => near(hit, hits, within, places).some((other) => isPart(hit, other))) &&
      !unless.some((meaning) =>
        near(hit, said.get(meaning) ?? [], unlessWithin, places).some((other) => isForbidden(hit, other)),
      ),
  );
}
