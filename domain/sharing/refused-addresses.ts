import { sql } from 'kysely';
import { hashToken } from '../../server/auth/token-hash.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Keys } from '../../server/secret.ts';
import { hashAddress } from './invitation-secret.ts';

export async function refusesInvitations(db: Executor, email: string, keys: Keys): Promise<boolean> {
  const refusal = await db
    .selectFrom('invitationRefusals')
    .select('refusedAt')
    .where('addressHash', '=', hashAddress(email, keys))
    .executeTakeFirst();
  return refusal !== undefined;
}

/**
 * Refuses a mailed invitation to share an item, or to take one over. Whoever invited is not told.
 * @param refusal with `forEver`, no invitation is mailed to this address again: this concerns the address, so it works after accepting too
 * @returns false for a token that is unknown or expired, and without `forEver` for one that was accepted
 */
export async function refuseMailed(
  table: 'itemInvitations' | 'itemHandovers',
  { token, forEver }: { token: string; forEver: boolean },
  { db, keys }: Installation,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const refused = await trx
      .updateTable(table)
      .set({ refusedAt: sql<Date>`case when accepted_at is null then coalesce(refused_at, now()) end` })
      .where('secretHash', '=', hashToken(token))
      .where('expiresAt', '>', sql<Date>`now()`)
      .$if(!forEver, (query) => query.where('acceptedAt', 'is', null))
      .returning('email')
      .executeTakeFirst();
    if (!refused?.email) return false;
    if (forEver)
      await trx
        .insertInto('invitationRefusals')
        .values({ addressHash: hashAddress(refused.email, keys) })
        .onConflict((conflict) => conflict.column('addressHash').doNothing())
        .execute();
    return true;
  });
}
