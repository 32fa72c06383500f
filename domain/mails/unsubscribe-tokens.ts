import type { Keys } from '../../server/secret.ts';
import { repliesTokenPrefix, reviewsTokenPrefix } from './contract/unsubscribe.ts';

/** Each allows nothing but to turn the mails about messages to an account, about replies in a conversation, or about reviews to a buyer off for ever. */
const kinds = {
  replies: { prefix: repliesTokenPrefix, use: 'end-replies' },
  reviews: { prefix: reviewsTokenPrefix, use: 'end-review-mails' },
  messages: { prefix: '', use: 'unsubscribe' },
} as const;

type Kind = keyof typeof kinds;

export function makeUnsubscribeToken(kind: Kind, id: string, keys: Keys): string {
  const { prefix, use } = kinds[kind];
  return `${prefix}${id}.${keys.code(use, id).toString('base64url')}`;
}

export function readUnsubscribeToken(token: string, keys: Keys): { kind: Kind; id: string } | undefined {
  const dot = token.lastIndexOf('.');
  const code = Buffer.from(token.slice(dot + 1), 'base64url');
  for (const kind of Object.keys(kinds) as Kind[]) {
    const { prefix, use } = kinds[kind];
    const id = token.slice(prefix.length, Math.max(dot, 0));
    if (id && token.startsWith(prefix) && keys.matches(use, id, code)) return { kind, id };
  }
  return undefined;
}
