import type { z } from 'zod';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import type { HeldReason } from '../domain/messages/contract/schema.ts';
import { defaultMaintenanceMessage } from '../domain/settings/contract/default-maintenance-message.ts';
import { maintenanceMessage, maintenanceRetrySeconds } from '../domain/settings/maintenance.ts';
import { wordsIn } from '../language/languages.ts';
import type { Said, Words } from '../language/words.ts';
import type { Installation } from '../server/installation.ts';

/** `finder` is the bearer of a conversation's secret. */
export type Access = 'anyone' | 'finder' | 'user' | 'admin';

/** Refusals and their HTTP statuses (C-8.05). */
export const refusalStatuses = {
  'invalid-argument': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'resource-exhausted': 429,
  unavailable: 503,
} as const;

type RefusalStatus = keyof typeof refusalStatuses;

export type Caller = {
  user: CurrentUser | null;
  /** In which the caller reads, as a BCP 47 tag. */
  language: string;
  sessionId?: string;
  /** A keyed hash of the caller's network. */
  networkKey: string;
  formNonce?: string | undefined;
  /** Why a message would be held because of how it was sent. */
  heldReason: HeldReason | undefined;
};

/** What is said to the caller: a text of the catalogue, several in a row, or words that are not in the catalogue yet. */
export type Message = Said | Said[] | string;

/** Its words are made where they are shown. */
export class Refusal {
  readonly status: RefusalStatus;
  readonly message: Message;
  /** `reason` is a stable code, for programs. */
  readonly details: { fields?: Record<string, Message>; retryAfter?: number; reason?: string } | undefined;

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

/** The refusal as people read it. */
export function refusalInWords({ status, message, details }: Refusal, t: Words): SpokenRefusal {
  const { fields, ...rest } = details ?? {};
  const spoken = Object.entries(fields ?? {}).map(([field, said]) => [field, inWords(said, t)]);
  return {
    status,
    message: inWords(message, t),
    details: details && { ...(fields && { fields: Object.fromEntries(spoken) }), ...rest },
  };
}

function inWords(message: Message, t: Words): string {
  if (typeof message === 'string') return message;
  return [message].flat().map(t.say).join(' ');
}

export function notAvailable(definition?: Pick<FunctionDefinition, 'sends'>): Refusal {
  const key = definition?.sends ? 'error.unconfirmed' : 'error.unavailable';
  return new Refusal('unavailable', { key }, { retryAfter: 5 });
}

type CallerWith<A extends Access> = A extends 'user' | 'admin' ? Caller & { user: CurrentUser } : Caller;

export type FunctionDefinition<
  Name extends string = string,
  A extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  name: Name;
  access: A;
  /** Who can call during maintenance besides administrators: nobody, everybody, or everybody while the tags' pages are open. */
  duringMaintenance?: 'open' | 'as-tag-pages';
  /** The function counts its own limits, by what the call is about. */
  countsItself?: true;
  /** Sends one message per key, so an unconfirmed call can be repeated. */
  sends?: true;
  summary: string;
  input: Input;
  output: Output;
  run(caller: CallerWith<A>, input: z.output<Input>, installation: Installation): Promise<z.input<Output> | Refusal>;
};

export function defineFunction<
  const Name extends string,
  const A extends Access,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(definition: FunctionDefinition<Name, A, Input, Output>) {
  return definition;
}

/** Calls a function: checks maintenance, access and input, then runs it. The site's forms use it directly, others over HTTP. */
export async function call<A extends Access, Input extends z.ZodType, Output extends z.ZodType>(
  definition: FunctionDefinition<string, A, Input, Output>,
  caller: Caller,
  data: unknown,
  installation: Installation,
): Promise<z.input<Output> | Refusal> {
  const { access, duringMaintenance } = definition;
  if (duringMaintenance !== 'open' && caller.user?.role !== 'admin') {
    const message = await maintenanceMessage(duringMaintenance ? 'tag-pages' : 'rest', installation);
    if (message === undefined) return notAvailable();
    if (message) return closed(message);
  }
  if ((access === 'user' || access === 'admin') && !caller.user) {
    return new Refusal('unauthenticated', { key: 'error.signInFirst' });
  }
  if (access === 'admin' && caller.user?.role !== 'admin') {
    return new Refusal('permission-denied', { key: 'error.adminsOnly' });
  }
  const input = definition.input.safeParse(data ?? {});
  if (!input.success) return invalid(input.error);
  return definition.run(caller as CallerWith<A>, input.data, installation);
}

function closed(message: string): Refusal {
  const said: Message = message === defaultMaintenanceMessage ? { key: 'screen.maintenance' } : message;
  return new Refusal('unavailable', said, { retryAfter: maintenanceRetrySeconds });
}

function invalid(error: z.ZodError): Refusal {
  const fields: Record<string, Message> = {};
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const field of unknown ?? [issue.path.join('.') || 'data']) fields[field] ??= saidByIssue(issue);
  }
  return new Refusal('invalid-argument', Object.values(fields)[0] ?? { key: 'error.notUnderstood' }, { fields });
}

/** What is wrong with an input, for whoever sent it. */
export function issueInWords(issue: z.core.$ZodIssue, t: Words): string {
  return inWords(saidByIssue(issue), t);
}

/** A schema names a text of the catalogue, or says in English what is not there yet. */
function saidByIssue(issue: z.core.$ZodIssue): Message {
  const { message } = issue;
  if (!wordsIn('en').isKey(message)) return message;
  // The limit that was broken is the text’s only parameter.
  return { key: message, params: issue } as unknown as Said;
}
