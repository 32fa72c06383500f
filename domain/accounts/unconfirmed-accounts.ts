import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { verificationCutoff } from './enter-session.ts';

export const unconfirmedDays = 7;

/** Deletes accounts that signed up here and were never confirmed. Exempt (C-4.03, C-4.04) and imported accounts stay. */
export async function deleteUnconfirmedAccounts({ events, log }: Services): Promise<void> {
  const gone = await events.transaction(async (trx, publish) => {
    const gone = await trx
      .deleteFrom('authUsers')
      .where('emailVerified', '=', false)
      .where('createdAt', '>=', verificationCutoff)
      .where('signedUpAt', '<', sql<Date>`now() - make_interval(days => ${unconfirmedDays})`)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('users')
              .select('uid')
              .whereRef('users.uid', '=', 'authUsers.id')
              .where('users.emailVerified', 'is', true),
          ),
        ),
      )
      .returning('id')
      .execute();
    publish(...gone.map(({ id }) => ({ kind: 'session' as const, uid: id })));
    return gone.length;
  });
  if (gone > 0) log.info({ accounts: gone }, 'accounts deleted that were never confirmed');
}
