import { createWords, type Texts, type Words } from '../../language/words.ts';

const files = import.meta.glob<{ texts: Texts }>('../../messages/*.json', { query: '?app-texts', import: 'default' });

/** The app's words in the language of its document; components ask for them by useWords(). */
export let t: Words;

/** What the app begins with. */
let texts: Texts = {};

export async function loadWords(language: string): Promise<Words> {
  const load = files[`../../messages/${language}.json`];
  if (!load) throw new Error(`There are no words in ${language}.`);
  texts = (await load()).texts;
  setWords(createWords(language, texts));
  return t;
}

const lateFiles = import.meta.glob<{ texts: Texts }>('../../messages/*.json', {
  query: '?late-texts',
  import: 'default',
});

/** The words, with those of what is opened rarely. */
export async function loadLateWords(): Promise<Words> {
  const load = lateFiles[`../../messages/${t.language}.json`];
  if (!load) throw new Error(`There are no words in ${t.language}.`);
  return createWords(t.language, { ...texts, ...(await load()).texts });
}

export function setWords(words: Words): void {
  t = words;
}
