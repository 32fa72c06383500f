import { appTexts, lateTexts } from 'virtual:app-texts';
import { type CompiledTexts, createTranslations, type Translations } from '../../../language/create-translations.ts';

/** The app's translations in the language of its document; components ask for them by useTranslations(). */
export let t: Translations;

/** What the app begins with. */
let texts: CompiledTexts = {};

export async function loadTranslations(language: string): Promise<Translations> {
  texts = await load(appTexts, language);
  setTranslations(createTranslations(language, texts));
  return t;
}

export async function loadLateTranslations(): Promise<Translations> {
  const late = await load(lateTexts, t.language);
  setTranslations(createTranslations(t.language, { ...texts, ...late }));
  return t;
}

export function setTranslations(translations: Translations): void {
  t = translations;
}

async function load(files: typeof appTexts, language: string): Promise<CompiledTexts> {
  const file = files[language];
  if (!file) throw new Error(`There are no translations in ${language}.`);
  return (await file()).default.texts;
}
