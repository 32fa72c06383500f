import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanLine } from '../../texts/contract/clean-text.ts';
import { maxEmailLength } from '../../texts/contract/limits.ts';
import { lineUpTo, textUpTo } from '../../texts/contract/typed-values.ts';
import { cleanColor, contrastOfAccent, isColor, leastContrast, nearestAccent, type Scheme } from './accent.ts';
import { footerChangeIn, type OwnFooter, shownFooter } from './footer.ts';
import {
  maxAddressLength,
  maxAppStoreUrlLength,
  maxLegalNameLength,
  maxProductNameLength,
  maxTaglineLength,
} from './limits.ts';

const tooLong = 'wordsPage.tooLong' satisfies PlainKey;
/** Refused where it could not be read; the words name the nearest that can. */
const accent = (scheme: Scheme) =>
  z.preprocess(
    cleanColor,
    z
      .string()
      .refine((color) => color === '' || isColor(color), {
        message: 'wordsPage.wrongColor' satisfies PlainKey,
        abort: true,
      })
      .superRefine((color, context) => {
        if (!color || contrastOfAccent(color, scheme) >= leastContrast) return;
        const message = (scheme === 'light' ? 'wordsPage.paleColor' : 'wordsPage.darkColor') satisfies PlainKey;
        // Down, so that a colour that is refused does not look as if it passed.
        const contrast = Math.floor(contrastOfAccent(color, scheme) * 10) / 10;
        context.addIssue({
          code: 'custom',
          message,
          contrast,
          least: leastContrast,
          nearest: nearestAccent(color, scheme),
        });
      })
      .meta({ examples: ['', scheme === 'light' ? '#0b6b4f' : '#4cc79a'] }),
  );
const orEmpty = (what: z.ZodType<string>) => z.union([z.literal(''), what]);

const texts = z.strictObject({
  productName: lineUpTo(maxProductNameLength, tooLong),
  tagline: lineUpTo(maxTaglineLength, tooLong),
  legalName: lineUpTo(maxLegalNameLength, tooLong),
  address: textUpTo(maxAddressLength, tooLong),
  contactEmail: z.preprocess(
    cleanLine,
    z
      .string()
      .max(maxEmailLength, tooLong)
      .refine(
        (email) => orEmpty(z.email({ pattern: z.regexes.html5Email })).safeParse(email).success,
        'wordsPage.wrongEmail' satisfies PlainKey,
      )
      .meta({ examples: ['', 'ada@example.com'] }),
  ),
  appStoreUrl: z.preprocess(
    cleanLine,
    z
      .string()
      .max(maxAppStoreUrlLength, tooLong)
      .refine(
        (url) => orEmpty(z.url({ protocol: /^https$/ })).safeParse(url).success,
        'wordsPage.wrongUrl' satisfies PlainKey,
      )
      .meta({ examples: ['', 'https://apps.example.com/1'] }),
  ),
  accent: accent('light'),
  accentDark: accent('dark'),
});

/** What the operator writes about itself; an empty field counts as one that is not there. The footer is in the languages of public pages. */
export const ownBrandIn = (languages: readonly string[]) => texts.extend({ footer: footerChangeIn(languages) });

export type BrandField = keyof z.infer<typeof texts>;

export type OwnBrand = Record<BrandField, string> & { footer: OwnFooter };

export const brandFields = Object.keys(texts.shape) as BrandField[];

/** The environment, and SQL, may say what a form would not take. */
export const shownBrand = z.strictObject({
  ...(Object.fromEntries(brandFields.map((field) => [field, z.string()])) as Record<BrandField, z.ZodString>),
  logo: z.string(),
  footer: shownFooter,
});
export const brandSettings = z.strictObject({ own: shownBrand, otherwise: shownBrand });

export type BrandSettings = z.infer<typeof brandSettings>;
