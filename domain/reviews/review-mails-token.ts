import type { Keys } from '../../server/secret.ts';
import { reviewsTokenPrefix } from '../notifications/contract/settings.ts';

/** Allows nothing but to end the invitations to reviews for the address of one order. */
export function endReviewMailsToken(orderId: string, keys: Keys): string {
  return `${reviewsTokenPrefix}${orderId}.${keys.code('end-review-mails', orderId).toString('base64url')}`;
}

/** @returns the id of the order; undefined for a token that is forged, or of other mails */
export function readEndReviewMailsToken(token: string, keys: Keys): string | undefined {
  if (!token.startsWith(reviewsTokenPrefix)) return undefined;
  const dot = token.lastIndexOf('.');
  const [id, code] = [token.slice(reviewsTokenPrefix.length, dot), Buffer.from(token.slice(dot + 1), 'base64url')];
  return keys.matches('end-review-mails', id, code) ? id : undefined;
}
