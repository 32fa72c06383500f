import type { Installation } from '../../server/installation.ts';
import { recordAct } from '../audit/record-act.ts';
import { uidOf } from './account-rows.ts';

export function grantAdmin(email: string, installation: Installation): Promise<boolean> {
  return setRole(email, 'admin', installation);
}

export function revokeAdmin(email: string, installation: Installation): Promise<boolean> {
  return setRole(email, null, installation);
}

async function setRole(email: string, role: 'admin' | null, { events, log }: Installation): Promise<boolean> {
  const changed = await events.transaction(async (trx, publish) => {
    const old = trx.selectFrom('users').select('role').where('uid', '=', uidOf(email, trx)).forUpdate();
    const before = await old.executeTakeFirst();
    const row = await trx
      .updateTable('users')
      .set({ role })
      .where('uid', '=', uidOf(email, trx))
      .returning('uid')
      .executeTakeFirst();
    if (!row) return undefined;
    const changes = { role: [before?.role ?? null, role] as [string | null, string | null] };
    await recordAct(trx, { by: null, act: 'setRole', subject: { kind: 'account', id: row.uid }, changes });
    publish({ kind: 'session', uid: row.uid });
    return row;
  });
  if (changed) log.info({ uid: changed.uid, role }, 'a role changed');
  return changed !== undefined;
}
