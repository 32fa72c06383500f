import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import type { MessageDescriptor, PlainKey } from '../language/create-translations.ts';
import type { Messages } from '../language/keys.ts';
import type { BodyRefusal } from '../server/http/read-body.ts';
import type { Services } from '../server/services.ts';
import { type Message, Refusal } from './define.ts';
import { refusals } from './refusals.ts';

type Table = typeof refusals;
export type RefusalName = { [Status in keyof Table]: keyof Table[Status] }[keyof Table];
type SentenceOf<Name> = {
  [Status in keyof Table]: Name extends keyof Table[Status] ? Table[Status][Name] : never;
}[keyof Table];
type ParamsOf<Name> = Messages[SentenceOf<Name> & PlainKey] extends { params: infer Params }
  ? { params: Params }
  : { params?: undefined };
/** `field`: of the input, about which the sentence is. */
type More = { field?: string; fields?: Record<string, Message>; retryAfter?: number; overMinor?: number };
type Given<Name> = object extends ParamsOf<Name> ? [more?: More] : [more: More & ParamsOf<Name>];
/** One whose sentence needs nothing: a function may answer its name. */
export type PlainRefusal = { [Name in RefusalName]: object extends ParamsOf<Name> ? Name : never }[RefusalName];

const byName = new Map(
  Object.entries(refusals).flatMap(([status, sentences]) =>
    Object.entries(sentences).map(([name, key]) => [name, { status: status as Refusal['status'], key }] as const),
  ),
);

export function refused<Name extends RefusalName>(name: Name, ...[more]: Given<Name>): Refusal {
  const { status, key } = byName.get(name) as { status: Refusal['status']; key: PlainKey };
  const { field, params, ...details }: More & { params?: object | undefined } = more ?? {};
  const message = { key, params } as MessageDescriptor;
  const [reason = ''] = name.split('.');
  return new Refusal(status, message, { ...(field && { fields: { [field]: message } }), ...details, reason });
}

/** The service is away for a while. When the call `sends` something, nobody knows whether it arrived. */
export function notAvailable(definition?: { sends?: boolean | undefined }): Refusal {
  return refused(definition?.sends ? 'unavailable.unsure' : 'unavailable', { retryAfter: 5 });
}

export function overLimit(reason: MessageDescriptor, { retryAfter }: { retryAfter: number }): Refusal {
  const message: MessageDescriptor[] = [reason, { key: 'error.nothingSent', params: wait(retryAfter) }];
  return new Refusal('resource-exhausted', message, { retryAfter, reason: 'over-limit' });
}

export function tooManyRequests({ retryAfter }: { retryAfter: number }): Refusal {
  return refused('TOO_MANY_REQUESTS', { params: wait(retryAfter), retryAfter });
}

/** The address was sent as many mails of this kind as it may get: said alike whether it has an account or not. */
export function tooManyMails({ retryAfter }: { retryAfter: number }): Refusal {
  return refused('TOO_MANY_MAILS', { params: wait(retryAfter), retryAfter });
}

export function notYet(reason: MessageDescriptor, retryAfter: number): Refusal {
  const params = { unit: 'minutes', count: Math.ceil(retryAfter / 60) };
  return new Refusal('resource-exhausted', [reason, { key: 'account.retry', params }], {
    retryAfter,
    reason: 'over-limit',
  });
}

/** In words: above an hour and a half as hours. */
export function wait(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return { unit: 'hours', count: Math.ceil(minutes / 60) };
  return { unit: 'minutes', count: minutes };
}

type Verb<Given, Found> = (user: CurrentUser, given: Given, services: Services) => Promise<Found>;

/** Runs a verb of the domain for who calls; `missing` where it finds nothing, or nothing of theirs. */
export function foundBy<Input, Found>(verb: Verb<Input, Found>, missing: PlainRefusal) {
  return async ({ user }: { user: CurrentUser }, input: Input, services: Services) =>
    ((await verb(user, input, services)) || missing) as Exclude<Found, false | null | undefined> | PlainRefusal;
}

export function foundById<Found>(verb: Verb<string, Found>, missing: PlainRefusal) {
  return foundBy((user, { id }: { id: string }, services) => verb(user, id, services), missing);
}

export function messageOfBodyRefusal({ reason, type }: BodyRefusal): MessageDescriptor {
  return reason === 'wrongType' ? { key: `error.${reason}`, params: { type } } : { key: `error.${reason}` };
}
