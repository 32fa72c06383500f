import { z } from 'zod';

/** Languages are BCP 47 tags. */
export const languageSettings = z.strictObject({
  default: z.string(),
  finder: z.array(z.string()),
  rest: z.array(z.string()),
});

export type LanguageSettings = z.infer<typeof languageSettings>;

/** `finder`: what finders see, which every language has. `rest`: everything else. */
export type LanguageScope = 'finder' | 'rest';

/** Sorted by the languages' own names. */
export type OfferedLanguages = Record<LanguageScope, readonly string[]> & {
  all: readonly string[];
  otherwise: Record<LanguageScope, string>;
};
