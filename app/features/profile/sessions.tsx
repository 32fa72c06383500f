import { useQuery } from '@tanstack/react-query';
import { deviceInWords } from '../../../domain/accounts/contract/device-words.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { longListQuery, type RowOf } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { type FieldValues, useChange } from '../../widgets/form.tsx';
import { PagedList } from '../../widgets/loaded.tsx';
import { Disclosure, rowList } from '../../widgets/rows.tsx';
import { keptIn, secondFactorsQuery } from '../sign-in/second-factors-query.ts';

const SignOutAndKeep = late(async () => (await import('../sign-in/keep-passkeys.tsx')).SignOutAndKeep);

const shownAtFirst = 3;

export const sessionsQuery = longListQuery(
  ['sessions'],
  'listSessions',
  {},
  ({ device, since }) => `${device} ${since}`,
);

export function SessionList() {
  const { isAdmin } = useAuth();
  const factors = useQuery({ ...secondFactorsQuery, enabled: !isAdmin });
  const passkeys = factors.data?.passkeys ?? [];
  const leave = useChange(
    async (typed: FieldValues) => {
      const ids = keptIn(typed);
      if (ids.length < passkeys.length) await callFunction('keepPasskeys', { ids, password: typed.password ?? '' });
      await callFunction('signOutElsewhere', {});
    },
    { changes: [sessionsQuery.queryKey, secondFactorsQuery.queryKey], always: true },
  );
  return (
    <section className="grid gap-3">
      <h2>{t('profile.sessions')}</h2>
      {leave.error && passkeys.length === 0 && <Alert tone="error">{leave.error.message}</Alert>}
      {leave.isSuccess && <Alert tone="success">{t('profile.signedOutElsewhere')}</Alert>}
      <PagedList of={sessionsQuery} failure={t('profile.sessionsFailed')} more={t('profile.moreSessions')}>
        {(list, more) => (
          <>
            <ul className={rowList}>
              <Sessions rows={list.rows.slice(0, shownAtFirst)} />
              {list.rows.length > shownAtFirst && (
                <Disclosure title={t('profile.moreSessions')}>
                  <ul className="-mx-4 -mb-4 border-t border-line">
                    <Sessions rows={list.rows.slice(shownAtFirst)} />
                  </ul>
                  {more}
                </Disclosure>
              )}
            </ul>
            {list.rows.length > 1 && passkeys.length > 0 && (
              <SignOutAndKeep passkeys={passkeys} action={leave.mutateAsync} />
            )}
            {list.rows.length > 1 && passkeys.length === 0 && (
              <ActionButton
                className="sm:justify-self-start"
                disabled={leave.isPending || factors.isLoading}
                onClick={() => leave.mutate({})}
              >
                {t('profile.signOutElsewhere')}
              </ActionButton>
            )}
          </>
        )}
      </PagedList>
    </section>
  );
}

function Sessions({ rows }: { rows: (RowOf<'listSessions'> & { id: string })[] }) {
  return rows.map(({ id, device, since, here }) => (
    <li key={id} className="border-line px-4 py-2 not-first:border-t">
      <span className="font-[650]">{deviceInWords(device, t)}</span>
      {here && <span className="font-[650] text-home"> · {t('profile.here')}</span>}
      <span className="block text-[0.9375rem] text-ink-soft">
        {t('profile.signedInSince', { day: dayOf(since), time: timeOf(since) })}
      </span>
    </li>
  ));
}
