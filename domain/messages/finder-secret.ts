import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
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
export async function openWithSecret(secret: string, installation: Pick<Installation, 'db' | 'keys'>) {
  return (await openWithSecrets([secret], installation))[0]?.conversation;
}

/**
 * The conversations that the secrets open, each with its row, in the order of the secrets and in one statement; without those that open
 * nothing.
 */
export async function openWithSecrets(secrets: string[], { db, keys }: Pick<Installation, 'db' | 'keys'>) {
  const read = secrets.flatMap(readSecret);
  if (read.length === 0) return [];
  const ids = read.map(({ id }) => id);
  const rows = await db.selectFrom('conversations').selectAll().where('id', '=', sql<string>`any(${ids})`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return read.flatMap(({ secret, id, code }) => {
    const conversation = byId.get(id);
    const opens = conversation && keys.matches('conversation', `${id} ${conversation.secretVersion}`, code);
    return opens ? [{ secret, conversation }] : [];
  });
}

/** Of the secrets that a browser holds, the one of an open conversation about the item, with its row; undefined when there is none. */
export async function findConversationAbout(
  itemId: string,
  secrets: string[],
  installation: Pick<Installation, 'db' | 'keys'>,
) {
  const opened = await openWithSecrets(secrets, installation);
  return opened.find(({ conversation }) => conversation.itemId === itemId && !conversation.closedAt);
}

function readSecret(secret: string): { secret: string; id: string; code: Buffer }[] {
  const bytes = Buffer.from(secret, 'base64url');
  // The last of 43 letters holds two bits too many: there is one way to write a secret, and others are none.
  if (bytes.length !== 32 || bytes.toString('base64url') !== secret) return [];
  return [{ secret, id: bytes.subarray(0, 16).toString('base64url'), code: bytes.subarray(16) }];
}
