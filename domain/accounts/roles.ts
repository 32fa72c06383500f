import type { Installation } from '../../server/installation.ts';
import { uidOf } from './account-rows.ts';

/** Makes the account of this address administrator. False when there is none. */
export function grantAdmin(email: string, installation: Installation): Promise<boolean> {
  return setRole(email, 'admin', installation);
}

/** Takes the role of administrator away. False when there is no such account. */
export function revokeAdmin(email: string, installation: Installation): Promise<boolean> {
  return setRole(email, null, installation);
}

async function setRole(email: string, role: 'admin' | null, { events, log }: Installation): Promise<boolean> {
  const changed = await events.transaction(async (trx, publish) => {
    const row = await trx
      .updateTable('users')
      .set({ role })
      .where('uid', '=', uidOf(email, trx))
      .returning('uid')
      .executeTakeFirst();
    if (row) publish({ kind: 'session', uid: row.uid });
    return row;
  });
  if (changed) log.info({ uid: changed.uid, role }, 'a role changed');
  return changed !== undefined;
}
