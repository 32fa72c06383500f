import { isLinkTarget } from '../texts/contract/links.ts';
import { fillIn, isPlaceholder, namesIn, type PlaceholderValues } from './contract/placeholders.ts';
import type { PageWords } from './contract/schema.ts';
import { inlinesOf, readText } from './contract/text-format.ts';

export type PageProblem = {
  field: keyof PageWords;
  problem: 'missing' | 'link' | 'placeholder' | 'empty-placeholder';
  typed: string;
};

/** What keeps the words of a page from being published; at most one problem for each field. */
export function pageProblemsOf(words: PageWords, values: PlaceholderValues): PageProblem[] {
  return (Object.keys(words) as (keyof PageWords)[]).flatMap((field) => {
    const problem =
      missing(words, field) ??
      wrongPlaceholder(words[field], values) ??
      (field === 'text' && wrongLink(words.text, values));
    return problem ? [{ field, ...problem }] : [];
  });
}

type Problem = Omit<PageProblem, 'field'>;

function missing(words: PageWords, field: keyof PageWords): Problem | undefined {
  if (field === 'lead' || words[field]) return undefined;
  return { problem: 'missing', typed: '' };
}

function wrongPlaceholder(text: string, values: PlaceholderValues): Problem | undefined {
  const names = namesIn(text);
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown) return { problem: 'placeholder', typed: `{${unknown}}` };
  const empty = names.find((name) => isPlaceholder(name) && !values[name]);
  return empty ? { problem: 'empty-placeholder', typed: `{${empty}}` } : undefined;
}

function wrongLink(text: string, values: PlaceholderValues): Problem | undefined {
  for (const part of inlinesOf(readText(text))) {
    if (part.kind === 'link' && !isLinkTarget(fillIn(part.target, values)))
      return { problem: 'link', typed: part.target };
    const unread = part.kind === 'text' ? /\]\((.{0,80})/u.exec(part.text)?.[1] : undefined;
    if (unread !== undefined) return { problem: 'link', typed: unread };
  }
  return undefined;
}
