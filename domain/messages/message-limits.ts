import { sql } from 'kysely';
import { type LimitName, type Limits, takeEach } from '../../server/limits/limits.ts';
import type { HeldReason } from './contract/schema.ts';

/** The message is not stored; the sender may try again after `retryAfter` seconds. */
export type OverLimit = { state: 'over-limit'; retryAfter: number };

type Allowance = OverLimit | { state: 'allowed'; heldReason?: HeldReason | undefined };

type Report = { networkKey: string; itemId: string; heldReason?: HeldReason | undefined };

/**
 * Counts a finder's message by network and item. Above 8 in 10 minutes it is held, above 120 an hour or 300 a day refused. Without a form
 * cookie it is `possiblyAutomatic` from the third of a day.
 */
export async function takeReport(
  { networkKey, itemId, heldReason: ofSending }: Report,
  limits: Limits,
): Promise<OverLimit | { state: 'allowed'; heldReason: HeldReason | undefined; possiblyAutomatic: boolean }> {
  const key = `${networkKey}.${itemId}`;
  const refusal = await refuseOver(limits, [
    ['report-hour', key],
    ['report-day', key],
  ]);
  if (refusal) return refusal;
  const heldReason = strictest(ofSending, await heldAbove(limits, key));
  const isFormless = heldReason === 'no-form';
  const possiblyAutomatic = isFormless ? !(await limits.take('formless-day', key)).allowed : heldReason !== undefined;
  return { state: 'allowed', heldReason, possiblyAutomatic };
}

/** Counts a finder's answer: above 60 an hour refused, above 8 in 10 minutes held; all about one item share 600 an hour, 1,500 a day. */
export async function takeAnswer(
  { networkKey, conversation }: { networkKey: string; conversation: { id: string; itemId: string } },
  limits: Limits,
): Promise<Allowance> {
  const shared = `${networkKey}.${conversation.itemId}`;
  const refusal = await refuseOver(limits, [
    ['answer-hour', conversation.id],
    ['answers-hour', shared],
    ['answers-day', shared],
  ]);
  return refusal ?? { state: 'allowed', heldReason: await heldAbove(limits, `${networkKey}.${conversation.id}`) };
}

export async function takeReply(conversationId: string, limits: Limits): Promise<OverLimit | undefined> {
  return refuseOver(limits, [['reply-hour', conversationId]]);
}

async function refuseOver(limits: Limits, counts: [LimitName, string][]): Promise<OverLimit | undefined> {
  const { allowed, retryAfter } = await takeEach(limits, counts);
  return allowed ? undefined : { state: 'over-limit', retryAfter };
}

async function heldAbove(limits: Limits, key: string): Promise<HeldReason | undefined> {
  const { allowed } = await limits.take('finder-message', key);
  return allowed ? undefined : 'too-many';
}

/** Which of two reasons counts. Work releases messages above the limits and without a form cookie, but not what looks like a program's. */
function strictest(ofSending: HeldReason | undefined, ofLimits: HeldReason | undefined): HeldReason | undefined {
  return ofSending === 'no-form' ? (ofLimits ?? ofSending) : (ofSending ?? ofLimits);
}

/** Whether a program may have sent it. Browsers without cookies are people's too, so `no-form` alone says too little. */
export function isPossiblyAutomatic(heldReason: string | null): boolean {
  return heldReason === 'too-many' || heldReason === 'hidden-field';
}

export const possiblyAutomatic = sql<boolean>`held_reason in ('too-many', 'hidden-field')`;

/** The words of the index `web_messages_held_unread`. */
export const isHeldAndUnread = sql<boolean>`${possiblyAutomatic} and not read_by_owner`;
