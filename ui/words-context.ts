import { createContext, useContext } from 'react';
import type { Words } from '../language/words.ts';

export const WordsContext = createContext<Words | null>(null);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('useWords must be used within a WordsContext');
  return words;
}
