import type { Words } from '../../language/words.ts';
import { unsubscribePath } from '../../paths/paths.ts';
import type { Installation } from '../../server/installation.ts';
import type { Keys } from '../../server/secret.ts';
import { endReviewMails } from '../reviews/invite-to-review.ts';
import { readEndReviewMailsToken } from '../reviews/review-mails-token.ts';
import { endReplyMails } from './reply-contacts.ts';
import { readEndRepliesToken } from './reply-mails.ts';

/** Allows nothing but to turn the account's mails about messages off, for ever. */
export function unsubscribeToken(uid: string, keys: Keys): string {
  return `${uid}.${keys.code('unsubscribe', uid).toString('base64url')}`;
}

/** The link at the end of a mail about messages. */
export function unsubscribeFrom(
  uid: string,
  { publicUrl: site, keys }: Pick<Installation, 'keys' | 'publicUrl'>,
  t: Words,
) {
  return { label: t('mailNewMessage.unsubscribe'), url: site + unsubscribePath(unsubscribeToken(uid, keys)) };
}

/**
 * Turns mails off: those about messages, those to a finder about replies in one conversation, or those that ask a buyer for reviews.
 * @returns false for a token that is forged, or of an account or order that is gone
 */
export async function unsubscribe(token: string, installation: Installation): Promise<boolean> {
  const { db, keys } = installation;
  const conversationId = readEndRepliesToken(token, keys);
  if (conversationId !== undefined) {
    await endReplyMails({ id: conversationId }, installation);
    return true;
  }
  const orderId = readEndReviewMailsToken(token, keys);
  if (orderId !== undefined) return endReviewMails(orderId, installation);
  const uid = readToken(token, keys);
  if (uid === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((row) => ({ messageMailsOffAt: row.fn.coalesce('messageMailsOffAt', row.fn<Date>('now')) }))
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function readToken(token: string, keys: Keys): string | undefined {
  const dot = token.lastIndexOf('.');
  const [uid, code] = [token.slice(0, dot), Buffer.from(token.slice(dot + 1), 'base64url')];
  return dot > 0 && keys.matches('unsubscribe', uid, code) ? uid : undefined;
}
