import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { notifyReaders } from '../notifications/notify-readers.ts';
import { isPossiblyAutomatic } from './message-limits.ts';
import type { MessageRow } from './message-rows.ts';

type News = { row: MessageRow; members: string[]; possiblyAutomatic?: boolean };

/** Tells the owner of a finder's message, and those with whom the item is shared: on their pages and by mail. */
export async function announceFinderMessage(
  trx: Executor,
  publish: Publish,
  { row, members, possiblyAutomatic = isPossiblyAutomatic(row.heldReason) }: News,
  services: Services,
): Promise<void> {
  const { conversationId: id, ownerId } = row;
  const readers = [ownerId, ...members];
  await notifyReaders(trx, { message: row, readers, possiblyAutomatic }, services);
  for (const uid of readers) publish({ kind: 'unread', uid });
  publish({ kind: 'conversation', id, ownerId, members });
}
