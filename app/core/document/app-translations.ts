import { appTexts, lateTexts } from 'virtual:app-texts';
import { type CompiledTexts, createTranslations, type Translations } from '../../../language/create-translations.ts';

/** What the app says, in the language of its document. */
export let t: Translations;

let texts: CompiledTexts = {};

export async function loadTranslations(language: string): Promise<void> {
  texts = await load(appTexts, language);
  setTranslations(createTranslations(language, texts));
}

export async function loadLateTranslations(): Promise<Translations> {
  const late = await load(lateTexts, t.language);
  setTranslations(createTranslations(t.language, { ...texts, ...late }));
  return t;
}

export function setTranslations(other: Translations): void {
  t = other;
}

async function load(files: typeof appTexts, language: string): Promise<CompiledTexts> {
  const file = files[language];
  if (!file) throw new Error(`There are no translations in ${language}.`);
  return (await file()).default.texts;
}
