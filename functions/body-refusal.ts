import type { MessageDescriptor } from '../language/create-translations.ts';
import type { BodyRefusal } from '../server/http/read-body.ts';

/** Why a body was refused, for its sender. */
export function messageOfBodyRefusal({ reason, type }: BodyRefusal): MessageDescriptor {
  return reason === 'wrongType' ? { key: `error.${reason}`, params: { type } } : { key: `error.${reason}` };
}
