import type { ComponentType } from 'react';
import { WordsContext } from '../../ui/words-context.ts';
import { loadLateWords } from './words.ts';

/** A page with words that the app does not begin with. */
export async function withLateWords(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const [Page, words] = await Promise.all([load(), loadLateWords()]);
  return () => (
    <WordsContext value={words}>
      <Page />
    </WordsContext>
  );
}
