import type { Executor } from '../../server/db/tables.ts';

export type ConversationState = 'open' | 'blocked' | 'closed';

export function stateOf(conversation: { blockedAt: Date | null; closedAt: Date | null }): ConversationState {
  if (conversation.blockedAt) return 'blocked';
  return conversation.closedAt ? 'closed' : 'open';
}

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
