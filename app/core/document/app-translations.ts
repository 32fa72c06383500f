import { appTexts, lateTexts } from 'virtual:app-texts';
import { type CompiledTexts, createTranslations, type Translations } from '../../../language/create-translations.ts';

let current: Translations;

export const translations = (): Translations => current;

let texts: CompiledTexts = {};

export async function loadTranslations(language: string): Promise<Translations> {
  texts = await load(appTexts, language);
  setTranslations(createTranslations(language, texts));
  return current;
}

export async function loadLateTranslations(): Promise<Translations> {
  const late = await load(lateTexts, current.language);
  setTranslations(createTranslations(current.language, { ...texts, ...late }));
  return current;
}

export function setTranslations(other: Translations): void {
  current = other;
}

async function load(files: typeof appTexts, language: string): Promise<CompiledTexts> {
  const file = files[language];
  if (!file) throw new Error(`There are no translations in ${language}.`);
  return (await file()).default.texts;
}
