import { createHash } from 'node:crypto';
import type { MessageDescriptor } from '../../language/create-translations.ts';
import { type Fields, isSame } from './contract/fields.ts';

/** Somebody changed meanwhile what the caller had read: nothing is stored. `now` has the present values, by field. */
export class Conflict {
  readonly now: Fields;
  readonly message: MessageDescriptor | MessageDescriptor[];

  constructor(now: Fields = {}, message: Conflict['message'] = { key: 'refused.changedElsewhere' }) {
    this.now = now;
    this.message = message;
  }
}

/**
 * A field conflicts when its present value is neither as the caller had loaded it nor already as the caller wants it: so a repeated
 * change does no harm. Without `from` a field is simply set. The hash of a text may stand for it.
 */
export function conflictOf(now: object, to: object, from: Fields = {}): Conflict | undefined {
  const wanted = Object.entries(to).filter(([, value]) => value !== undefined);
  const present = new Map<string, unknown>(Object.entries(now));
  const isOther = ([name, value]: [string, unknown]) => {
    const current = present.get(name);
    return (
      name in from && !isSame(current, from[name]) && !isSame(current, value) && hashOfText(current) !== from[name]
    );
  };
  if (!wanted.some(isOther)) return undefined;
  return new Conflict(Object.fromEntries(wanted.map(([name]) => [name, present.get(name) ?? null])));
}

function hashOfText(text: unknown): string {
  return `sha256:${createHash('sha256')
    .update(String(text ?? ''))
    .digest('hex')}`;
}
