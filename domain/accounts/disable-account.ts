import type { Installation } from '../../server/installation.ts';
import { endSessions, uidOf } from './account-rows.ts';
import { forgetTries } from './password-tries.ts';

/**
 * Closes the account of this address: it cannot sign in, and its sessions open nothing. They stay only to say why, wherever
 * they are found, and end when it is enabled. False when there is none.
 */
export function disableAccount(email: string, installation: Installation): Promise<boolean> {
  return setDisabled(email, new Date(), installation);
}

/** Lets the account of this address sign in again, anew everywhere. False when there is none. */
export async function enableAccount(email: string, installation: Installation): Promise<boolean> {
  await forgetTries(email, installation);
  return setDisabled(email, null, installation);
}

export async function isDisabled(email: string, { db }: Installation): Promise<boolean> {
  const row = await db.selectFrom('users').select('disabledAt').where('uid', '=', uidOf(email, db)).executeTakeFirst();
  return Boolean(row?.disabledAt);
}

/** Why a session of `uid` does not count any more: the account is gone or disabled, or the session simply ended (C-8.04). */
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
    publish({ kind: 'session', uid: row.uid });
    return row.uid;
  });
  if (uid) installation.log.info({ uid }, disabledAt ? 'an account was disabled' : 'an account was enabled');
  return uid !== undefined;
}
