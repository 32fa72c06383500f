import type { Executor } from '../../server/db/tables.ts';

/** Whether the finder can still write: not after the owner blocked or the conversation closed. */
export type ConversationState = 'open' | 'blocked' | 'closed';

export function stateOf(conversation: { blockedAt: Date | null; closedAt: Date | null }): ConversationState {
  if (conversation.blockedAt) return 'blocked';
  return conversation.closedAt ? 'closed' : 'open';
}

/**
 * The state of the conversation, which stays as it is until the transaction ends: what is written in it comes before a block or is
 * refused. One that is gone is closed.
 */
export async function lockState(trx: Executor, id: string): Promise<ConversationState> {
  const row = await trx
    .selectFrom('conversations')
    .select(['blockedAt', 'closedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? stateOf(row) : 'closed';
}
