import { once, readings } from './fold.ts';
import { type Hit, makeVocabulary, meaningsIn, type Vocabulary, type WordsByMeaning } from './vocabulary.ts';
import names from './words/names.json' with { type: 'json' };

const files = import.meta.glob<{ words: WordsByMeaning }>('./words/??.json', { eager: true, import: 'default' });
const wordsByLanguage = Object.fromEntries(
  Object.entries(files).map(([path, { words }]) => [path.slice('./words/'.length, -'.json'.length), words]),
);
let vocabulary: Vocabulary | undefined;

/** Made at the first text, because a start would wait for it. Names are the same in all languages. */
function readVocabulary(): Vocabulary {
  vocabulary ??= makeVocabulary({ ...wordsByLanguage, names });
  return vocabulary;
}

/** A language speaks where it knows about as many of the words around as the one that knows most. */
const ofMost = 0.8;
const aroundWord = 10;

/** What a text means in each language that knows words of it, and where that language speaks. */
export function hitsByLanguage(words: string[]) {
  const meanings = meaningsIn(
    words.map((word) => [...new Set(readings(word).map(once))]),
    readVocabulary(),
  );
  const named = meanings.get('names') ?? [];
  const said = Object.keys(wordsByLanguage).flatMap((language) => {
    const own = meanings.get(language) ?? [];
    return own.length === 0 ? [] : { language, hits: [...own, ...named], known: countKnown(own, words.length) };
  });
  if (said.length === 0) said.push({ language: 'names', hits: named, known: [] });
  const most = words.map((_, at) => Math.max(...said.map(({ known }) => knownAround(at, known))));
  return said.map(({ language, hits, known }) => ({
    language,
    hits,
    isSpoken: ({ from }: Hit) => knownAround(from, known) >= (most[from] ?? 0) * ofMost,
  }));
}

function countKnown(hits: Hit[], words: number): number[] {
  const known = new Set(hits.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n)));
  const counts = [0];
  for (let at = 0; at < words; at += 1) counts.push((counts[at] ?? 0) + (known.has(at) ? 1 : 0));
  return counts;
}

function knownAround(at: number, counts: number[]): number {
  return (counts[Math.min(at + aroundWord, counts.length - 1)] ?? 0) - (counts[Math.max(at - aroundWord, 0)] ?? 0);
}
