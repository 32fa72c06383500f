import type { ComponentType } from 'react';
import { WordsContext } from '../../ui/words-context.ts';
import { loadLateWords } from './words.ts';

/** A page, or a part of one, with words that the app does not begin with. */
export async function withLateWords<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, words] = await Promise.all([load(), loadLateWords()]);
  return (props) => (
    <WordsContext value={words}>
      <Part {...props} />
    </WordsContext>
  );
}
