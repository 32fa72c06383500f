import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import { conversationMails } from '../notifications/conversation-mails.ts';
import { endReplyNotifications } from '../notifications/reply-contacts.ts';
import { readersBesidesOwner } from '../sharing/members.ts';
import type { ReadingAbout } from './contract/reading.ts';
import { isAbout } from './is-about.ts';
import { markSettled, type SettledBefore } from './mark-settled.ts';

/**
 * Closes a conversation because of a report, a held message or a contact request, and tells owner and finder by mail. What it is about is
 * settled by it. Closing it again tells nobody.
 */
export function closeConversation(
  admin: { uid: string },
  { id, about }: { id: string; about: ReadingAbout },
  services: Services,
): Promise<'closed' | 'no-conversation' | 'not-about-it' | SettledBefore> {
  return services.events.transaction(async (trx, publish) => {
    const conversation = await trx
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!conversation) return 'no-conversation';
    if (!(await isAbout(trx, about, conversation, services))) return 'not-about-it';
    const { kind } = about;
    if (kind !== 'held-message') {
      const marked = await markSettled(trx, publish, admin, { kind, id: about.id, decision: 'closed' });
      if (marked.state === 'settled-before') return marked;
    }
    if (conversation.closedAt) return 'closed';
    await trx.updateTable('conversations').set({ closedAt: sql<Date>`now()` }).where('id', '=', id).execute();
    await recordAction(trx, {
      by: admin,
      act: 'closeConversationAsAdmin',
      subject: { kind: 'conversation', id },
      changes: { about: [null, `${kind} ${about.id}`], state: ['open', 'closed'] },
    });
    await conversationMails.closed(trx, { of: conversation }, services);
    await endReplyNotifications(trx, [id]);
    const { ownerId } = conversation;
    publish({ kind: 'conversation', id, ownerId, members: await readersBesidesOwner(trx, id) }, { kind: 'mail' });
    return 'closed';
  });
}
