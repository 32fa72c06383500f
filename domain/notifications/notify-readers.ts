import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { waitsForDailyMail } from './held-mails.ts';
import { mailMessages, readTimesOfMails } from './message-mails.ts';
import { pushMessages } from './message-pushes.ts';
import { postMessages, readTimesOfRequests } from './message-requests.ts';
import { type NoticeLimits, nextNotice, type QuietHours, quietHoursOf } from './notice-times.ts';
import { breaksQuiet, type Channel, channelsOf, lockReaders, type Reader } from './readers.ts';
import { readUnreadMessages, type UnreadMessage } from './unread-messages.ts';

/** How often strangers can have one account told, about all of its conversations; and an owner the finder. */
export const noticeLimits: Record<Channel, NoticeLimits> = {
  mail: { pauseMinutes: 10, anHour: 5, aDay: 10 },
  push: { pauseMinutes: 1, anHour: 20, aDay: 100 },
  webhook: { pauseMinutes: 10, anHour: 5, aDay: 10 },
};

type Tell = (trx: Executor, reader: Reader, messages: UnreadMessage[], installation: Installation) => Promise<void>;
const tell: Record<Channel, Tell> = { mail: mailMessages, push: pushMessages, webhook: postMessages };
const times: Record<Channel, (trx: Executor, uid: string) => Promise<Date[]>> = {
  mail: readTimesOfMails,
  push: (trx, uid) => readTimesOfRequests(trx, 'push', uid),
  webhook: (trx, uid) => readTimesOfRequests(trx, 'webhook', uid),
};

type News = {
  conversation: { id: string; itemId: string };
  ownerId: string;
  /** With whom the item is shared. */
  members: string[];
  message: { id: string; heldReason: string | null };
};

/**
 * Tells the owner of a finder's message, and those with whom the item is shared, unless they muted the conversation or the item: by mail,
 * push and webhook. The first message is told at once. What follows soon, or comes in quiet hours, waits for one notice
 * (`sendDueNotices`). The daily mail tells of messages that are held (held-mails.ts). Runs in the message's transaction.
 */
export async function notifyReaders(trx: Executor, news: News, installation: Installation): Promise<void> {
  const { conversation, message } = news;
  if (waitsForDailyMail(message.heldReason)) return;
  const muted = trx
    .selectFrom('itemMembers')
    .select('uid')
    .where('itemId', '=', conversation.itemId)
    .where('mutedAt', 'is not', null);
  const mutedByOwner = trx
    .selectFrom('conversations')
    .select('ownerId')
    .where('id', '=', conversation.id)
    .where('mutedAt', 'is not', null);
  const readers = await lockReaders(trx)
    .where('users.uid', 'in', [news.ownerId, ...news.members])
    .where('users.uid', 'not in', muted)
    .where('users.uid', 'not in', mutedByOwner)
    .where(({ eb, or }) => or([eb('users.uid', '=', news.ownerId), eb('disabledAt', 'is', null)]))
    .execute();
  const isLost = readers.some(breaksQuiet) && (await isOneLost(trx, [conversation.itemId]));
  for (const reader of readers) {
    const quiet = isLost && breaksQuiet(reader) ? null : quietHoursOf(reader);
    for (const channel of channelsOf(reader, installation)) {
      const due = await whenDue(trx, reader, channel, quiet);
      if (due <= reader.now) await tellNow(trx, reader, channel, [message.id], installation);
      else
        await trx
          .insertInto('notices')
          .values(notice(reader, channel, message.id, due))
          .execute();
    }
  }
}

/** Tells what waits and is due. Each account and channel is one transaction, so the job can be interrupted or run twice. */
export async function sendDueNotices(installation: Installation): Promise<void> {
  const due = await installation.db
    .selectFrom('notices')
    .select(['uid', 'channel'])
    .distinct()
    .where('dueAt', '<=', sql<Date>`now()`)
    .limit(mostAtOnce)
    .execute();
  for (const { uid, channel } of due) {
    await installation.events.transaction(async (trx, publish) => {
      const reader = await lockReaders(trx).where('users.uid', '=', uid).skipLocked().executeTakeFirst();
      if (!reader) return;
      const isOn = channelsOf(reader, installation).includes(channel);
      const next = isOn
        ? await whenDue(trx, reader, channel, await quietOfWaiting(trx, reader, channel, installation))
        : reader.now;
      if (next > reader.now) return postpone(trx, { uid, channel }, next);
      if (isOn) await tellNow(trx, reader, channel, [], installation);
      else await trx.deleteFrom('notices').where('uid', '=', uid).where('channel', '=', channel).execute();
      publish({ kind: 'mail' });
    });
  }
}

/** Lets what waits be looked at again, because the account's choices changed. */
export async function reconsiderNotices(trx: Executor, uid: string): Promise<void> {
  await trx.updateTable('notices').set({ dueAt: sql<Date>`now()` }).where('uid', '=', uid).execute();
}

const mostAtOnce = 1_000;

/**
 * The quiet hours that hold for what waits. There are none when one of these messages is about a lost item, which may break them: then
 * one notice tells of all that waits, also of messages about other items.
 */
async function quietOfWaiting(
  trx: Executor,
  reader: Reader,
  channel: Channel,
  installation: Installation,
): Promise<QuietHours | null> {
  const quiet = quietHoursOf(reader);
  if (!quiet || !breaksQuiet(reader)) return quiet;
  const waiting = await trx
    .selectFrom('notices')
    .select('messageId')
    .where('uid', '=', reader.uid)
    .where('channel', '=', channel)
    .execute();
  const ids = waiting.map(({ messageId }) => messageId);
  const unread = await readUnreadMessages(trx, reader.uid, ids, installation);
  const items = [...new Set(unread.map(({ item }) => item.id))];
  return (await isOneLost(trx, items)) ? null : quiet;
}

async function isOneLost(trx: Executor, itemIds: string[]): Promise<boolean> {
  if (itemIds.length === 0) return false;
  const lost = trx.selectFrom('items').select('id').where('id', 'in', itemIds).where('lostAt', 'is not', null);
  return (await lost.executeTakeFirst()) !== undefined;
}

async function whenDue(trx: Executor, { uid, now }: Reader, channel: Channel, quiet: QuietHours | null): Promise<Date> {
  return nextNotice(now, await times[channel](trx, uid), noticeLimits[channel], quiet);
}

function notice({ uid }: Reader, channel: Channel, messageId: string, dueAt: Date) {
  return { uid, channel, messageId, dueAt };
}

/** Tells of these messages, and of those that wait, in one notice; not of those that were read meanwhile. */
async function tellNow(
  trx: Executor,
  reader: Reader,
  channel: Channel,
  messageIds: string[],
  installation: Installation,
): Promise<void> {
  const waiting = await trx
    .deleteFrom('notices')
    .where('uid', '=', reader.uid)
    .where('channel', '=', channel)
    .returning('messageId')
    .execute();
  const ids = [...waiting.map(({ messageId }) => messageId), ...messageIds];
  const unread = await readUnreadMessages(trx, reader.uid, ids, installation);
  if (unread.length > 0) await tell[channel](trx, reader, unread, installation);
}

async function postpone(trx: Executor, { uid, channel }: { uid: string; channel: Channel }, dueAt: Date) {
  await trx.updateTable('notices').set({ dueAt }).where('uid', '=', uid).where('channel', '=', channel).execute();
}
