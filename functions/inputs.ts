import { z } from 'zod';
import { uidForm } from '../domain/accounts/contract/uid.ts';
import { itemStates } from '../domain/items/contract/item-state.ts';
import { maxHashLength } from '../domain/items/contract/limits.ts';
import { idempotencyKeyLength, maxSecretLength } from '../domain/messages/contract/limits.ts';
import { maxIdLength } from '../domain/settings/contract/limits.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { languages } from '../language/languages.ts';

export const id = z
  .string('error.idMissing' satisfies PlainKey)
  .min(1, 'error.idMissing' satisfies PlainKey)
  .max(maxIdLength, 'error.notAnId' satisfies PlainKey)
  .regex(/^[\w-]+$/, 'error.notAnId' satisfies PlainKey);

export const uid = z
  .string('error.idMissing' satisfies PlainKey)
  .min(1, 'error.idMissing' satisfies PlainKey)
  .regex(uidForm, 'error.notAnId' satisfies PlainKey);

export const hash = z
  .string('error.hashMissing' satisfies PlainKey)
  .max(maxHashLength, 'error.notAHash' satisfies PlainKey);

/** As a BCP 47 tag. */
export const language = z
  .string('refused.notALanguage' satisfies PlainKey)
  .refine((tag) => languages.includes(tag), 'refused.notALanguage' satisfies PlainKey)
  .meta({ examples: languages });

export const byId = z.object({ id });

/** `lostAt`: the beginning of the loss that this ends. */
export const theLoss = byId.extend({ lostAt: z.iso.datetime('error.notUnderstood').optional() });

/** As the item was read. */
export const knownState = z.enum(itemStates).optional();

/** Random, one per form: sending again with the same key does nothing twice. */
export const idempotencyKey = z
  .string('error.keyMissing' satisfies PlainKey)
  .min(idempotencyKeyLength.min, 'error.keyTooShort' satisfies PlainKey)
  .max(idempotencyKeyLength.max, 'error.keyTooLong' satisfies PlainKey)
  .regex(/^[\w.:-]+$/, 'error.keyCharacters' satisfies PlainKey);

/** For sendings whose repetition reveals a secret. */
export const unguessableKey = idempotencyKey.min(
  idempotencyKeyLength.unguessable,
  'error.keyGuessable' satisfies PlainKey,
);

export const secret = z
  .string('error.secretMissing' satisfies PlainKey)
  .max(maxSecretLength, 'error.notASecret' satisfies PlainKey);

export function given<Input extends object>(input: Input) {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Input]: Exclude<Input[Field], undefined>;
  };
}

/** What a form had loaded of each field that it changes, by the field's name. It is compared, never validated. */
export const from = z.record(z.string(), z.unknown()).optional();
