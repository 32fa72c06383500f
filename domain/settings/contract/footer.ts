import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanLine } from '../../texts/contract/clean-text.ts';
import { isLinkTarget } from '../../texts/contract/links.ts';
import { lineUpTo, textUpTo } from '../../texts/contract/typed-values.ts';
import { maxFooterLinks, maxFooterTextLength, maxLinkAddressLength, maxLinkLabelLength } from './limits.ts';

/** By language, as a BCP 47 tag. */
const textByLanguage = z.record(z.string().regex(/^[a-zA-Z-]+$/), z.string());

export const shownFooter = z.strictObject({
  texts: textByLanguage,
  links: z.array(z.strictObject({ address: z.string(), labels: textByLanguage })),
});

export type OwnFooter = z.infer<typeof shownFooter>;

const tooLong = 'wordsPage.tooLong' satisfies PlainKey;
const text = textUpTo(maxFooterTextLength, tooLong).optional();
const label = lineUpTo(maxLinkLabelLength, tooLong).optional();
const address = z.preprocess(
  cleanLine,
  z
    .string()
    .max(maxLinkAddressLength, tooLong)
    .refine((typed) => typed === '' || leadsSomewhere(typed), 'wordsPage.wrongFooterLink' satisfies PlainKey)
    .meta({ examples: ['/about', 'https://example.com/1'] }),
);

/** What the operator adds to the footer of public pages, in these languages. A link of which nothing is written is left out. */
export function footerChangeIn(languages: readonly string[]) {
  const inEach = <Schema extends z.ZodType>(schema: Schema) =>
    z.strictObject(Object.fromEntries(languages.map((language) => [language, schema])));
  const link = z.strictObject({ address, labels: inEach(label) }).superRefine((given, context) => {
    const labelled = Object.values(given.labels).some(Boolean);
    const message = 'wordsPage.missing' satisfies PlainKey;
    if (given.address && !labelled) context.addIssue({ code: 'custom', message, path: ['labels', 'en'] });
    if (labelled && !given.address) context.addIssue({ code: 'custom', message, path: ['address'] });
  });
  return z
    .strictObject({
      texts: inEach(text),
      links: z.array(link).max(maxFooterLinks, 'wordsPage.manyFooterLinks' satisfies PlainKey),
    })
    .transform(
      ({ texts, links }): OwnFooter => ({
        texts: written(texts),
        links: links
          .filter((each) => each.address)
          .map((each) => ({ address: each.address, labels: written(each.labels) })),
      }),
    );
}

/** In the language, else in English, else in whichever it is written. @returns undefined where it is written in none */
export function wordsOfFooter(texts: Record<string, string>, language: string) {
  const written = [language, 'en', ...Object.keys(texts)].find((each) => texts[each]);
  return written === undefined ? undefined : { language: written, text: texts[written] ?? '' };
}

/** An address by https, or a path of this site. */
function leadsSomewhere(typed: string): boolean {
  return /^(?:\/|https:)/i.test(typed) && !/\s/.test(typed) && isLinkTarget(typed);
}

function written(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).flatMap(([language, each]) => (each ? [[language, each]] : [])));
}
