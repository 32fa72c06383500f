import { z } from 'zod';

const visible = /^[\x21-\x7e]*$/;

/** An id as our answers gave it; an id of another form is simply not found. */
export const id = z
  .string('An id is missing.')
  .min(1, 'An id is missing.')
  .max(64, 'This is no id.')
  .regex(visible, 'This is no id.');

/** Made once a form (a UUID, say), so that sending it again does nothing twice. */
export const sendingKey = z
  .string('A key is missing.')
  .min(8, 'The key must have at least 8 characters.')
  .max(100, 'The key must have at most 100 characters.')
  .regex(visible, 'The key must be of visible ASCII characters.');

/** The secret of a finder's private link. */
export const secret = z.string('The secret of the conversation is missing.').max(100, 'This is no secret of ours.');
