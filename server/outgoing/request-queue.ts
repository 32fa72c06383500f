import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { deleteInChunks } from '../db/delete-in-chunks.ts';
import type { Database, Executor, Tables } from '../db/tables.ts';
import { timesAreRight } from '../wrong-times.ts';

export type LeasedRequest = Selectable<Tables['outgoingRequests']>;
const giveUpAfterHours = 24;
export const requestLeaseSeconds = 30;
const longestPauseSeconds = 3 * 60 * 60;
const keptDays = 30;

type NewRequest = Pick<LeasedRequest, 'kind' | 'uid' | 'body'> & {
  subscriptionId?: string;
  possiblyAutomatic?: boolean;
};

export async function queueRequests(trx: Executor, requests: NewRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map(({ subscriptionId = null, ...rest }) => ({ ...rest, subscriptionId, id: randomUUID() }));
  await trx.insertInto('outgoingRequests').values(rows).execute();
}

/** Leases the request that is due longest. A lease of more than twice its length is void. */
export async function leaseRequest(db: Executor, busyKinds: string[]): Promise<LeasedRequest | undefined> {
  const { rows } = await sql<LeasedRequest>`
    update outgoing_requests
    set leased_until = now() + make_interval(secs => ${requestLeaseSeconds}), attempts = attempts + 1
    where id = (
      select id from outgoing_requests
      where sent_at is null and failed_at is null and send_after <= now() and kind <> all (${busyKinds})
        and (leased_until between now() and now() + make_interval(secs => ${2 * requestLeaseSeconds})) is not true
      order by send_after, id limit 1 for update skip locked
    )
    returning *`.execute(db);
  return rows[0];
}

export async function recordSent(db: Database, { id, subscriptionId }: LeasedRequest): Promise<void> {
  await db
    .updateTable('outgoingRequests')
    .set({ sentAt: sql<Date>`now()`, leasedUntil: null, body: '' })
    .where('id', '=', id)
    .execute();
  if (!subscriptionId) return;
  await db
    .updateTable('pushSubscriptions')
    .set({ deliveredAt: sql<Date>`now()` })
    .where('id', '=', subscriptionId)
    .execute();
}

/** Tries again after 30 s, then with doubled pauses up to 3 hours, for a day. @returns whether it was given up */
export async function recordFailedRequest(
  db: Database,
  { id, attempts }: LeasedRequest,
  { reason, final }: { reason: string; final: boolean },
): Promise<boolean> {
  const pause = sql`make_interval(secs => ${Math.min(15 * 2 ** attempts, longestPauseSeconds)})`;
  const isLate = sql`now() + ${pause} > created_at + make_interval(hours => ${giveUpAfterHours})`;
  const isOver = sql<boolean>`(${final} or ${isLate} and ${timesAreRight})`;
  const failed = await db
    .updateTable('outgoingRequests')
    .set({
      leasedUntil: null,
      sendAfter: sql<Date>`now() + ${pause}`,
      failedAt: sql<Date>`case when ${isOver} then now() end`,
      body: sql<string>`case when ${isOver} then '' else body end`,
      lastError: reason.slice(0, 500),
      lastErrorAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('failedAt')
    .executeTakeFirst();
  return Boolean(failed?.failedAt);
}

export async function returnRequest(db: Database, { id, attempts }: LeasedRequest): Promise<void> {
  await db
    .updateTable('outgoingRequests')
    .set({ leasedUntil: null, attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

export async function deleteOldRequests({ db }: { db: Executor }): Promise<void> {
  const end = sql`now() - make_interval(days => ${keptDays})`;
  await deleteInChunks(db, { table: 'outgoing_requests', time: sql`least(sent_at, failed_at)`, end });
}
