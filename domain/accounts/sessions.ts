import { sql } from 'kysely';
import { type CursorPosition, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { endSessions } from './account-rows.ts';
import type { CurrentUser } from './contract/schema.ts';
import { describeDevice } from './describe-device.ts';

export type OwnSession = { user: CurrentUser; sessionId?: string };

export async function listSessions({ user, sessionId = '' }: OwnSession, request: PageRequest, { db, keys }: Services) {
  const isHere = sql<boolean>`(id = ${sessionId})`;
  const comesAfter = (position: CursorPosition | undefined) => {
    if (!position) return sql<boolean>`true`;
    const [here, createdAt, id] = position;
    return sql<boolean>`(${isHere}, created_at, id) < (${here}::boolean, ${createdAt}::timestamptz, ${id})`;
  };
  const page = await readPage({
    ...request,
    list: JSON.stringify(['sessions', user.uid, sessionId]),
    keys,
    read: (position, limit) =>
      db
        .selectFrom('authSessions')
        .select(['id', 'userAgent', 'createdAt', isHere.as('here'), exactTime('createdAt').as('exactly')])
        .where('userId', '=', user.uid)
        .where('expiresAt', '>', sql<Date>`now()`)
        .where(comesAfter(position))
        .orderBy(isHere, 'desc')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: (row) => [String(row.here), row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const sessions = rows.map(({ userAgent, createdAt, here }) => ({
    device: describeDevice(userAgent),
    since: createdAt.toISOString(),
    here,
  }));
  return { sessions, ...rest };
}

export async function endOtherSessions({ user, sessionId }: OwnSession, { events }: Services): Promise<void> {
  await events.transaction(async (trx, publish) => {
    await endSessions(trx, user.uid, sessionId);
    publish({ kind: 'session', uid: user.uid });
  });
}

export async function endSession(which: { id: string } | { tokenHash: string }, { events }: Services): Promise<void> {
  await events.transaction(async (trx, publish) => {
    const ended = await trx
      .deleteFrom('authSessions')
      .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('token', '=', which.tokenHash)))
      .returning('userId')
      .executeTakeFirst();
    if (ended) publish({ kind: 'session', uid: ended.userId });
  });
}
