import '../start/no-eval.ts';

import type { ComponentType } from 'react';
import { WordsContext } from '../../ui/words-context.ts';
import { loadLateWords } from '../start/words.ts';
import { Print } from './print.tsx';

/** The page with its own words, which no other page loads. */
export async function loadPrint(): Promise<ComponentType> {
  const words = await loadLateWords();
  return () => (
    <WordsContext value={words}>
      <Print />
    </WordsContext>
  );
}
