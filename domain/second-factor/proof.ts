import { sql } from 'kysely';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Proof } from './contract/schema.ts';

const isFresh = sql<boolean>`coalesce(second_factor_at > now() - interval '15 minutes', false)`;

/** What this session has proved, by the database's clock. */
export async function readProof(sessionId: string | undefined, db: Executor): Promise<Proof> {
  const session = await db
    .selectFrom('authSessions')
    .select(['secondFactorAt', isFresh.as('isFresh')])
    .where('id', '=', sessionId ?? '')
    .executeTakeFirst();
  if (!session?.secondFactorAt) return 'missing';
  return session.isFresh ? 'fresh' : 'stale';
}

export async function recordProof(trx: Executor, sessionId: string | undefined): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('authSessions')
      .set({ secondFactorAt: sql<Date>`now()` })
      .where('id', '=', sessionId ?? ''),
  );
}

/** Every session of the account has to prove a factor again. */
export async function endProofs(trx: Executor, uid: string): Promise<void> {
  await trx.updateTable('authSessions').set({ secondFactorAt: null }).where('userId', '=', uid).execute();
}
