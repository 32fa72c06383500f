import { z } from 'zod';
import type { Right } from '../domain/accounts/contract/can.ts';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import type { Conflict } from '../domain/conflicts/conflict.ts';
import type { Fields } from '../domain/conflicts/contract/fields.ts';
import type { HeldReason } from '../domain/messages/contract/schema.ts';
import type { OpenedConversation } from '../domain/messages/conversations.ts';
import type { MessageDescriptor, Translations } from '../language/create-translations.ts';
import type { refusalStatuses } from '../paths/api.ts';
import type { Services } from '../server/services.ts';
import type { PlainRefusal } from './refused.ts';
import type { RequestReads } from './request-reads.ts';
import type { Sender } from './upload-places.ts';

/** `finder` is the bearer of a conversation's secret. */
export type Access = 'anyone' | 'finder' | 'user' | Right;

type RefusalStatus = keyof typeof refusalStatuses;

export type Caller = {
  user: CurrentUser | null;
  /** The language in which the caller reads, as a BCP 47 tag. */
  language: string;
  sessionId?: string;
  /** A keyed hash of the caller's network. */
  networkKey: string;
  /** The same on every day: for telling senders apart, never stored. */
  senderNetwork: string;
  formNonce?: string | undefined;
  /** Why a message would be held because of how it was sent. */
  heldReason: HeldReason | undefined;
  /** The hash of the browser's device cookie, and its name, such as “Firefox on Android”. */
  device?: { hash: string; name: string };
  /** Receives the file that is the body of the call. @returns its path until the call ends */
  receiveFile?: (sender: Sender) => Promise<string | Refusal>;
  reads: RequestReads;
};

/** What is said to the caller: a text of the catalogue, several in a row, or what an administrator wrote. */
export type Message = MessageDescriptor | MessageDescriptor[] | { words: string };

/** Why a call is refused. Its message becomes a text where it is shown, in the reader's language. */
export class Refusal {
  readonly status: RefusalStatus;
  readonly message: Message;
  /** `reason` is a stable code, for programs; `overMinor`: by how much an amount is too high; `now`: what changed meanwhile, by field. */
  readonly details:
    | { fields?: Record<string, Message>; retryAfter?: number; reason?: string; overMinor?: number; now?: Fields }
    | undefined;

  constructor(status: RefusalStatus, message: Message, details?: Refusal['details']) {
    this.status = status;
    this.message = message;
    this.details = details;
  }
}

type SpokenRefusal = {
  status: RefusalStatus;
  message: string;
  details: (Omit<NonNullable<Refusal['details']>, 'fields'> & { fields?: Record<string, string> }) | undefined;
};

export function refusalInWords({ status, message, details }: Refusal, t: Translations): SpokenRefusal {
  const { fields, ...rest } = details ?? {};
  const spoken = Object.entries(fields ?? {}).map(([field, said]) => [field, inWords(said, t)]);
  return {
    status,
    message: inWords(message, t),
    details: details && { ...(fields && { fields: Object.fromEntries(spoken) }), ...rest },
  };
}

function inWords(message: Message, t: Translations): string {
  if (Array.isArray(message)) return message.map(t.say).join(' ');
  return 'words' in message ? message.words : t.say(message);
}

export type CallerWith<A extends Access> = A extends 'user' | Right
  ? Caller & { user: CurrentUser }
  : A extends 'finder'
    ? Caller & { conversation: OpenedConversation }
    : Caller;

/** What a function answers: its output, why it refuses, or of one that only does something, that it is done. */
type Answer<Output> =
  | Promise<Output | Refusal | PlainRefusal | Conflict | (Output extends Record<string, never> ? true | 'done' : never)>
  | (Output extends Record<string, never> ? Promise<void> : never);

type Definition<A extends Access, Input, Output, Route extends string | undefined> = {
  /** The only way to it over HTTP, instead of `POST /functions/{region}/{name}` (decision 015). */
  route?: Route;
  takesFile?: true;
  /** Who can call during maintenance besides administrators: nobody, everybody, or everybody while the tags' pages are open. */
  duringMaintenance?: 'open' | 'as-tag-pages';
  /** The function counts its own limits, by what the call is about. */
  countsItself?: true;
  /** Administrators prove their second factor again for it when the last time is more than 15 minutes ago. Others need none. Decision 037 says for what. */
  fresh?: true;
  /** Sends one message per key, so an unconfirmed call can be repeated. */
  sends?: true;
  summary: string;
  run(caller: CallerWith<A>, input: z.output<Input>, services: Services): Answer<z.input<Output>>;
};

export type FunctionDefinition<
  A extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Route extends string | undefined = string | undefined,
> = Definition<A, Input, Output, Route> & {
  access: A;
  input: Input;
  /** Strict: the call fails when the answer has other fields. */
  output: Output;
};

const nothing = z.object({});
const done = z.strictObject({});

/** Who may call a function is in the name by which it is defined. Without an input it is given nothing, without an output it answers only that it is done. */
export const forAnyone = definerFor('anyone');
export const forFinder = definerFor('finder');
export const forUser = definerFor('user');
export const forAdmin = definerFor('admin');

function definerFor<const A extends Access>(access: A) {
  return <
    Input extends A extends 'finder' ? z.ZodType<{ secret: string }> : z.ZodType = A extends 'finder'
      ? never
      : typeof nothing,
    Output extends z.ZodType = typeof done,
    const Route extends string | undefined = undefined,
  >(
    definition: Definition<A, Input, Output, Route> & { input?: Input; output?: Output },
  ): FunctionDefinition<A, Input, Output, Route> => ({
    access,
    input: nothing as z.ZodType as Input,
    output: done as z.ZodType as Output,
    ...definition,
  });
}
