import { randomUUID } from 'node:crypto';
import { unguessableKey } from '../../functions/inputs.ts';
import type { Visitor } from './visitor.ts';

/** With a form cookie the same words to the same place are one sending (double tap, retry, Back and again): they need no other key. */
const wordsAreTheKey = 'the-words-are-the-key-of-this-sending';

/** Tells one sending of a cached page's form from another. `ofForm` comes back with the form when the form cookie is missing. */
export function readIdempotencyKey(
  form: Record<string, string>,
  { caller }: Visitor,
): { key: string; ofForm: string | undefined } {
  if (caller.formNonce) return { key: wordsAreTheKey, ofForm: undefined };
  const key = unguessableKey.safeParse(form.key).data ?? randomUUID();
  return { key, ofForm: key };
}

/** The random id of a phone that tries again by itself. Nothing is refused for a bad one. */
export function readAttempt({ attempt }: Record<string, string>): string | undefined {
  return unguessableKey.safeParse(attempt).data;
}
