import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isAdministrator } from '../accounts/account-rows.ts';
import type { Passkey } from './contract/schema.ts';
import { changeFactors, type FactorNotChanged, type FactorOwner, readPasskeys } from './factors.ts';
import { endProofs } from './proof.ts';

/** The passkeys that a reset removes unless they are kept: an administrator's stay (decision 037). */
export async function readPasskeysOfReset(uid: string, db: Executor): Promise<Passkey[]> {
  return (await isAdministrator(uid, db)) ? [] : readPasskeys(uid, db);
}

/** With a new password that was set without the old one: none stays that somebody else added. @returns how many are gone */
export async function removePasskeysAtReset(trx: Executor, uid: string, kept: string[]): Promise<number> {
  return (await isAdministrator(uid, trx)) ? 0 : removeAllBut(trx, uid, kept);
}

export function keepPasskeys(
  owner: FactorOwner,
  { ids, password }: { ids: string[]; password: string },
  services: Services,
): Promise<{ changed: number } | FactorNotChanged> {
  return changeFactors(owner, { password, news: 'passkeysRemoved' }, services, (trx) =>
    removeAllBut(trx, owner.user.uid, ids),
  );
}

async function removeAllBut(trx: Executor, uid: string, kept: string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('uid', '=', uid)
    .where(sql<boolean>`id <> all(${kept}::text[])`)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await endProofs(trx, uid);
  return Number(numDeletedRows);
}
