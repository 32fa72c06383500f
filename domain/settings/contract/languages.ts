import { z } from 'zod';

/** Languages are BCP 47 tags. */
export const languageSettings = z.strictObject({
  /** Of whoever asks for none that is offered. */
  default: z.string(),
  /** In which finders read. */
  finder: z.array(z.string()),
  /** In which everything else can be read. */
  rest: z.array(z.string()),
});

export type LanguageSettings = z.infer<typeof languageSettings>;

/** `finder`: what finders see, which every language has. `rest`: everything else. */
export type LanguageScope = 'finder' | 'rest';

/** Sorted by the languages' own names. */
export type OfferedLanguages = Record<LanguageScope, readonly string[]> & {
  /** Of either. */
  all: readonly string[];
  /** For whoever asks for none of them. */
  otherwise: Record<LanguageScope, string>;
};
