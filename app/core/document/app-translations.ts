import { adminTexts, appTexts, lateTexts } from 'virtual:app-texts';
import { type CompiledTexts, createTranslations, type Translations } from '../../../language/create-translations.ts';
import { appPages, findAppPage } from '../../../paths/app-pages.ts';

/** What the app says, in the language of its document. */
export let t: Translations;

let texts: CompiledTexts = {};

export async function loadTranslations(language: string): Promise<void> {
  texts = await load(appTexts, language);
  setTranslations(createTranslations(language, texts));
}

export async function loadLateTranslations(ofAdministration = isAdministration()): Promise<Translations> {
  const late = await load(ofAdministration ? adminTexts : lateTexts, t.language);
  texts = { ...texts, ...late };
  setTranslations(createTranslations(t.language, texts));
  return t;
}

function isAdministration(): boolean {
  const page = findAppPage(location.pathname);
  return page !== undefined && appPages[page].only === 'admin';
}

export function setTranslations(other: Translations): void {
  t = other;
}

async function load(files: typeof appTexts, language: string): Promise<CompiledTexts> {
  const file = files[language];
  if (!file) throw new Error(`There are no translations in ${language}.`);
  return (await file()).default.texts;
}
