import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';

const timeoutMinutes = 30;
/** A browser without an open page for this long counts as closed (C-4.02). Restarts and network failures are shorter. */
const closedMinutes = 5;
/** The check runs every minute. */
const openBeforeSeconds = 90;

/** Records activity in the session: its 30 minutes start again (C-4.11). */
export async function recordActivity(sessionId: string, { db }: Services): Promise<void> {
  await db.updateTable('authSessions').set({ activeAt: sql`now()` }).where('id', '=', sessionId).execute();
}

/** Ends sessions idle for 30 minutes with a page open (C-4.10), every minute. A closed browser is not idle (C-4.02). */
export async function endIdleSessions(sessionIds: string[], { db, events, log }: Services): Promise<void> {
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
      // A session that never reported stays without a time until it does.
      activeAt: sql`case when active_at is not null and (${wasClosed}) then now() else active_at end`,
      pageSeenAt: sql`now()`,
    })
    .where(isOpen)
    .execute();
}
