/** Written by the build (language/compile-messages.ts). */
declare module 'virtual:app-texts' {
  import type { Texts } from '../../language/words.ts';

  type Load = () => Promise<{ default: { texts: Texts } }>;

  /** All, also those in which only finders' pages can be read. */
  export const languages: readonly string[];
  /** By language, for those that the app speaks. */
  export const appTexts: Record<string, Load>;
  export const lateTexts: Record<string, Load>;
}
