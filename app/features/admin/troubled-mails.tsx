import { useQuery } from '@tanstack/react-query';
import type { TroubledMail } from '../../../domain/notifications/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { type LongList, longListQuery, type PageRequest, useLoadMore } from '../../core/data/long-lists.ts';
import { useChange } from '../../core/data/use-change.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { adminKeys, notCached } from './queries.ts';

/** A try takes seconds; nothing tells when it is over. */
const readAnewMs = 5_000;

const changes = [adminKeys.troubledMails, adminKeys.mailState, adminKeys.needs];

const mailsQuery = {
  ...longListQuery([...adminKeys.troubledMails], readMails),
  refetchInterval: readAnewMs,
  ...notCached,
};

async function readMails(request: PageRequest): Promise<LongList<TroubledMail>> {
  const { mails, next } = await callFunction('listTroubledMails', request);
  return { rows: mails, next };
}

/** Mails that were tried in vain, and a test of one’s own. */
export function TroubledMails({ testBecomesFile }: { testBecomesFile: boolean }) {
  const t = useTranslations();
  const { user } = useAuth();
  const query = useQuery(mailsQuery);
  const reading = useLoadMore(mailsQuery, readMails);
  const act = useChange((action: () => Promise<string>) => action(), { changes, always: true });
  const button = (label: string, action: () => Promise<string>) => (
    <Button type="button" variant="secondary" disabled={act.isPending} onClick={() => act.mutate(action)}>
      {label}
    </Button>
  );
  const test = async () => {
    await callFunction('sendTestMail', {});
    return testBecomesFile ? t('site.testIsFile') : t('site.testSent', { email: user?.email ?? '' });
  };
  const retryAll = async () => t('site.retried', await callFunction('retryAllMails', {}));
  const retry = async (id: string) => {
    await callFunction('retryMail', { id });
    return t('site.retried', { count: 1 });
  };
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="troubled">
      <h2 id="troubled">{t('site.troubled')}</h2>
      <div className="flex flex-wrap gap-3">
        {button(t('site.sendTest'), test)}
        {button(t('site.retryAll'), retryAll)}
      </div>
      {act.error && <Alert tone="error">{act.error.message}</Alert>}
      {act.data && <Alert>{act.data}</Alert>}
      <Loaded query={query} failure={t('site.troubledFailed')}>
        {(list) => (
          <>
            {list.rows.length === 0 && <p>{t('site.noneTroubled')}</p>}
            <ul className="grid grid-cols-1 gap-3">
              {list.rows.map((mail) => (
                <li key={mail.id} className="grid grid-cols-1 gap-2 rounded-card border-2 border-line bg-card p-4">
                  <Line mail={mail} />
                  <div>{button(t('site.retry'), () => retry(mail.id))}</div>
                </li>
              ))}
            </ul>
            <LoadMore label={t('site.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Line({ mail: { purpose, domain, queuedAt, attempts, nextTry, refused, error } }: { mail: TroubledMail }) {
  const t = useTranslations();
  const momentOf = (iso: string) => t('admin.moment', { day: dayOf(iso), time: timeOf(iso) });
  return (
    <>
      <p className="font-bold wrap-anywhere">{t('site.mail', { purpose, domain })}</p>
      <p className="text-ink-soft">{t('site.tries', { count: attempts, moment: momentOf(queuedAt) })}</p>
      <p>
        {refused && <span className="field-error">{t('site.refusedBy')} </span>}
        {nextTry ? t('site.nextTry', { moment: momentOf(nextTry) }) : t('site.givenUp')}
      </p>
      <p className="wrap-anywhere" dir="auto">
        {error}
      </p>
    </>
  );
}
