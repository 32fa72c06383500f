import type { ReactNode } from 'react';
import { wordsIn } from '../language/languages.ts';
import { WordsContext } from '../ui/words-context.ts';

export const inEnglish = (children: ReactNode) => <WordsContext value={wordsIn('en')}>{children}</WordsContext>;
