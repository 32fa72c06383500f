import type { ComponentType } from 'react';
import { within } from '../../browser/within.ts';
import { WordsContext } from '../../ui/words-context.ts';
import { isTryingAgain } from './second-try.ts';
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

/** C-9.05. */
const chunkTimeoutMs = 120_000;

/** A page whose script is loaded when it is first opened, or fails after `timeoutMs`. */
export function loadPage(load: () => Promise<ComponentType>, timeoutMs = chunkTimeoutMs) {
  return async (): Promise<{ Component: ComponentType }> => {
    try {
      return { Component: await within(timeoutMs, load()) };
    } catch (error) {
      // The document is being loaded anew.
      if (isTryingAgain()) return new Promise(() => {});
      if (error instanceof SyntaxError) document.documentElement.dataset.tooOld = '';
      throw error;
    }
  };
}
