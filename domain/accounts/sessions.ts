import { sql } from 'kysely';
import type { Installation } from '../../server/installation.ts';
import { endSessions } from './account-rows.ts';
import type { CurrentUser, SignedInPlace } from './contract/schema.ts';
import { describeDevice } from './describe-device.ts';

export type OwnSession = { user: CurrentUser; sessionId?: string };

export async function listSessions({ user, sessionId }: OwnSession, { db }: Installation): Promise<SignedInPlace[]> {
  const rows = await db
    .selectFrom('authSessions')
    .select(['id', 'userAgent', 'createdAt'])
    .where('userId', '=', user.uid)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy((order) => order('id', '=', sessionId ?? ''), 'desc')
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ id, userAgent, createdAt }) => ({
    device: describeDevice(userAgent),
    since: createdAt.toISOString(),
    here: id === sessionId,
  }));
}

export async function endOtherSessions({ user, sessionId }: OwnSession, { events }: Installation): Promise<void> {
  await events.transaction(async (trx, publish) => {
    await endSessions(trx, user.uid, sessionId);
    publish({ kind: 'session', uid: user.uid });
  });
}

export async function endSession(id: string, uid: string, { events }: Installation): Promise<void> {
  await events.transaction(async (trx, publish) => {
    await trx.deleteFrom('authSessions').where('id', '=', id).execute();
    publish({ kind: 'session', uid });
  });
}
