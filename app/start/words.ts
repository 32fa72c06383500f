import { createWords, type Texts, type Words } from '../../language/words.ts';

const files = import.meta.glob<{ texts: Texts }>('../../messages/*.json', { query: '?app-texts', import: 'default' });

/** The app's words in the language of its document; components ask for them by useWords(). */
export let t: Words;

export async function loadWords(language: string): Promise<Words> {
  const load = files[`../../messages/${language}.json`];
  if (!load) throw new Error(`There are no words in ${language}.`);
  setWords(createWords(language, (await load()).texts));
  return t;
}

export function setWords(words: Words): void {
  t = words;
}
