import { fold, once } from './fold.ts';

/** Phrases by what they mean, with commas between; a star stands for any ending or beginning of a word. */
export type WordsByMeaning = Record<string, string>;

/** From one word of a text to before another. */
export type Hit = { meaning: string; from: number; to: number };

type Meaning = { language: string; meaning: string };
type Phrase = Meaning & { words: string[] };

export type Vocabulary = {
  phrases: Map<string, Phrase[]>;
  beginnings: Map<string, Meaning[]>;
  endings: Map<string, Meaning[]>;
};

const shortestStem = 3;
const longestWord = 40;

export function makeVocabulary(wordsByLanguage: Record<string, WordsByMeaning>): Vocabulary {
  const vocabulary: Vocabulary = { phrases: new Map(), beginnings: new Map(), endings: new Map() };
  for (const [language, words] of Object.entries(wordsByLanguage)) {
    for (const [meaning, listed] of Object.entries(words)) {
      for (const phrase of listed.split(/[,،，、]/)) add(vocabulary, { language, meaning }, phrase.trim());
    }
  }
  return vocabulary;
}

/** The words of a folded text, with their places. A sign of Chinese or Japanese is a word of its own. */
export function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(word)];
}

export const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\d¤@$€|])+(?:[!+](?=\\p{L})\\p{L}+)*`, 'gu');

function add({ phrases, beginnings, endings }: Vocabulary, meaning: Meaning, phrase: string): void {
  const words = wordsOf(fold(phrase)).map(([each]) => once(each));
  const joined = words.join('');
  if (phrase.startsWith('*')) put(endings, joined, meaning);
  else if (phrase.endsWith('*')) put(beginnings, joined, meaning);
  else put(phrases, words[0] ?? '', { ...meaning, words });
  // “gift card” and “giftcard”
  if (words.length === 2 && words.every(({ length }) => length > 2))
    put(phrases, joined, { ...meaning, words: [joined] });
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

export function meaningsIn(text: readonly string[][], { phrases, beginnings, endings }: Vocabulary) {
  const hits = new Map<string, Hit[]>();
  for (const [from, readings] of text.entries()) {
    for (const read of readings) {
      if (read.length > longestWord) continue;
      for (const { words, language, meaning } of phrases.get(read) ?? []) {
        const to = from + words.length;
        if (words.every((each, n) => n === 0 || text[from + n]?.includes(each)))
          put(hits, language, { meaning, from, to });
      }
      for (let at = shortestStem; at <= read.length; at += 1) {
        const stems = [beginnings.get(read.slice(0, at)) ?? [], endings.get(read.slice(at - shortestStem + 1)) ?? []];
        for (const { language, meaning } of stems.flat()) put(hits, language, { meaning, from, to: from + 1 });
      }
      // “any desk” for “anydesk”
      const joined = `${read}${text[from + 1]?.[0] ?? ''}`;
      if (joined.length < 6 || joined === read || read.length === 1) continue;
      for (const { words, language, meaning } of phrases.get(once(joined)) ?? []) {
        if (words.length === 1) put(hits, language, { meaning, from, to: from + 2 });
      }
    }
  }
  return hits;
}
