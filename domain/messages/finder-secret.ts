import { randomBytes } from 'node:crypto';
import type { Installation } from '../../server/installation.ts';

/** A conversation's id: 16 random bytes in URL-safe base64. */
export function newConversationId(): string {
  return randomBytes(16).toString('base64url');
}

type Conversation = { id: string; secretVersion: number };

/** The capability in the finder's private link: the id and its code, never stored. */
export function finderSecret({ id, secretVersion }: Conversation, { keys }: Pick<Installation, 'keys'>): string {
  const code = keys.code('conversation', `${id} ${secretVersion}`);
  return Buffer.concat([Buffer.from(id, 'base64url'), code]).toString('base64url');
}

/**
 * The conversation that the secret opens; undefined for a forged, revoked or mangled one.
 * @returns its row
 */
export async function openWithSecret(secret: string, { db, keys }: Pick<Installation, 'db' | 'keys'>) {
  const bytes = Buffer.from(secret, 'base64url');
  // The last of 43 letters holds two bits too many: there is one way to write a secret, and others are none.
  if (bytes.length !== 32 || bytes.toString('base64url') !== secret) return undefined;
  const id = bytes.subarray(0, 16).toString('base64url');
  const row = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && keys.matches('conversation', `${id} ${row.secretVersion}`, bytes.subarray(16)) ? row : undefined;
}

/** Of the secrets that a browser holds, the one of an open conversation about the item, with its row; undefined when there is none. */
export async function findConversationAbout(
  itemId: string,
  secrets: string[],
  installation: Pick<Installation, 'db' | 'keys'>,
) {
  for (const secret of secrets) {
    const conversation = await openWithSecret(secret, installation);
    if (conversation?.itemId === itemId && !conversation.closedAt) return { secret, conversation };
  }
  return undefined;
}
