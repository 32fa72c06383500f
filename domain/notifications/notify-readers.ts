import { sql } from 'kysely';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Tell } from '../mails/mail.ts';
import { type AboutMessages, mailMessages, readTimesOfMails, readTimesOfPossiblyAutomatic } from './message-mails.ts';
import { postMessages, pushMessages, readTimesOfRequests } from './message-requests.ts';
import {
  type Budget,
  breaksQuiet,
  type Channel,
  channelsOf,
  lockReaders,
  type NotificationLimits,
  type NotifiedReader,
  nextNotification,
  quietHoursOf,
  startOfQuietHours,
} from './readers.ts';
import { isWaitingAboutLost, takeWaiting } from './unread-news.ts';

/** How often strangers can have one account told. What a program may have sent has a budget of its own: people’s stays. */
export const notificationLimits: Record<Budget, NotificationLimits> = {
  mail: { pauseMinutes: 10, anHour: 5, aDay: 10 },
  push: { pauseMinutes: 1, anHour: 20, aDay: 100 },
  webhook: { pauseMinutes: 10, anHour: 5, aDay: 10 },
  'possibly-automatic': { pauseMinutes: 60, anHour: 1, aDay: 5 },
};

const tell: Record<Channel, Tell<AboutMessages>> = { mail: mailMessages, push: pushMessages, webhook: postMessages };
const times: Record<Budget, (trx: Executor, uid: string) => Promise<Date[]>> = {
  mail: readTimesOfMails,
  push: (trx, uid) => readTimesOfRequests(trx, 'push', uid),
  webhook: (trx, uid) => readTimesOfRequests(trx, 'webhook', uid),
  'possibly-automatic': readTimesOfPossiblyAutomatic,
};

type News = {
  message: { id: string; conversationId: string; itemId: string; ownerId: string };
  readers: string[];
  possiblyAutomatic: boolean;
};

/**
 * Tells the owner of a finder's message, and those with whom the item is shared, unless they muted the conversation or the item: by mail,
 * push and webhook. The first message is told at once. What follows soon, or comes in quiet hours, waits for one notification
 * (`sendPendingNotifications`). Runs in the message's transaction.
 */
export async function notifyReaders(trx: Executor, news: News, services: Services): Promise<void> {
  const { message, possiblyAutomatic } = news;
  if (news.readers.length === 0) return;
  const muted = trx
    .selectFrom('itemMembers')
    .select('uid')
    .where('itemId', '=', message.itemId)
    .where('mutedAt', 'is not', null);
  const mutedByOwner = trx
    .selectFrom('conversations')
    .select('ownerId')
    .where('id', '=', message.conversationId)
    .where('mutedAt', 'is not', null);
  const readers = await lockReaders(trx)
    .where('users.uid', 'in', news.readers)
    .where('users.uid', 'not in', muted)
    .where('users.uid', 'not in', mutedByOwner)
    .where(({ eb, or }) => or([eb('users.uid', '=', message.ownerId), eb('disabledAt', 'is', null)]))
    .execute();
  const isLost = readers.some(breaksQuiet) && (await isItemLost(trx, message.itemId));
  for (const reader of readers) {
    const channels = channelsOf(reader, services);
    const budgets: Budget[] = possiblyAutomatic && channels.length > 0 ? ['possibly-automatic'] : channels;
    for (const budget of budgets) {
      const dueAt = await whenDue(trx, reader, budget, isLost);
      const row = { uid: reader.uid, budget, messageId: message.id, dueAt };
      if (dueAt <= reader.now) await tellNow(trx, reader, budget, [message.id], services);
      else await trx.insertInto('pendingNotifications').values(row).execute();
    }
  }
}

/** One short transaction for each account and budget: messages wait for none, and the job can run twice. */
export async function sendPendingNotifications(services: Services, isStopped = () => false): Promise<void> {
  const due = await services.db
    .selectFrom('pendingNotifications')
    .select(['uid', 'budget'])
    .distinct()
    .where('dueAt', '<=', sql<Date>`now()`)
    .limit(mostAtOnce)
    .execute();
  for (const { uid, budget } of due) {
    if (isStopped()) return;
    await services.events.transaction(async (trx) => {
      const reader = await lockReaders(trx).where('users.uid', '=', uid).skipLocked().executeTakeFirst();
      if (!reader) return;
      const waiting = trx.updateTable('pendingNotifications').where('uid', '=', uid).where('budget', '=', budget);
      if (!isOn(budget, channelsOf(reader, services))) {
        await trx.deleteFrom('pendingNotifications').where('uid', '=', uid).where('budget', '=', budget).execute();
        return;
      }
      const isLost = breaksQuiet(reader) && (await isWaitingAboutLost(trx, reader.uid, budget));
      const dueAt = await whenDue(trx, reader, budget, isLost);
      if (dueAt > reader.now) return void (await waiting.set({ dueAt }).execute());
      await tellNow(trx, reader, budget, [], services);
    });
  }
}

export async function reconsiderPendingNotifications(trx: Executor, uid: string): Promise<void> {
  await trx.updateTable('pendingNotifications').set({ dueAt: sql<Date>`now()` }).where('uid', '=', uid).execute();
}

/** Takes a released message out of the notifications that wait as possibly automatic. @returns uids of those who were not told of it yet */
export async function stopWaiting(trx: Executor, messageId: string): Promise<string[]> {
  const waiting = await trx
    .deleteFrom('pendingNotifications')
    .where('messageId', '=', messageId)
    .where('budget', '=', 'possibly-automatic')
    .returning('uid')
    .execute();
  return waiting.map(({ uid }) => uid);
}

const mostAtOnce = 1_000;

function isOn(budget: Budget, channels: Channel[]): boolean {
  return budget === 'possibly-automatic' ? channels.length > 0 : channels.includes(budget);
}

async function isItemLost(trx: Executor, id: string): Promise<boolean> {
  const lost = trx.selectFrom('items').select('id').where('id', '=', id).where('lostAt', 'is not', null);
  return isThere(lost);
}

/** A lost item breaks the quiet hours, if the reader lets it; what a program may have sent does so once a night. */
async function whenDue(trx: Executor, reader: NotifiedReader, budget: Budget, isLost: boolean): Promise<Date> {
  const told = await times[budget](trx, reader.uid);
  const hours = quietHoursOf(reader);
  const wokenAt = budget === 'possibly-automatic' ? told[0] : undefined;
  const wasWoken = hours && wokenAt && wokenAt >= startOfQuietHours(reader.now, hours);
  const breaks = isLost && breaksQuiet(reader) && !wasWoken;
  return nextNotification(reader.now, told, notificationLimits[budget], breaks ? null : hours);
}

/** Tells of these messages, and of those that wait, in one notification; not of those that were read meanwhile. */
async function tellNow(
  trx: Executor,
  reader: NotifiedReader,
  budget: Budget,
  messageIds: string[],
  services: Services,
): Promise<void> {
  const news = await takeWaiting(trx, { uid: reader.uid, budget, messageIds }, services);
  if (news.count === 0) return;
  const channels = budget === 'possibly-automatic' ? channelsOf(reader, services) : [budget];
  for (const channel of channels) await tell[channel](trx, { reader, news }, services);
}
