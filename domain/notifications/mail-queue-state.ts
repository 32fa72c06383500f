import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import type { MailQueueState } from './contract/schema.ts';

const daysBack = 30;

/** How many mails wait, fail and are refused, since when, and why sending failed last. Read from what was not sent alone. */
export async function readMailQueue({ db }: Pick<Services, 'db'>): Promise<MailQueueState> {
  const { rows } = await sql<Counts>`
    select
      count(*) filter (where failed_at is null)::int as waiting,
      min(created_at) filter (where failed_at is null) as oldest_waiting,
      count(*) filter (where failed_at > now() - make_interval(days => ${daysBack}))::int as given_up,
      count(*) filter (where refused_at > now() - make_interval(days => ${daysBack}))::int as refused,
      (select count(*)::int from users where mail_failed_at is not null) as accounts_not_reached
    from outgoing_mails where sent_at is null`.execute(db);
  const [{ oldestWaiting, ...counts }] = rows as [Counts];
  const failed = await db
    .selectFrom('outgoingMails')
    .select(['lastError', 'lastErrorAt'])
    .where('sentAt', 'is', null)
    .where('refusedAt', 'is', null)
    .where('lastErrorAt', 'is not', null)
    .orderBy('lastErrorAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...counts,
    oldestWaiting: oldestWaiting?.toISOString() ?? null,
    lastError: failed?.lastErrorAt
      ? { text: withoutAddresses(failed.lastError ?? ''), at: failed.lastErrorAt.toISOString() }
      : null,
  };
}

type Counts = Omit<MailQueueState, 'oldestWaiting' | 'lastError'> & { oldestWaiting: Date | null };

/** What a mail server said may quote addresses. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>]*@[^\s<>]*/g, '…');
}
