import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import { readingMinutes } from './contract/limits.ts';

const mostShown = 20;

/** When administrators read a conversation, and why, as its owner is told: the newest 20, oldest first. */
export async function listReadings(conversationId: string, db: Executor): Promise<{ at: string; reason: string }[]> {
  const rows = await db
    .selectFrom('messageReadings')
    .select(['reason', 'createdAt'])
    .where('conversationId', '=', conversationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return rows.reverse().map(({ reason, createdAt }) => ({ at: createdAt.toISOString(), reason }));
}

/** When an administrator read a conversation last, as part of another statement. */
export function lastReading(conversationId: string) {
  return sql<Date | null>`(select max(created_at) from message_readings where conversation_id = ${conversationId})`;
}

/** The newest reason of an administrator that still opens the conversation to them, if there is one. */
export function openReadings(db: Executor, { uid }: { uid: string }, conversationId: string) {
  return db
    .selectFrom('messageReadings')
    .select('createdAt')
    .where('conversationId', '=', conversationId)
    .where('adminUid', '=', uid)
    .where('createdAt', '>', sql<Date>`now() - make_interval(mins => ${readingMinutes})`)
    .orderBy('createdAt', 'desc')
    .limit(1);
}
