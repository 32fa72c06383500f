import type { Installation } from '../../server/installation.ts';
import { findTagPage } from '../items/tag-page.ts';
import { notifyOwner } from '../notifications/message-mails.ts';
import { findConversationAbout, finderSecret, newConversationId } from './finder-secret.ts';
import { addMessage } from './message-rows.ts';
import type { FinderReport, HeldReason } from './schema.ts';

export type Finder = {
  /** Secrets of the conversations this browser already has: the same item is continued, not begun anew. */
  secrets: string[];
  /** Why this message is set aside for the owner to judge, if it is. */
  heldReason?: HeldReason | undefined;
};

export type Reported =
  | { state: 'sent'; secret: string; heldReason: HeldReason | null }
  | { state: 'unknown' | 'blank' | 'retired' | 'blocked' };

/**
 * A finder reports the item behind a tag. When this returns `sent`, the message and the mail to the owner are in the database.
 * @param key unique to this sending: repeating it yields the same conversation and no second message
 */
export async function reportFound(
  finder: Finder,
  report: FinderReport & { hash: string; key: string },
  installation: Installation,
): Promise<Reported> {
  const page = await findTagPage(report.hash, installation);
  if (page.state !== 'active') return { state: page.state };
  const { item } = page;

  const known = (await findConversationAbout(item.id, finder.secrets, installation))?.conversation;
  if (known?.blockedAt) return { state: 'blocked' };

  const sent = await installation.db.transaction().execute(async (trx) => {
    const begun = known ?? {
      id: newConversationId(),
      itemId: item.id,
      ownerId: item.ownerId,
      finderName: report.name || null,
      secretVersion: 1,
    };
    if (!known) await trx.insertInto('conversations').values(begun).execute();
    else if (report.name && !known.finderName) {
      await trx.updateTable('conversations').set({ finderName: report.name }).where('id', '=', known.id).execute();
    }
    const { row, added } = await addMessage(trx, {
      conversation: begun,
      author: 'finder',
      text: report.text,
      answer: report.answer,
      heldReason: finder.heldReason,
      sendingKey: `found:${item.id}:${report.key}`,
    });
    if (added) {
      await notifyOwner(trx, { item, conversation: begun, heldReason: finder.heldReason }, installation);
      return { conversation: begun, heldReason: row.heldReason, added };
    }
    // Sent before: what was begun for it a moment ago is dropped, the first sending's conversation is the one.
    if (!known) await trx.deleteFrom('conversations').where('id', '=', begun.id).execute();
    const conversation = await trx
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', row.conversationId)
      .executeTakeFirstOrThrow();
    return { conversation, heldReason: row.heldReason, added };
  });

  if (sent.added) {
    installation.events.publish(
      { kind: 'unread', uid: item.ownerId },
      { kind: 'conversation', id: sent.conversation.id, ownerId: item.ownerId },
      { kind: 'mail' },
    );
  }
  return {
    state: 'sent',
    secret: finderSecret(sent.conversation, installation),
    heldReason: sent.heldReason as HeldReason | null,
  };
}
