import { z } from 'zod';
import type { PlainKey } from '../../../language/words.ts';
import { maxEmailLength } from '../../accounts/contract/limits.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import {
  maxAddressLength,
  maxAppStoreUrlLength,
  maxLegalNameLength,
  maxProductNameLength,
  maxTaglineLength,
} from './limits.ts';

const tooLong = 'wordsPage.tooLong' satisfies PlainKey;
const line = (most: number) => z.preprocess(cleanLine, z.string().max(most, tooLong));
const orEmpty = (what: z.ZodType<string>) => z.union([z.literal(''), what]);

/** What the operator writes about itself; an empty field counts as one that is not there. */
export const ownBrand = z.strictObject({
  productName: line(maxProductNameLength),
  tagline: line(maxTaglineLength),
  legalName: line(maxLegalNameLength),
  /** The address of whoever runs this, on several lines. */
  address: z.preprocess(cleanText, z.string().max(maxAddressLength, tooLong)),
  contactEmail: z.preprocess(
    cleanLine,
    z
      .string()
      .max(maxEmailLength, tooLong)
      .refine((email) => orEmpty(z.email()).safeParse(email).success, 'wordsPage.wrongEmail' satisfies PlainKey)
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
});

export type OwnBrand = z.infer<typeof ownBrand>;

/** The environment, and SQL, may say what a form would not take. */
const shownBrand = z.strictObject({
  productName: z.string(),
  tagline: z.string(),
  legalName: z.string(),
  address: z.string(),
  contactEmail: z.string(),
  appStoreUrl: z.string(),
});

/** What is written, and what holds where nothing is. */
export const brandSettings = z.strictObject({ own: shownBrand, otherwise: shownBrand });

export type BrandSettings = z.infer<typeof brandSettings>;
