import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { sitePageNames } from '../../../paths/site-pages.ts';
import { lineUpTo, textUpTo } from '../../texts/contract/typed-values.ts';
import {
  maxDescriptionLength,
  maxDocumentTitleLength,
  maxLeadLength,
  maxPageTextLength,
  maxPageTitleLength,
} from './limits.ts';

const tooLong = 'wordsPage.tooLong' satisfies PlainKey;

/** One page in one language, with placeholders such as `{operator}` (placeholders.ts). A draft may leave parts empty. */
export const pageWords = z.strictObject({
  documentTitle: lineUpTo(maxDocumentTitleLength, tooLong),
  description: lineUpTo(maxDescriptionLength, tooLong),
  title: lineUpTo(maxPageTitleLength, tooLong),
  lead: lineUpTo(maxLeadLength, tooLong),
  /** In the format of text-format.ts. */
  text: textUpTo(maxPageTextLength, tooLong),
});

export type PageWords = z.infer<typeof pageWords>;

export const pageName = z.enum(sitePageNames, 'wordsPage.noPage' satisfies PlainKey);

/** Who did it, and when (ISO 8601); without a name where the account is gone. */
const doneBy = z.strictObject({ at: z.string(), name: z.string().nullable() });

export const pageState = z.strictObject({
  page: pageName,
  language: z.string(),
  own: z.boolean(),
  published: doneBy.nullable(),
  draft: doneBy.nullable(),
});

export type PageState = z.infer<typeof pageState>;

export const editedPage = pageState.extend({
  /** What people read; null: the words that come with the product. */
  words: pageWords.nullable(),
  draftWords: pageWords.nullable(),
  /** To be sent with each change: it is refused when somebody else changed the page meanwhile. */
  revision: z.int(),
});

export type EditedPage = z.infer<typeof editedPage>;

export const pageVersion = z.strictObject({ id: z.string(), published: doneBy, words: pageWords.nullable() });

export type PageVersion = z.infer<typeof pageVersion>;
