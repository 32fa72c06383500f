import { appTexts, lateTexts } from 'virtual:app-texts';
import { createWords, type Texts, type Words } from '../../language/words.ts';

/** The app's words in the language of its document; components ask for them by useWords(). */
export let t: Words;

/** What the app begins with. */
let texts: Texts = {};

export async function loadWords(language: string): Promise<Words> {
  texts = await load(appTexts, language);
  setWords(createWords(language, texts));
  return t;
}

export async function loadLateWords(): Promise<Words> {
  const late = await load(lateTexts, t.language);
  setWords(createWords(t.language, { ...texts, ...late }));
  return t;
}

export function setWords(words: Words): void {
  t = words;
}

async function load(files: typeof appTexts, language: string): Promise<Texts> {
  const file = files[language];
  if (!file) throw new Error(`There are no words in ${language}.`);
  return (await file()).default.texts;
}
