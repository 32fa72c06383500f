import { sql } from 'kysely';
import { hashToken, newToken } from '../../server/auth/tokens.ts';
import { deleteOlder } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { accountMails } from './account-mails.ts';

export const deviceDays = 400;

export const newDevice = newToken;

export function hashDevice(device: string | undefined): string | undefined {
  return device && /^[\w-]{43}$/.test(device) ? hashToken(device) : undefined;
}

export async function findSignIn(
  email: string,
  deviceHash: string | undefined,
  { db }: Services,
): Promise<{ uid: string | undefined; password: string | undefined; known: boolean }> {
  const row = await db
    .selectFrom('authUsers')
    .leftJoin('knownDevices', (join) =>
      join.onRef('knownDevices.uid', '=', 'authUsers.id').on('knownDevices.deviceHash', '=', deviceHash ?? ''),
    )
    .leftJoin('authAccounts', (join) =>
      join.onRef('authAccounts.userId', '=', 'authUsers.id').on('authAccounts.providerId', '=', 'credential'),
    )
    .select(['authUsers.id', 'authAccounts.password', 'knownDevices.deviceHash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return { uid: row?.id, password: row?.password ?? undefined, known: Boolean(row?.deviceHash) };
}

/** Records a sign-in. A mail reports a new device, but not the first. @param isNews false for a browser from before devices were recorded */
export async function rememberDevice(
  uid: string,
  { deviceHash, device, isNews = true }: { deviceHash: string; device: string; isNews?: boolean },
  services: Services,
): Promise<void> {
  await services.events.transaction(async (trx) => {
    const before = await trx
      .selectFrom('knownDevices')
      .select((select) => [
        select.fn.countAll<string>().as('devices'),
        select.fn.countAll<string>().filterWhere('deviceHash', '=', deviceHash).as('same'),
      ])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    const sessions = await trx.selectFrom('authSessions').select('id').where('userId', '=', uid).limit(2).execute();
    await trx
      .insertInto('knownDevices')
      .values({ uid, deviceHash })
      .onConflict((conflict) => conflict.columns(['uid', 'deviceHash']).doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
      .execute();
    if (!isNews || before.same !== '0' || (before.devices === '0' && sessions.length < 2)) return;
    await accountMails.signedInElsewhere(trx, { account: { uid }, device }, services);
  });
}

export async function deleteDevices(trx: Executor, uid: string): Promise<void> {
  await trx.deleteFrom('knownDevices').where('uid', '=', uid).execute();
}

export function deleteUnusedDevices({ db }: { db: Executor }): Promise<void> {
  return deleteOlder(db, 'known_devices', 'last_used_at', deviceDays);
}
