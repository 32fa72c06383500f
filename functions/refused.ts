import type { MessageDescriptor, PlainKey } from '../language/create-translations.ts';
import type { Messages } from '../language/keys.ts';
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

const byName = new Map(
  Object.entries(refusals).flatMap(([status, sentences]) =>
    Object.entries(sentences).map(([name, key]) => [name, { status: status as Refusal['status'], key }] as const),
  ),
);

/** The refusal of this name, with its status, code and sentence. */
export function refused<Name extends RefusalName>(name: Name, ...[more]: Given<Name>): Refusal {
  const { status, key } = byName.get(name) as { status: Refusal['status']; key: PlainKey };
  const { field, params, ...details }: More & { params?: object | undefined } = more ?? {};
  const message = { key, params } as MessageDescriptor;
  const [reason = ''] = name.split('.');
  return new Refusal(status, message, { ...(field && { fields: { [field]: message } }), ...details, reason });
}

/** For a while; of what `sends`, it is not known whether it arrived. */
export function notAvailable(definition?: { sends?: boolean | undefined }): Refusal {
  return refused(definition?.sends ? 'unavailable.unsure' : 'unavailable', { retryAfter: 5 });
}
