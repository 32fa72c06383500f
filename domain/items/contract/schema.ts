import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanLine } from '../../texts/contract/clean-text.ts';
import { lineUpTo, textUpTo, wholeNumber } from '../../texts/contract/typed-values.ts';
import { categories } from './categories.ts';
import { factChange, itemFacts } from './facts.ts';
import { codeInAddress } from './item-hash.ts';
import { maxItemNameLength, maxNoteLength, maxSearchLength, maxTypedCodeLength, maxUnassignedTags } from './limits.ts';
import { readActivationCode, readTagCode } from './tag-code.ts';

export const itemSearch = lineUpTo(maxSearchLength, 'refused.searchTooLong').transform((text) => text || undefined);

const name = z.preprocess(
  cleanLine,
  z
    .string()
    .min(1, 'refused.itemNameEmpty' satisfies PlainKey)
    .max(maxItemNameLength, 'refused.itemNameTooLong' satisfies PlainKey),
);
const category = z.enum(categories, 'refused.categoryMissing' satisfies PlainKey);
const note = textUpTo(maxNoteLength, 'refused.noteTooLong');

export const itemDetails = z.object({ name, category, note: note.default('') });
export type ItemDetails = z.infer<typeof itemDetails>;

export const newItem = itemDetails.extend({ facts: factChange.optional() });
export type NewItem = z.infer<typeof newItem>;

export const itemChange = z.object({
  name: name.optional(),
  category: category.optional(),
  note: note.optional(),
  facts: factChange.optional(),
});
export type ItemChange = z.infer<typeof itemChange>;

/** Times are ISO 8601; `hash` is the public form of the id (C-3.06); finders see the picture when `pictureShown`; `printed`: a tag of it was printed, or came ready-made. */
export const itemSummary = z.strictObject({
  id: z.string(),
  hash: z.string(),
  name: z.string(),
  category: z.enum(categories),
  note: z.string(),
  createdAt: z.string(),
  lostAt: z.string().nullable(),
  stolenAt: z.string().nullable(),
  returnedAt: z.string().nullable(),
  facts: itemFacts,
  archivedAt: z.string().nullable(),
  pictureId: z.string().nullable(),
  pictureShown: z.boolean(),
  printed: z.boolean(),
});
export type ItemSummary = z.infer<typeof itemSummary>;

const notATagCode = 'refused.notATagCode' satisfies PlainKey;
const notAnActivationCode = 'refused.notAnActivationCode' satisfies PlainKey;

/** As somebody types it, or pastes the address of its page. */
export const tagCode = z.preprocess(
  codeInAddress,
  z
    .string(notATagCode)
    .max(maxTypedCodeLength, notATagCode)
    .meta({ examples: ['7K3M 9QXA 2B4F T0ZW'] })
    .transform(readTagCode)
    .refine(Boolean, notATagCode),
);

export const activationCode = z
  .string(notAnActivationCode)
  .max(maxTypedCodeLength, notAnActivationCode)
  .meta({ examples: ['7K3M 9QXA'] })
  .transform(readActivationCode)
  .refine(Boolean, notAnActivationCode);

export const unassignedTagCount = wholeNumber(1, maxUnassignedTags, 'refused.tagCount');

/** A tag that is reserved for its owner and is not on anything yet. */
export const unassignedTag = z.strictObject({ code: z.string(), hash: z.string(), createdAt: z.string() });
export type UnassignedTag = z.infer<typeof unassignedTag>;

/** `ordered`: it comes with an order, and need not be printed. */
export const waitingTag = unassignedTag.extend({ ordered: z.boolean() });
export type WaitingTag = z.infer<typeof waitingTag>;

/** A tag on an item, and since when it is so. */
export const itemTag = z.strictObject({
  code: z.string(),
  /** `replaced`: its page still shows the item. */
  state: z.enum(['working', 'frozen', 'retired', 'replaced']),
  /** ISO 8601. */
  at: z.string(),
});
export type ItemTag = z.infer<typeof itemTag>;

/** What the operator did with tags of an item, the latest first; those that were retired or replaced long ago only when none works. */
export const disabledTags = z.strictObject({
  working: z.int(),
  stopped: z.array(
    z.strictObject({
      code: z.string(),
      /** `replaced`: its page still shows the item. */
      state: z.enum(['frozen', 'retired', 'replaced']),
      replacedBy: z.string().nullable(),
      /** ISO 8601. */
      at: z.string(),
    }),
  ),
});
export type DisabledTags = z.infer<typeof disabledTags>;
