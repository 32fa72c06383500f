import type { z } from 'zod';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import type { HeldReason } from '../domain/messages/contract/schema.ts';
import { unconfirmed } from '../domain/messages/unconfirmed.ts';
import { maintenanceMessage, maintenanceRetrySeconds } from '../domain/settings/maintenance.ts';
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
  sessionId?: string;
  /** A keyed hash of the caller's network. */
  networkKey: string;
  formNonce?: string | undefined;
  /** Why a message would be held because of how it was sent. */
  heldReason: HeldReason | undefined;
};

export class Refusal {
  readonly status: RefusalStatus;
  readonly message: string;
  readonly details: { fields?: Record<string, string>; retryAfter?: number; reason?: string } | undefined;

  constructor(status: RefusalStatus, message: string, details?: Refusal['details']) {
    this.status = status;
    this.message = message;
    this.details = details;
  }
}

export function notAvailable(definition?: Pick<FunctionDefinition, 'sends'>): Refusal {
  const message = definition?.sends
    ? unconfirmed
    : 'The service is not available at the moment. Please try again in a few seconds.';
  return new Refusal('unavailable', message, { retryAfter: 5 });
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
    if (message) return new Refusal('unavailable', message, { retryAfter: maintenanceRetrySeconds });
  }
  if ((access === 'user' || access === 'admin') && !caller.user) {
    return new Refusal('unauthenticated', 'Sign in first.');
  }
  if (access === 'admin' && caller.user?.role !== 'admin') {
    return new Refusal('permission-denied', 'Only administrators can do this.');
  }
  const input = definition.input.safeParse(data ?? {});
  if (!input.success) return invalid(input.error);
  return definition.run(caller as CallerWith<A>, input.data, installation);
}

function invalid(error: z.ZodError): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const field of unknown ?? [issue.path.join('.') || 'data']) fields[field] ??= issue.message;
  }
  return new Refusal('invalid-argument', Object.values(fields)[0] ?? 'This cannot be understood.', { fields });
}
