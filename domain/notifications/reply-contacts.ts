import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import { arePushKeys, type PushSubscription, vapidKeys } from '../../server/outgoing/web-push.ts';
import type { Keys } from '../../server/secret.ts';
import type { Services } from '../../server/services.ts';
import { unknownDevice } from '../accounts/contract/device-words.ts';
import { lockState, type OpenedConversation, rememberLanguage } from '../messages/conversations.ts';
import { finderMails, purposesOfReplies } from './conversation-mails.ts';
import { isPushEndpoint } from './push-devices.ts';

const mostDevices = 5;
const confirmDays = 7;

export type ReplyNotifications = {
  mail: 'off' | 'asked' | 'on';
  unconfirmedAddress: string | null;
  pushKey: string;
  /** Of each browser that is notified the SHA-256 of its endpoint, in hex: a browser knows its own, and nobody learns an endpoint. */
  phones: string[];
};

export async function readReplyNotifications(
  { id }: { id: string },
  { db, keys }: Services,
): Promise<ReplyNotifications> {
  const row = await db
    .selectFrom('replyMails')
    .select(['address', 'confirmedAt'])
    .where('conversationId', '=', id)
    .executeTakeFirst();
  const devices = await db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('conversationId', '=', id)
    .execute();
  return {
    mail: row ? (row.confirmedAt ? 'on' : 'asked') : 'off',
    unconfirmedAddress: row && !row.confirmedAt ? row.address : null,
    pushKey: vapidKeys(keys).publicKey,
    phones: devices.map(({ endpoint }) => createHash('sha256').update(endpoint).digest('hex')),
  };
}

/** Mails the address once, to confirm it; before that it gets no other mail. @returns false when the conversation is not open */
export async function askReplyMails(
  conversation: OpenedConversation,
  { address, language }: { address: string; language: string },
  services: Services,
): Promise<boolean> {
  const { events, keys } = services;
  return events.transaction(async (trx) => {
    const { id } = conversation;
    if ((await lockState(trx, id)) !== 'open') return false;
    await rememberLanguage(trx, conversation, language);
    const known = await trx.selectFrom('replyMails').selectAll().where('conversationId', '=', id).executeTakeFirst();
    if (known?.address === address && known.confirmedAt) return true;
    const asked = { address, askedAt: sql<Date>`now()`, confirmedAt: null };
    await trx
      .insertInto('replyMails')
      .values({ conversationId: id, ...asked })
      .onConflict((row) => row.column('conversationId').doUpdateSet(asked))
      .execute();
    const code = confirmCode(id, address, keys);
    await finderMails.repliesWanted(trx, { conversation, email: address, language, code }, services);
    return true;
  });
}

/** @returns false for a code that is forged or too old, or of an address that another took the place of */
export async function confirmReplyMails({ id }: OpenedConversation, code: string, services: Services) {
  const { db, keys } = services;
  return db.transaction().execute(async (trx) => {
    if ((await lockState(trx, id)) !== 'open') return false;
    const asked = await trx.selectFrom('replyMails').selectAll().where('conversationId', '=', id).executeTakeFirst();
    if (!asked || !keys.matches('confirm-replies', signed(id, asked.address), Buffer.from(code, 'base64url')))
      return false;
    const changes = { confirmedAt: sql<Date>`coalesce(confirmed_at, now())` };
    await trx.updateTable('replyMails').set(changes).where('conversationId', '=', id).execute();
    return true;
  });
}

export async function endReplyMails({ id }: { id: string }, { db }: Pick<Services, 'db'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockState(trx, id);
    await deleteAddresses(trx, [id]);
  });
}

/** On five browsers at most, the newest. `not-known`: an unknown push service, or keys that no browser makes. */
export async function addReplyDevice(
  conversation: OpenedConversation,
  { language, ...subscription }: PushSubscription & { language: string },
  { db, outgoing }: Services,
): Promise<'added' | 'closed' | 'not-known'> {
  const { id: conversationId } = conversation;
  const { endpoint, p256dh, auth } = subscription;
  if (!isPushEndpoint(endpoint, outgoing) || !arePushKeys(subscription)) return 'not-known';
  return db.transaction().execute(async (trx) => {
    if ((await lockState(trx, conversationId)) !== 'open') return 'closed';
    await rememberLanguage(trx, conversation, language);
    const ofConversation = trx.deleteFrom('pushSubscriptions').where('conversationId', '=', conversationId);
    await ofConversation.where('endpoint', '=', endpoint).execute();
    const newest = trx.selectFrom('pushSubscriptions').select('id').where('conversationId', '=', conversationId);
    await ofConversation.where('id', 'not in', newest.orderBy('createdAt', 'desc').limit(mostDevices - 1)).execute();
    const row = { id: randomUUID(), uid: null, sessionId: null, conversationId, device: unknownDevice };
    await trx
      .insertInto('pushSubscriptions')
      .values({ ...row, endpoint, p256dh, auth })
      .execute();
    return 'added';
  });
}

export async function removeReplyDevice({ id }: { id: string }, endpoint: string, { db }: Services): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('conversationId', '=', id).where('endpoint', '=', endpoint).execute();
}

/** Deletes how the finders of these conversations are told of replies. For conversations that end. */
export async function endReplyNotifications(trx: Executor, conversationIds: string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  await deleteAddresses(trx, conversationIds);
  await trx.deleteFrom('pushSubscriptions').where('conversationId', 'in', conversationIds).execute();
  await trx.deleteFrom('pendingReplyNotifications').where('conversationId', 'in', conversationIds).execute();
}

/** Addresses that nobody confirmed for 7 days. */
export async function deleteUnconfirmedReplyMails({ db }: Services): Promise<void> {
  const end = sql`now() - make_interval(days => ${confirmDays})`;
  await deleteInChunks(db, { table: 'reply_mails', time: sql`case when confirmed_at is null then asked_at end`, end });
}

async function deleteAddresses(trx: Executor, conversationIds: string[]): Promise<void> {
  await trx.deleteFrom('replyMails').where('conversationId', 'in', conversationIds).execute();
  await trx
    .deleteFrom('pendingReplyNotifications')
    .where('conversationId', 'in', conversationIds)
    .where('channel', '=', 'mail')
    .execute();
  await trx
    .deleteFrom('outgoingMails')
    .where('purpose', 'in', conversationIds.flatMap(purposesOfReplies))
    .where('purpose', 'like', sql.lit('reply %'))
    .execute();
}

/** Of the link in the mail that asks for confirmation. */
export function confirmCode(id: string, address: string, keys: Keys): string {
  return keys.code('confirm-replies', signed(id, address)).toString('base64url');
}

const signed = (id: string, address: string) => `${id} ${address}`;
