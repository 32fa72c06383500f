import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MailQueueState } from '../../domain/notifications/contract/schema.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { dayOf, timeOf } from '../widgets/dates.ts';
import { Facts } from '../widgets/facts.tsx';

const mailStateQuery = queryOptions({
  queryKey: ['mail-state'],
  queryFn: () => callFunction('readMailState', {}),
});

/** Whether mail goes out, and what keeps it. */
export function MailState() {
  return (
    <section className="grid gap-4" aria-labelledby="mail">
      <h2 id="mail">Mail</h2>
      <Loaded query={useQuery(mailStateQuery)} failure="The state of the mail could not be loaded.">
        {(state) => <Facts facts={factsOf(state)} />}
      </Loaded>
    </section>
  );
}

function factsOf(state: MailQueueState): Record<string, string> {
  const { waiting, oldestWaiting, givenUp, refused, accountsNotReached, lastError } = state;
  return {
    Waiting: oldestWaiting ? `${waiting}, the oldest since ${momentOf(oldestWaiting)}` : 'none',
    'Given up in the last 30 days': countOf(givenUp),
    'Refused by the recipient’s server': countOf(refused),
    'Accounts that mail does not reach': countOf(accountsNotReached),
    'Last error of sending': lastError ? `${momentOf(lastError.at)}: ${lastError.text}` : 'none',
  };
}

function countOf(count: number): string {
  return count === 0 ? 'none' : String(count);
}

function momentOf(iso: string): string {
  return `${dayOf(iso)}, ${timeOf(iso)}`;
}
