import type { z } from 'zod';
import { AccountDeleted } from '../domain/accounts/account-rows.ts';
import { can, isRight } from '../domain/accounts/contract/can.ts';
import { Conflict } from '../domain/conflicts/conflict.ts';
import type { OpenedConversation } from '../domain/messages/conversations.ts';
import type { Proof } from '../domain/second-factor/contract/schema.ts';
import { defaultMaintenanceMessage } from '../domain/settings/contract/default-maintenance-message.ts';
import { maintenanceRetrySeconds } from '../domain/settings/maintenance.ts';
import type { MessageDescriptor, PlainKey } from '../language/create-translations.ts';
import { isKeyTaken } from '../server/db/statements.ts';
import type { Services } from '../server/services.ts';
import { type Access, type Caller, type CallerWith, type FunctionDefinition, type Message, Refusal } from './define.ts';
import { notAvailable, type PlainRefusal, refused } from './refused.ts';

/** Calls a function: checks maintenance, access and input, runs it, and parses its answer. */
export async function callDefined(
  { access, duringMaintenance, fresh, input, run, output }: FunctionDefinition,
  caller: Caller,
  data: unknown,
  services: Services,
): Promise<unknown> {
  if (duringMaintenance !== 'open' && !can(caller.user, 'passMaintenance')) {
    const parts = await caller.reads.closedParts();
    if (!parts) return notAvailable();
    const message = parts[duringMaintenance ? 'tag-pages' : 'rest'];
    if (message) return closed(message);
  }
  if ((access === 'user' || isRight(access)) && !caller.user) {
    return new Refusal('unauthenticated', { key: 'error.signInFirst' });
  }
  if (isRight(access) && !can(caller.user, access)) return refused('admins-only');
  if (can(caller.user, 'admin') && (isRight(access) || fresh)) {
    const proof = await caller.reads.secondFactorProof(caller.sessionId);
    if (proof === 'missing' || (fresh && proof === 'stale')) return needsSecondFactor(proof);
  }
  const asked = input.safeParse(data ?? {}, { error: keyOfIssue });
  if (!asked.success) return invalid(asked.error);
  const conversation = access === 'finder' ? await openConversation(asked.data, caller) : undefined;
  if (conversation instanceof Refusal) return conversation;
  const running = run({ ...caller, ...(conversation && { conversation }) } as CallerWith<Access>, asked.data, services);
  const result = await running.catch((error) => {
    if (error instanceof AccountDeleted) return refused('user-deleted');
    if (isKeyTaken(error)) return refused('key-taken');
    throw error;
  });
  if (result instanceof Refusal) return result;
  if (result instanceof Conflict)
    return new Refusal('aborted', result.message, { reason: 'changed-elsewhere', now: result.now });
  if (result === undefined || result === true || result === 'done') return output.parse({});
  if (typeof result !== 'string') return output.parse(result);
  return refused(result as PlainRefusal, result === 'bad-cursor' ? { field: 'after' } : undefined);
}

/** The app asks for the second factor, and then calls again. */
export function needsSecondFactor(proof: Exclude<Proof, 'fresh'>): Refusal {
  return refused(proof === 'missing' ? 'second-factor-required' : 'second-factor-stale');
}

async function openConversation(input: unknown, { reads }: Caller): Promise<OpenedConversation | Refusal> {
  const { secret } = input as { secret: string };
  return (await reads.conversation(secret)) ?? refused('no-conversation.finder');
}

function closed(message: string): Refusal {
  const said: Message = message === defaultMaintenanceMessage ? { key: 'screen.maintenance' } : { words: message };
  return new Refusal('unavailable', said, { retryAfter: maintenanceRetrySeconds, reason: 'maintenance' });
}

function invalid(error: z.ZodError): Refusal {
  const fields: Record<string, Message> = {};
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const field of unknown ?? [issue.path.join('.') || 'data']) fields[field] ??= messageOfIssue(issue, field);
  }
  const message = Object.values(fields)[0] ?? { key: 'error.notUnderstood' };
  return new Refusal('invalid-argument', message, { fields, reason: 'bad-input' });
}

/** Where a schema names no text of its own. */
function keyOfIssue({ code }: { code: string }): PlainKey {
  return code === 'unrecognized_keys' ? 'error.unknownField' : 'error.notUnderstood';
}

/** The message of an issue is a key. The text’s parameters are the limit that was broken, or the field. */
function messageOfIssue(issue: z.core.$ZodIssue, field: string): MessageDescriptor {
  return { key: issue.message, params: { ...issue, field } } as unknown as MessageDescriptor;
}
