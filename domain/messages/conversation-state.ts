import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import { keptAfterClosingDays } from './contract/limits.ts';

export type ConversationState = 'open' | 'blocked' | 'closed';

export function stateOf(conversation: { blockedAt: Date | null; closedAt: Date | null }): ConversationState {
  if (conversation.blockedAt) return 'blocked';
  return conversation.closedAt ? 'closed' : 'open';
}

/** Whether the time after closing ended what the finder wrote, rather than the finder. */
export function haveWordsExpired({ closedAt, wordsDeletedAt }: { closedAt: Date | null; wordsDeletedAt: Date | null }) {
  if (!closedAt || !wordsDeletedAt) return false;
  return wordsDeletedAt.getTime() - closedAt.getTime() >= keptAfterClosingDays * 86_400_000;
}

/** Of a row of `conversations`: whether its owner has something to read in it. */
export const isUnreadByOwner = sql<boolean>`exists (
  select from web_messages
  where owner_id = conversations.owner_id and conversation_id = conversations.id and not read_by_owner)`;

/** Locks the conversation and reads its state, so that nothing is written after a block. A deleted one is closed. */
export async function lockState(trx: Executor, id: string): Promise<ConversationState> {
  const row = await trx
    .selectFrom('conversations')
    .select(['blockedAt', 'closedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? stateOf(row) : 'closed';
}
