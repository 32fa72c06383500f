import { createContext, useContext } from 'react';
import type { Translations } from '../language/create-translations.ts';

export const TranslationsContext = createContext<Translations | null>(null);

export function useTranslations(): Translations {
  const translations = useContext(TranslationsContext);
  if (!translations) throw new Error('useTranslations must be used within a TranslationsContext');
  return translations;
}
