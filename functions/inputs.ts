import { z } from 'zod';
import { longestId } from '../domain/settings/contract/limits.ts';

/** An id as our answers gave it: letters, digits, - and _. */
export const id = z
  .string('An id is missing.')
  .min(1, 'An id is missing.')
  .max(longestId, 'This is no id.')
  .regex(/^[\w-]+$/, 'This is no id.');

/** Made at random once a form (a UUID, say), so that sending it again does nothing twice. */
export const sendingKey = z
  .string('A key is missing.')
  .min(8, 'The key must have at least 8 characters.')
  .max(100, 'The key must have at most 100 characters.')
  .regex(/^[\w.:-]+$/, 'The key may have letters, digits and . : - _ only.');

/** The same where sending again answers a secret: at least 22 characters at random hold 128 bits. */
export const unguessableKey = sendingKey.min(22, 'The key must have at least 22 characters. Make it at random.');

/** The secret of a finder's private link. */
export const secret = z.string('The secret of the conversation is missing.').max(100, 'This is no secret of ours.');
