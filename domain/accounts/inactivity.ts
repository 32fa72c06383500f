import { sql } from 'kysely';
import type { Installation } from '../../server/installation.ts';

/** C-9.02. */
const timeoutMinutes = 30;
/** A browser without an open page for this long was closed (C-4.02). A restart or a broken network takes less. */
const closedMinutes = 5;
/** A page that was open at the check before, one minute ago. */
const openBeforeSeconds = 90;

/** Somebody used a page of this session: the 30 minutes begin anew (C-4.11). */
export async function noteActivity(sessionId: string, { db }: Installation): Promise<void> {
  await db.updateTable('authSessions').set({ activeAt: sql`now()` }).where('id', '=', sessionId).execute();
}

/**
 * Ends those of the sessions that nobody used for 30 minutes although a page of theirs stayed open (C-4.10), and notes that the others
 * have a page open. To be called every minute. A closed browser is no inactivity: the first page after it begins the 30 minutes anew (C-4.02).
 * @param sessionIds the sessions that have a page open now
 */
export async function endIdleSessions(sessionIds: string[], { db, events, log }: Installation): Promise<void> {
  if (sessionIds.length === 0) return;
  const isOpen = sql<boolean>`id = any(${sessionIds})`;
  const ended = await events.transaction(async (trx, publish) => {
    const idle = await trx
      .deleteFrom('authSessions')
      .where(isOpen)
      .where(sql<boolean>`active_at <= now() - make_interval(mins => ${timeoutMinutes})`)
      .where(sql<boolean>`page_seen_at > now() - make_interval(secs => ${openBeforeSeconds})`)
      .returning(['id', 'userId'])
      .execute();
    publish(...idle.map(({ id, userId }) => ({ kind: 'session' as const, uid: userId, timedOut: id })));
    return idle;
  });
  for (const { userId } of ended) log.info({ uid: userId }, 'session ended for want of activity');
  const wasClosed = sql`page_seen_at is null or page_seen_at < now() - make_interval(mins => ${closedMinutes})`;
  await db
    .updateTable('authSessions')
    .set({
      // Without a report of old or new there is nothing to begin (009-session-activity.ts).
      activeAt: sql`case when active_at is not null and (${wasClosed}) then now() else active_at end`,
      pageSeenAt: sql`now()`,
    })
    .where(isOpen)
    .execute();
}
