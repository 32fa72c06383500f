import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { keptAfterClosingDays } from './contract/limits.ts';

export type ConversationState = 'open' | 'blocked' | 'closed';

export function conversationStateOf(conversation: {
  blockedAt: Date | null;
  closedAt: Date | null;
}): ConversationState {
  if (conversation.blockedAt) return 'blocked';
  return conversation.closedAt ? 'closed' : 'open';
}

export function haveWordsExpired({ closedAt, wordsDeletedAt }: { closedAt: Date | null; wordsDeletedAt: Date | null }) {
  if (!closedAt || !wordsDeletedAt) return false;
  return wordsDeletedAt.getTime() - closedAt.getTime() >= keptAfterClosingDays * 86_400_000;
}

export const isUnreadByOwner = sql<boolean>`exists (
  select from web_messages
  where owner_id = conversations.owner_id and conversation_id = conversations.id and not read_by_owner)`;

/** Locks the conversation and reads its state, so that nothing is written after a block. A deleted one is closed. */
export async function lockState(trx: Executor, id: string): Promise<ConversationState> {
  const row = await trx
    .selectFrom('conversations')
    .select(['blockedAt', 'closedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? conversationStateOf(row) : 'closed';
}

export function newConversationId(): string {
  return randomBytes(16).toString('base64url');
}

type Conversation = { id: string; secretVersion: number };

export type OpenedConversation = Selectable<Tables['conversations']>;

/** Computes the secret of the private link: id and code. It is not stored. */
export function finderSecret({ id, secretVersion }: Conversation, { keys }: Pick<Services, 'keys'>): string {
  const code = keys.code('conversation', `${id} ${secretVersion}`);
  return Buffer.concat([Buffer.from(id, 'base64url'), code]).toString('base64url');
}

/** Finds the conversation of a secret. Undefined when it is forged, revoked or damaged. */
export async function openWithSecret(secret: string, services: Pick<Services, 'db' | 'keys'>) {
  return (await openWithSecrets([secret], services))[0]?.conversation;
}

export async function openWithSecrets(secrets: string[], { db, keys }: Pick<Services, 'db' | 'keys'>) {
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

export async function findConversationAbout(
  itemId: string,
  secrets: string[],
  services: Pick<Services, 'db' | 'keys'>,
) {
  const opened = await openWithSecrets(secrets, services);
  return opened.find(({ conversation }) => conversation.itemId === itemId && !conversation.closedAt);
}

function readSecret(secret: string): { secret: string; id: string; code: Buffer }[] {
  const bytes = Buffer.from(secret, 'base64url');
  // The last character has two unused bits. Only one spelling is valid.
  if (bytes.length !== 32 || bytes.toString('base64url') !== secret) return [];
  return [{ secret, id: bytes.subarray(0, 16).toString('base64url'), code: bytes.subarray(16) }];
}

/** Mails and notifications are in the language in which the finder did something last: they may have switched since they scanned the tag. */
export async function rememberLanguage(
  trx: Executor,
  { id, finderLanguage }: OpenedConversation,
  language: string | undefined,
): Promise<void> {
  if (language === undefined || language === finderLanguage) return;
  await trx.updateTable('conversations').set({ finderLanguage: language }).where('id', '=', id).execute();
}
