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

async function setRole(email: string, role: 'admin' | null, { db, events, log }: Installation): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ role })
    .where('uid', '=', uidOf(email, db))
    .returning('uid')
    .executeTakeFirst();
  if (changed) {
    log.info({ uid: changed.uid, role }, 'a role changed');
    events.publish({ kind: 'session', uid: changed.uid });
  }
  return changed !== undefined;
}
