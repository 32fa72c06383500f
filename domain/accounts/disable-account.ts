import type { Installation } from '../../server/installation.ts';

/** Closes the account of this address: its sessions end, and it cannot sign in. False when there is none. */
export function disableAccount(email: string, installation: Installation): Promise<boolean> {
  return setDisabled(email, new Date(), installation);
}

/** Lets the account of this address sign in again. False when there is none. */
export function enableAccount(email: string, installation: Installation): Promise<boolean> {
  return setDisabled(email, null, installation);
}

/** Why this account may not sign in: disabled (C-8.04), or null. */
export async function signInRefusal(uid: string, { db }: Installation): Promise<'user-disabled' | null> {
  const row = await db.selectFrom('users').select('disabledAt').where('uid', '=', uid).executeTakeFirst();
  return row?.disabledAt ? 'user-disabled' : null;
}

async function setDisabled(email: string, disabledAt: Date | null, { db, events }: Installation): Promise<boolean> {
  const changed = await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('users')
      .set({ disabledAt })
      .where('email', '=', email.toLowerCase())
      .returning('uid')
      .executeTakeFirst();
    if (row && disabledAt) await trx.deleteFrom('authSessions').where('userId', '=', row.uid).execute();
    return row;
  });
  if (changed) events.publish({ kind: 'session', uid: changed.uid });
  return changed !== undefined;
}
