import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { emailAddress } from '../../accounts/contract/email-address.ts';
import { cleanText } from '../../texts/contract/clean-text.ts';
import { plainDigits } from '../../texts/contract/plain-digits.ts';
import { textUpTo } from '../../texts/contract/typed-values.ts';
import type { Category } from './categories.ts';
import { maxFactLength, maxShortFactLength } from './limits.ts';

export const temperaments = ['shy', 'friendly'] as const;

/** International: the rule of E.164. */
const phoneNumber = /^(\+[1-9]( ?[0-9]){6,14})?$/;
/** A 0 that is dialled within the country alone; in Italy, San Marino and the Vatican it is a part of the number. */
const zeroInBrackets = /^(\+(?!39|378)\d{1,3})\s*\(0\)/;

/** A number as people write it: with any separators, 00 for +, and a 0 in brackets after the country's code. */
function readPhone(typed: unknown): unknown {
  const text = cleanText(typed);
  if (typeof text !== 'string') return text;
  return plainDigits(text)
    .replace(/^\s*\(?(?:00|\+)\s*(?=[1-9])/, '+')
    .replace(zeroInBrackets, '$1 ')
    .replace(/[\s\p{Pd}−./()·•_|]+/gu, ' ')
    .trim();
}

const inWords = (maximum: number) => textUpTo(maximum, 'refused.factTooLong');
const orNothing = (text: z.ZodType<string, string>, problem: PlainKey) =>
  z.preprocess(cleanText, z.union([z.literal(''), text], problem));
const hideable = <Text extends z.ZodType>(text: Text) => z.strictObject({ text, shown: z.boolean() });
const isPrivate = z
  .boolean()
  .refine((shown) => !shown, 'refused.serialNumberShown' satisfies PlainKey)
  .meta({ examples: [false] });

const schemas = {
  urgentCare: hideable(inWords(maxFactLength)),
  temperament: hideable(z.preprocess(cleanText, z.enum(['', ...temperaments]))),
  chip: hideable(inWords(maxShortFactLength)),
  vet: hideable(inWords(maxFactLength)),
  tripTo: hideable(inWords(maxFactLength)),
  tripUntil: hideable(
    orNothing(
      z.iso.date({ error: 'refused.notADay' satisfies PlainKey, abort: true }).meta({ examples: ['2099-05-03'] }),
      'refused.notADay',
    ).refine((day) => day === '' || day >= firstDayNotOver(), 'refused.tripIsOver' satisfies PlainKey),
  ),
  serialNumber: z.strictObject({ text: inWords(maxShortFactLength), shown: isPrivate }),
  reward: hideable(inWords(maxShortFactLength)),
  phone: hideable(z.preprocess(readPhone, z.string().regex(phoneNumber, 'refused.notAPhone' satisfies PlainKey))),
  email: hideable(orNothing(emailAddress, 'account.invalid-email')),
};

export type FactName = keyof typeof schemas;
type ShownFactName = Exclude<FactName, 'serialNumber'>;

/** Never shown to finders: for the owner’s own papers. */
export const privateFacts: FactName[] = ['serialNumber'];

export const factNames = Object.keys(schemas) as FactName[];

/** What an owner can say of an item besides name and note, for finders only where `shown`. What is left out stays; an empty text deletes. */
export const factChange = z.strictObject(schemas).partial();
export type FactChange = z.infer<typeof factChange>;
export type ItemFacts = Partial<Record<FactName, { text: string; shown: boolean }>>;

export const itemFacts = strictRecordOf(factNames, z.strictObject({ text: z.string(), shown: z.boolean() }));

/** What finders see, as texts. A private fact is none of them: an answer that has one fails. */
export const shownFacts = strictRecordOf(
  factNames.filter((name): name is ShownFactName => name !== 'serialNumber'),
  z.string(),
);
export type ShownFacts = z.infer<typeof shownFacts>;

const ofEverything: FactName[] = ['reward', 'phone', 'email'];
const ofPets: FactName[] = ['urgentCare', 'temperament', 'chip', 'vet'];
const ofTrips: FactName[] = ['tripTo', 'tripUntil'];
const ofNumbered: FactName[] = ['serialNumber'];

const ofKinds: Partial<Record<Category, FactName[]>> = {
  pet: ofPets,
  suitcase: ofTrips,
  bag: ofTrips,
  phone: ofNumbered,
  laptop: ofNumbered,
  camera: ofNumbered,
  bike: ofNumbered,
};

/** The facts of a kind of thing. A fact of another kind is kept, in case the kind is changed back, and not shown. */
export function factsOf(category: Category): FactName[] {
  return [...(ofKinds[category] ?? []), ...ofEverything];
}

function strictRecordOf<Name extends string, Value extends z.ZodType>(names: Name[], value: Value) {
  const shape = Object.fromEntries(names.map((name) => [name, value.optional()]));
  return z.strictObject(shape as { [Each in Name]: z.ZodOptional<Value> });
}

/** The last places on Earth are 12 hours behind UTC: before this day, every day is over everywhere. */
export function firstDayNotOver(): string {
  return new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
}
