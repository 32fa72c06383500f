import type { Installation } from '../../server/installation.ts';
import { recordAct } from '../audit/record-act.ts';
import { endSessions, uidOf } from './account-rows.ts';
import { resetTries } from './password-tries.ts';

/** Disables the account. Its sessions open nothing, but stay until it is enabled, to tell the reason. False when there is no account. */
export function disableAccount(email: string, installation: Installation): Promise<boolean> {
  return setDisabled(email, new Date(), installation);
}

export async function enableAccount(email: string, installation: Installation): Promise<boolean> {
  await resetTries(email, installation);
  return setDisabled(email, null, installation);
}

export async function isDisabled(email: string, { db }: Installation): Promise<boolean> {
  const row = await db.selectFrom('users').select('disabledAt').where('uid', '=', uidOf(email, db)).executeTakeFirst();
  return Boolean(row?.disabledAt);
}

/** Tells why a session ended: account deleted, account disabled, or simply expired (C-8.04). */
export async function whySessionEnded(
  uid: string,
  { db }: Installation,
): Promise<'user-deleted' | 'user-disabled' | 'user-token-expired'> {
  const account = await db
    .selectFrom('authUsers')
    .leftJoin('users', 'users.uid', 'authUsers.id')
    .select('users.disabledAt')
    .where('authUsers.id', '=', uid)
    .executeTakeFirst();
  if (!account) return 'user-deleted';
  return account.disabledAt ? 'user-disabled' : 'user-token-expired';
}

async function setDisabled(email: string, disabledAt: Date | null, installation: Installation): Promise<boolean> {
  const uid = await installation.events.transaction(async (trx, publish) => {
    const row = await trx
      .updateTable('users')
      .set({ disabledAt })
      .where('uid', '=', uidOf(email, trx))
      .returning('uid')
      .executeTakeFirst();
    if (!row) return undefined;
    if (!disabledAt) await endSessions(trx, row.uid);
    const act = disabledAt ? 'disableAccount' : 'enableAccount';
    await recordAct(trx, { by: null, act, subject: { kind: 'account', id: row.uid } });
    publish({ kind: 'session', uid: row.uid });
    return row.uid;
  });
  if (uid) installation.log.info({ uid }, disabledAt ? 'an account was disabled' : 'an account was enabled');
  return uid !== undefined;
}
