import type { Installation } from '../../server/installation.ts';
import { endReviewMails } from '../reviews/invite-to-review.ts';
import { endReplyMails } from './reply-contacts.ts';
import { readUnsubscribeToken } from './unsubscribe-tokens.ts';

/**
 * Turns mails off: those about messages, those to a finder about replies in one conversation, or those that ask a buyer for reviews.
 * @returns false for a token that is forged, or of an account or order that is gone
 */
export async function unsubscribe(token: string, installation: Installation): Promise<boolean> {
  const { db, keys } = installation;
  const { kind, id = '' } = readUnsubscribeToken(token, keys) ?? {};
  if (kind === 'reviews') return endReviewMails(id, installation);
  if (kind === 'replies') await endReplyMails({ id }, installation);
  if (kind !== 'messages') return kind === 'replies';
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((row) => ({ messageMailsOffAt: row.fn.coalesce('messageMailsOffAt', row.fn<Date>('now')) }))
    .where('uid', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
