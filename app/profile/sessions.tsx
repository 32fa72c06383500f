import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { dayOf, timeOf } from '../widgets/dates.ts';

/** This place first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await callFunction('listSessions', {})).sessions,
});

/** Where one is signed in, and signing out everywhere else. */
export function Sessions() {
  const client = useQueryClient();
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
        {(sessions) => (
          <>
            <ul className="grid gap-2">
              {sessions.map(({ device, since, here }) => (
                <li key={`${device} ${since}`} className="rounded-control border-2 border-line bg-card px-4 py-3">
                  <span className="font-[650]">{device}</span>
                  {here && <span className="font-[650] text-home"> · This device</span>}
                  <span className="block text-ink-soft">
                    Signed in since {dayOf(since)}, {timeOf(since)}
                  </span>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
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
