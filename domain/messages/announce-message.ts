import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import { notifyReaders } from '../notifications/notify-readers.ts';
import type { MessageRow } from './message-rows.ts';

type News = {
  item: { ownerId: string };
  conversation: { id: string };
  row: MessageRow;
  /** With whom the item is shared. */
  members: string[];
};

/** Tells the owner of a finder's message, and those with whom the item is shared: on their pages and by mail. */
export async function announceFinderMessage(
  trx: Executor,
  publish: Publish,
  { item, conversation, row, members }: News,
  installation: Installation,
): Promise<void> {
  const { id, heldReason, itemId } = row;
  const news = {
    conversation: { id: conversation.id, itemId },
    ownerId: item.ownerId,
    members,
    message: { id, heldReason },
  };
  await notifyReaders(trx, news, installation);
  for (const uid of [item.ownerId, ...members]) publish({ kind: 'unread', uid });
  publish({ kind: 'conversation', id: conversation.id, ownerId: item.ownerId, members }, { kind: 'mail' });
}
