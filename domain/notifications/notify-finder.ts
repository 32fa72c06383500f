import { sql } from 'kysely';
import { directionOf } from '../../language/languages.ts';
import { conversationPath } from '../../paths/paths.ts';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import { queueRequests } from '../../server/outgoing/requests.ts';
import type { Services } from '../../server/services.ts';
import { translationsForFinder } from '../mails/mail-language.ts';
import { conversationStateOf, finderSecret, type OpenedConversation } from '../messages/conversations.ts';
import { readBrand } from '../settings/brand.ts';
import type { PushPayload } from './contract/settings.ts';
import { finderMails, purposeOfReply } from './conversation-mails.ts';
import { notificationLimits } from './notify-readers.ts';
import { nextNotification, timesOfLastDay } from './readers.ts';

type Conversation = Pick<OpenedConversation, 'id' | 'secretVersion' | 'finderLanguage'>;
type Channel = 'mail' | 'push';

const channels: readonly Channel[] = ['mail', 'push'];
const mostAtOnce = 1_000;

/** Tells of the first reply at once, of what follows in one. Runs where the conversation is locked, so parallel replies count. */
export async function notifyFinder(trx: Executor, conversation: Conversation, services: Services): Promise<void> {
  const contacts = await readContacts(trx, conversation.id);
  for (const channel of channels) {
    if (!isOn(channel, contacts)) continue;
    const dueAt = await whenDue(trx, conversation.id, channel, contacts.now);
    if (dueAt > contacts.now) await wait(trx, conversation.id, channel, dueAt);
    else await tellNow(trx, conversation, channel, contacts, services);
  }
}

/** Tells finders what waits and is due, unless they read it meanwhile. Each conversation is one transaction, so the job can run twice. */
export async function sendPendingReplyNotifications(services: Services, isStopped = () => false): Promise<void> {
  const due = await services.db
    .selectFrom('pendingReplyNotifications')
    .select(['conversationId as id', 'channel'])
    .where('dueAt', '<=', sql<Date>`now()`)
    .limit(mostAtOnce)
    .execute();
  for (const { id, channel } of due) {
    if (isStopped()) return;
    await services.events.transaction(async (trx) => {
      const conversation = await trx
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!conversation) return;
      const contacts = await readContacts(trx, id);
      const isOwed =
        conversationStateOf(conversation) === 'open' && isOn(channel, contacts) && (await hasUnread(trx, id));
      if (!isOwed) return stopWaiting(trx, id, channel);
      const dueAt = await whenDue(trx, id, channel, contacts.now);
      if (dueAt > contacts.now) return wait(trx, id, channel, dueAt);
      await tellNow(trx, conversation, channel, contacts, services);
    });
  }
}

type Contacts = { now: Date; address: string | null; deviceIds: string[] };

async function readContacts(trx: Executor, id: string): Promise<Contacts> {
  const { rows } = await sql<Contacts>`
    select now() as now,
      (select address from reply_mails where conversation_id = ${id} and confirmed_at is not null) as address,
      array(select id from push_subscriptions where conversation_id = ${id}) as device_ids`.execute(trx);
  return rows[0] as Contacts;
}

function isOn(channel: Channel, { address, deviceIds }: Contacts): boolean {
  return channel === 'mail' ? address !== null : deviceIds.length > 0;
}

async function whenDue(trx: Executor, id: string, channel: Channel, now: Date): Promise<Date> {
  const told = channel === 'mail' ? await timesOfMails(trx, id) : await timesOfPushes(trx, id);
  return nextNotification(now, told, notificationLimits[channel], null);
}

function timesOfMails(trx: Executor, id: string): Promise<Date[]> {
  const made = sql`select created_at from outgoing_mails where purpose = ${purposeOfReply(id)} and purpose like 'reply %'`;
  return timesOfLastDay(trx, made);
}

function timesOfPushes(trx: Executor, id: string): Promise<Date[]> {
  const made = sql`
    select distinct outgoing_requests.created_at
    from outgoing_requests join push_subscriptions on push_subscriptions.id = subscription_id
    where conversation_id = ${id}`;
  return timesOfLastDay(trx, made);
}

async function hasUnread(trx: Executor, id: string): Promise<boolean> {
  return isThere(
    trx
      .selectFrom('webMessages')
      .select('id')
      .where('conversationId', '=', id)
      .where('author', '=', 'owner')
      .where('readByFinder', '=', false)
      .where('hiddenAs', 'is', null)
      .limit(1),
  );
}

async function wait(trx: Executor, conversationId: string, channel: Channel, dueAt: Date): Promise<void> {
  await trx
    .insertInto('pendingReplyNotifications')
    .values({ conversationId, channel, dueAt })
    .onConflict((row) => row.columns(['conversationId', 'channel']).doUpdateSet({ dueAt }))
    .execute();
}

async function stopWaiting(trx: Executor, id: string, channel: Channel): Promise<void> {
  await trx
    .deleteFrom('pendingReplyNotifications')
    .where('conversationId', '=', id)
    .where('channel', '=', channel)
    .execute();
}

async function tellNow(
  trx: Executor,
  conversation: Conversation,
  channel: Channel,
  { address, deviceIds }: Contacts,
  services: Services,
): Promise<void> {
  await stopWaiting(trx, conversation.id, channel);
  if (channel === 'push') await pushReplies(trx, conversation, deviceIds, services);
  else if (address !== null)
    await finderMails.replied(trx, { conversation, email: address, language: conversation.finderLanguage }, services);
}

async function pushReplies(trx: Executor, conversation: Conversation, deviceIds: string[], services: Services) {
  const { productName } = await readBrand(trx, services);
  const t = translationsForFinder(conversation.finderLanguage, services);
  const payload: PushPayload = {
    title: productName,
    body: t('conversation.answered'),
    path: conversationPath(finderSecret(conversation, services)),
    language: t.language,
    direction: directionOf(t.language),
    topic: conversation.id,
  };
  const body = JSON.stringify(payload);
  const requests = deviceIds.map((id) => ({ kind: 'push' as const, uid: null, subscriptionId: id, body }));
  await queueRequests(trx, requests);
}
