import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { editedPage, pageName, pageState, pageVersion, pageWords } from '../domain/pages/contract/schema.ts';
import * as pages from '../domain/pages/edit-page.ts';
import type { PageProblem } from '../domain/pages/problems.ts';
import { placeholderValues } from '../domain/shop/placeholder-values.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { restLanguages } from '../language/languages.ts';
import { forAdmin, type Message, Refusal } from './define.ts';
import { from } from './inputs.ts';

const wordsOf = z.object({
  page: pageName,
  language: z
    .string('wordsPage.noLanguage' satisfies PlainKey)
    .refine((language) => restLanguages.includes(language), 'wordsPage.noLanguage' satisfies PlainKey)
    .meta({ examples: ['en', 'de'] }),
});

const change = wordsOf.extend({ revision: z.int().min(0) });

export const pageFunctions = {
  listPages: forAdmin({
    summary: 'Every public page that can be edited, in each language: whose words it has, and whether a draft waits.',
    output: z.strictObject({ pages: z.array(pageState) }),
    run: async (_caller, _input, services) => ({ pages: await pages.listPages(restLanguages, services) }),
  }),

  readEditedPage: forAdmin({
    summary:
      'The words of a public page in one language: what is published, the draft, and the `revision` to change it with.',
    input: wordsOf,
    output: editedPage,
    run: (_caller, input, services) => pages.readEditedPage(input, services),
  }),

  savePageDraft: forAdmin({
    summary:
      'Keeps words for a public page without showing them. `from` has what was loaded of those that are changed; the others stay. When the page was changed since its `revision`, and one of them is neither so nor already as wanted, nothing is.',
    input: change.partial({ revision: true }).extend({ words: pageWords, from }),
    output: editedPage,
    run: ({ user }, input, services) => pages.saveDraft(user, input, services),
  }),

  discardPageDraft: forAdmin({
    summary: 'Deletes the draft of a public page. What is published stays.',
    input: change,
    output: editedPage,
    run: ({ user }, input, services) => pages.discardDraft(user, input, services),
  }),

  publishPage: forAdmin({
    fresh: true,
    summary: 'Shows the draft of a public page to everybody. Refused when a link, a placeholder or a title is wrong.',
    input: change,
    output: editedPage,
    run: async ({ user }, input, services) => {
      const values = await placeholderValues(services);
      const published = await pages.publishPage(user, { ...input, values }, services);
      if (published === 'no-draft') return published;
      return Array.isArray(published) ? notPublished(published) : published;
    },
  }),

  showDefaultPage: forAdmin({
    fresh: true,
    summary:
      'Shows the words that come with the product again. The operator’s stay among the versions; a draft is deleted.',
    input: change,
    output: editedPage,
    run: ({ user }, input, services) => pages.showDefaultPage(user, input, services),
  }),

  listPageVersions: forAdmin({
    summary:
      'A page of what was published for a public page before, the newest first; `words` is null where it was the words of the product. The last 30 are kept.',
    input: pageRequest.extend(wordsOf.shape),
    output: z.strictObject({ versions: z.array(pageVersion), next }),
    run: (_caller, input, services) => pages.listVersions(input, services),
  }),
};

function notPublished(problems: PageProblem[]): Refusal {
  const fields = Object.fromEntries(problems.map((problem) => [problem.field, inWords(problem)]));
  return new Refusal('invalid-argument', { key: 'wordsPage.notPublished' }, { fields, reason: 'page-not-ready' });
}

function inWords({ problem, typed }: PageProblem): Message {
  if (problem === 'missing') return { key: 'wordsPage.missing' };
  if (problem === 'link') return { key: 'wordsPage.wrongLink', params: { typed } };
  if (problem === 'placeholder') return { key: 'wordsPage.wrongPlaceholder', params: { typed } };
  return { key: 'wordsPage.emptyPlaceholder', params: { typed } };
}
