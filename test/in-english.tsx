import type { ReactNode } from 'react';
import { translationsIn } from '../language/languages.ts';
import { TranslationsContext } from '../ui/translations-context.ts';

export const inEnglish = (children: ReactNode) => (
  <TranslationsContext value={translationsIn('en')}>{children}</TranslationsContext>
);
