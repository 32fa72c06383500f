import type { Services } from '../../server/services.ts';
import { endReviewMails } from '../reviews/invite-to-review.ts';
import { endReplyMails } from './reply-contacts.ts';
import { readUnsubscribeToken } from './unsubscribe-tokens.ts';

/**
 * Turns mails off: those about messages, those to a finder about replies in one conversation, or those that ask a buyer for reviews.
 * @returns false for a token that is forged, or of an account or order that is gone
 */
export async function unsubscribe(token: string, services: Services): Promise<boolean> {
  const { db, keys } = services;
  const { kind, id = '' } = readUnsubscribeToken(token, keys) ?? {};
  if (kind === 'reviews') return endReviewMails(id, services);
  if (kind === 'replies') await endReplyMails({ id }, services);
  if (kind !== 'messages') return kind === 'replies';
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((row) => ({ messageMailsOffAt: row.fn.coalesce('messageMailsOffAt', row.fn<Date>('now')) }))
    .where('uid', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
