import { sql } from 'kysely';
import { limitConcurrency, limitConcurrencyByKey } from '../../server/concurrency.ts';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { keepOwner } from '../items/change-items.ts';
import type { TaggedItem } from '../items/tag-page.ts';
import { isBlocked, secondsOfToday } from '../moderation/blocked-networks.ts';
import { announceFinderMessage } from './announce-message.ts';
import type { FinderReport, HeldReason } from './contract/schema.ts';
import { finderSecret, lockState, newConversationId, type OpenedConversation } from './conversations.ts';
import { findEarlier } from './earlier-sending.ts';
import { type OverLimit, takeReport } from './message-limits.ts';
import { addMessage, findAttempt, type MessageRow } from './message-rows.ts';

export type Finder = {
  /** The conversation that this browser already has about the item. It is continued. */
  conversation?: OpenedConversation | undefined;
  sender: string;
  networkKey: string;
  language?: string | undefined;
  heldReason?: HeldReason | undefined;
};

/** Names a sending at a tag: `id` is random, and only the sender knows it. */
export type Attempt = { hash: string; id: string };

type Report = FinderReport & {
  item: Pick<TaggedItem, 'id' | 'ownerId' | 'name'>;
  key: string;
  /** Lets the phone find the message again, however late and in whatever browser session. */
  attempt?: Attempt | undefined;
};

export type ReportResult =
  | { state: 'sent'; secret: string; heldReason: HeldReason | null }
  | { state: 'blocked' }
  /** An administrator blocked the network for new conversations; `retryAfter` is in seconds. */
  | { state: 'network-blocked'; retryAfter: number }
  /** The item became somebody else's just now: sending again reaches the new owner. */
  | { state: 'handed-over' }
  | OverLimit;

/** A repeated sending reveals the secret, so it is only possible while the form is valid. */
const repeatHours = 24;

/** Shorter than a page waits for its answer (before-pages.tsx): what was given up is never begun. */
const longestWaitMs = 3_000;

/** So a flood of messages leaves database connections to all other requests, turns to other items, and an item's turns to other networks. */
const ofNetwork = limitConcurrencyByKey({ atOnce: 1, mostWaiting: 30 });
const ofItem = limitConcurrencyByKey({ atOnce: 3, mostWaiting: 300 });
const ofAll = limitConcurrency({ atOnce: 6, mostWaiting: 300 });

/** The same key, words and sender within a day add nothing. @throws TooBusy when its turn does not come within 3 seconds */
export async function reportFound(finder: Finder, report: Report, services: Services): Promise<ReportResult> {
  if (finder.conversation?.blockedAt) return { state: 'blocked' };
  const until = performance.now() + longestWaitMs;
  const itemId = report.item.id;
  const send = async () => {
    const arrived = await findByAttempt(report.attempt, report, services);
    if (arrived) return sentBefore(arrived, services);
    const sending = idempotencyKey(finder, report, services);
    const found = await findEarlier(services.db, sending, (earlier) => isRepeatable(earlier, services));
    if ('earlier' in found) return sentBefore(found.earlier, services);
    const store = () => storeReport(finder, { ...report, key: found.key }, services);
    return ofItem(itemId, () => ofAll.run(store, until), until);
  };
  return ofNetwork(`${finder.networkKey}.${itemId}`, send, until);
}

export async function findReport(attempt: Attempt, report: FinderReport, services: Services): Promise<string | null> {
  const row = await findByAttempt(attempt, report, services);
  return row ? secretOf(row, services) : null;
}

async function storeReport(finder: Finder, report: Report, services: Services): Promise<ReportResult> {
  const { events, limits } = services;
  const { item, attempt } = report;
  const known = finder.conversation;
  // Counted in its turn: a message that had none is tried again.
  const allowance = await takeReport({ ...finder, itemId: item.id }, limits);
  if (allowance.state === 'over-limit') return allowance;
  const { heldReason, possiblyAutomatic } = allowance;

  const written = await events.transaction(async (trx, publish): Promise<Written> => {
    const state = known ? await lockState(trx, known.id) : await stateOfItem(trx, item, finder);
    if (state !== 'open') return { state };
    const conversation = known ?? {
      id: newConversationId(),
      itemId: item.id,
      ownerId: item.ownerId,
      finderName: report.name || null,
      finderLanguage: finder.language ?? null,
      secretVersion: 1,
      networkKey: finder.networkKey,
    };
    if (known) await updateFinder(trx, known, { name: report.name, language: finder.language });
    else await trx.insertInto('conversations').values(conversation).execute();
    const { row, added, members } = await addMessage(trx, {
      conversation,
      author: 'finder',
      text: report.text,
      language: finder.language,
      answer: report.answer,
      heldReason,
      idempotencyKey: report.key,
      attemptKey: attempt && attemptKey(attempt, report, services),
    });
    if (added) await announceFinderMessage(trx, publish, { row, members, possiblyAutomatic }, services);
    // The same sending arrived twice at once: only the other conversation stays.
    else if (!known) await trx.deleteFrom('conversations').where('id', '=', conversation.id).execute();
    return { state: 'open', row, added, conversation };
  });
  if (written.state === 'network-blocked') return { state: 'network-blocked', retryAfter: secondsOfToday() };
  if (written.state !== 'open') return { state: written.state === 'blocked' ? 'blocked' : 'handed-over' };
  const { row, added, conversation } = written;
  if (!added) return sentBefore(row, services);

  return { state: 'sent', secret: finderSecret(conversation, services), heldReason: heldReason ?? null };
}

type Written =
  | { state: 'blocked' | 'closed' | 'network-blocked' }
  | { state: 'open'; row: MessageRow; added: boolean; conversation: { id: string; secretVersion: number } };

/** Whether a conversation about the item may begin. It still belongs to the owner, and does until the transaction ends. */
async function stateOfItem(
  trx: Executor,
  { id, ownerId }: Report['item'],
  { networkKey }: Finder,
): Promise<'open' | 'closed' | 'network-blocked'> {
  await keepOwner(trx, id);
  const owned = await trx
    .selectFrom('items')
    .select(isBlocked(networkKey).as('blocked'))
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .executeTakeFirst();
  if (!owned) return 'closed';
  return owned.blocked ? 'network-blocked' : 'open';
}

type Known = { id: string; finderName: string | null; finderLanguage: string | null };

async function updateFinder(trx: Executor, known: Known, now: { name: string; language: string | undefined }) {
  const finderName = known.finderName ?? (now.name || null);
  const finderLanguage = now.language ?? known.finderLanguage;
  if (finderName === known.finderName && finderLanguage === known.finderLanguage) return;
  await trx.updateTable('conversations').set({ finderName, finderLanguage }).where('id', '=', known.id).execute();
}

/** Hashed, so that the table does not enable anybody to repeat a sending. */
function idempotencyKey({ sender }: Finder, report: Report, { keys }: Services): string {
  const { item, key, answer, text, name } = report;
  const code = keys.code('sending', JSON.stringify([item.id, sender, key, answer, text, name]));
  return `found:${code.toString('base64url')}`;
}

async function findByAttempt(attempt: Attempt | undefined, report: FinderReport, services: Services) {
  return attempt && findAttempt(services.db, attemptKey(attempt, report, services));
}

function attemptKey({ hash, id }: Attempt, { answer, text, name }: FinderReport, { keys }: Services): string {
  return keys.code('attempt', JSON.stringify([hash, id, answer, text, name])).toString('base64url');
}

/** By the database's clock, as the message's time is. What its finder deleted, or what ended with its conversation, is written anew. */
async function isRepeatable({ id }: { id: string }, { db }: Services): Promise<boolean> {
  return isThere(
    db
      .selectFrom('webMessages')
      .innerJoin('conversations', 'conversations.id', 'webMessages.conversationId')
      .select('webMessages.id')
      .where('webMessages.id', '=', id)
      .where('webMessages.createdAt', '>', sql<Date>`now() - make_interval(hours => ${repeatHours})`)
      .where('deletedAt', 'is', null)
      .where('closedAt', 'is', null),
  );
}

async function sentBefore(message: MessageRow, services: Services): Promise<ReportResult> {
  const secret = await secretOf(message, services);
  return { state: 'sent', secret, heldReason: message.heldReason as HeldReason | null };
}

async function secretOf({ conversationId }: MessageRow, services: Services): Promise<string> {
  const conversation = await services.db
    .selectFrom('conversations')
    .select(['id', 'secretVersion'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return finderSecret(conversation, services);
}
