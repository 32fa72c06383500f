import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { longListQuery, type PageRequest, useReadOn } from '../data/long-lists.ts';
import { dayOf, timeOf } from '../widgets/dates.ts';
import { ReadOn } from '../widgets/read-on.tsx';

/** This place first. */
export const sessionsQuery = longListQuery(['sessions'], readSessions);

async function readSessions(request: PageRequest) {
  const { sessions, next } = await callFunction('listSessions', request);
  return { rows: sessions.map((session) => ({ ...session, id: `${session.device} ${session.since}` })), next };
}

/** Where one is signed in, and signing out everywhere else. */
export function Sessions() {
  const client = useQueryClient();
  const reading = useReadOn(sessionsQuery, readSessions);
  const leave = useMutation({
    mutationFn: () => callFunction('signOutElsewhere', {}),
    onSuccess: () => client.invalidateQueries(sessionsQuery),
  });
  return (
    <section className="grid gap-3">
      <h2>Where you are signed in</h2>
      {leave.error && <Notice tone="error">{leave.error.message}</Notice>}
      {leave.isSuccess && <Notice tone="success">You are signed out everywhere else.</Notice>}
      <Loaded query={useQuery(sessionsQuery)} failure="The list could not be loaded.">
        {(list) => (
          <>
            <ul className="grid gap-2">
              {list.rows.map(({ id, device, since, here }) => (
                <li key={id} className="rounded-control border-2 border-line bg-card px-4 py-3">
                  <span className="font-[650]">{device}</span>
                  {here && <span className="font-[650] text-home"> · This device</span>}
                  <span className="block text-ink-soft">
                    Signed in since {dayOf(since)}, {timeOf(since)}
                  </span>
                </li>
              ))}
            </ul>
            <ReadOn label="Show more places" list={list} reading={reading} />
            {list.rows.length > 1 && (
              <Button
                type="button"
                variant="secondary"
                className="sm:justify-self-start"
                disabled={leave.isPending}
                onClick={() => leave.mutate()}
              >
                Sign out everywhere else
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
