import type { Services } from '../../../server/services.ts';
import type { Message, ScamKind } from '../contract/schema.ts';
import { fold } from './fold.ts';
import { hitsByLanguage } from './languages.ts';
import { gap, near, type Places, placesOf } from './places.ts';
import { withoutRefused } from './refusals.ts';
import signsByKind from './signs.json' with { type: 'json' };
import { withStandIns } from './stand-ins.ts';
import { type Hit, wordsOf } from './vocabulary.ts';
import { readAddresses } from './web-addresses.ts';

type Sign = { kind: ScamKind; sign: string; meanings: string[]; isOrdered: boolean; unless: string[]; within: number };
type Found = Pick<Sign, 'kind' | 'sign'> & { language?: string };
type Site = Pick<Services, 'publicUrl'>;

const signs: Sign[] = Object.entries(signsByKind).flatMap(([kind, group]) => [
  ...readSigns(kind as ScamKind, group.signs, group.unless),
  ...('always' in group ? readSigns(kind as ScamKind, group.always, []) : []),
]);

function readSigns(kind: ScamKind, listed: (string | number)[][], unless: string[]): Sign[] {
  return listed.map(([sign, within]) => {
    const [meanings = '', ...alsoUnless] = String(sign).split(' - ');
    return {
      kind,
      sign: String(sign),
      meanings: meanings.split(/ [+>] /),
      isOrdered: meanings.includes(' > '),
      unless: [...unless, ...alsoUnless],
      within: Number(within),
    };
  });
}

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
  const places = placesOf(plain, words);
  const isName = namesOfAddresses(words.map(([word]) => word));
  const found = hitsByLanguage(words.map(([word]) => word)).flatMap(({ language, hits, isSpoken }) => {
    if (!hits.some(isSpoken)) return [];
    const meant = withoutRefused(
      hits.filter(({ meaning, from }) => !(forbidding.has(meaning) && isName[from])),
      places,
    ).filter(isSpoken);
    const said = Map.groupBy(
      meant.sort((one, other) => one.from - other.from),
      ({ meaning }) => meaning,
    );
    return signs.filter((sign) => stands(sign, said, places)).map(({ kind, sign }) => ({ kind, sign, language }));
  });
  return [...[...kinds].flatMap((kind) => signOfAddress[kind] ?? []), ...found];
}

/** A scammer chooses what an address is called: it may be a sign, and forbids none. */
const forbidding = new Set([...signs.flatMap(({ unless }) => unless), 'not']);

function namesOfAddresses(words: string[]): boolean[] {
  let isName = false;
  return words.map((word) => {
    if (word === 'weblink') isName = true;
    else if (word === 'weblinkend') isName = false;
    return isName;
  });
}

const mostWordsOfBrief = 3;

const signOfAddress: Record<string, Found | undefined> = {
  false: { kind: 'log-in', sign: 'an address that looks like ours' },
  short: { kind: 'page', sign: 'an address that hides where it leads' },
  messenger: { kind: 'messenger', sign: 'an address at a messenger' },
};

/** How far what forbids a sign may be from it. */
const unlessWithin = 30;

/** “give you 20 euros” is an offer, “give you the bag for 20 euros” is none. */
const besideSum = 2;

/** Those that forbid it only in the same clause, except that a list of what was inside may have commas. */
const inClause = new Set(['offer', 'inside']);

/** Whether all meanings of a sign stand near its first, each in words of its own. */
function stands({ kind, meanings, isOrdered, unless, within }: Sign, said: Map<string, Hit[]>, places: Places) {
  const [first = [], ...others] = meanings.map((meaning) => said.get(meaning) ?? []);
  if (others.some(({ length }) => length === 0)) return false;
  const { clause, sentence } = places;
  const isPart = (one: Hit, other: Hit) => gap(one, other, places) > 0 && (!isOrdered || one.to <= other.from);
  const isBeside = (hit: Hit, meaning: string) => near(hit, said.get(meaning) ?? [], besideSum, places).length > 0;
  const isForbidden = (one: Hit, other: Hit) => {
    if (kind === 'gift-card' && other.meaning === 'office') return clause[one.from] === clause[other.from];
    if (other.meaning === 'inside' && kind === 'gift-card') return sentence[one.from] === sentence[other.from];
    if (inClause.has(other.meaning)) return clause[one.from] === clause[other.from];
    return other.meaning !== 'give' || isBeside(other, 'sum') || isBeside(other, 'money');
  };
  return first.some(
    (hit) =>
      others.every((hits) => near(hit, hits, within, places).some((other) => isPart(hit, other))) &&
      !unless.some((meaning) =>
        near(hit, said.get(meaning) ?? [], unlessWithin, places).some((other) => isForbidden(hit, other)),
      ),
  );
}
