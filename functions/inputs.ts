import { z } from 'zod';
import { maxIdLength } from '../domain/settings/contract/limits.ts';
import { Refusal } from './define.ts';

export const id = z
  .string('An id is missing.')
  .min(1, 'An id is missing.')
  .max(maxIdLength, 'This is no id.')
  .regex(/^[\w-]+$/, 'This is no id.');

/** Random, one per form: sending again with the same key does nothing twice. */
export const sendingKey = z
  .string('A key is missing.')
  .min(8, 'The key must have at least 8 characters.')
  .max(100, 'The key must have at most 100 characters.')
  .regex(/^[\w.:-]+$/, 'The key may have letters, digits and . : - _ only.');

/** For sendings whose repetition reveals a secret: 22 random characters hold 128 bits. */
export const unguessableKey = sendingKey.min(22, 'The key must have at least 22 characters. Make it at random.');

export const secret = z.string('The secret of the conversation is missing.').max(100, 'This is no secret of ours.');

export function noSuchMessage(field: 'upTo' | 'since' = 'upTo'): Refusal {
  const message = 'This is no id of a message.';
  return new Refusal('invalid-argument', message, { fields: { [field]: message } });
}
