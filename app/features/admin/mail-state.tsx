import type { FailedMail, MailQueueState } from '../../../domain/notifications/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { onlineListQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { Facts } from '../../widgets/facts.tsx';
import { PagedList } from '../../widgets/loaded.tsx';
import { momentOf, queueFacts, Read, Section, useActs } from './admin-page.tsx';
import { adminKeys, mailStateQuery } from './queries.ts';

export function MailState() {
  return (
    <Section id="mail" title={t('admin.mail')}>
      <Read query={mailStateQuery} failure={t('admin.mailFailed')}>
        {(state) => <Facts facts={factsOf(state)} />}
      </Read>
    </Section>
  );
}

function factsOf(state: MailQueueState): Record<string, string> {
  const { refused, accountsNotReached, lastError } = state;
  return {
    ...queueFacts(state),
    [t('admin.refused')]: t('admin.count', { count: refused }),
    [t('admin.notReached')]: t('admin.count', { count: accountsNotReached }),
    [t('admin.lastError')]: lastError
      ? t('admin.errorAt', { moment: momentOf(lastError.at), error: lastError.text })
      : t('admin.noError'),
  };
}

/** A try takes seconds; nothing tells when it is over. */
const readAnewMs = 5_000;

const changes = [adminKeys.failedMails, adminKeys.mailState, adminKeys.needs];

const mailsQuery = {
  ...onlineListQuery(adminKeys.failedMails, 'listFailedMails', {}),
  refetchInterval: readAnewMs,
};

export function FailedMails({ testBecomesFile }: { testBecomesFile: boolean }) {
  const { user } = useAuth();
  const { button, failure, answer } = useActs<string>({ changes, always: true });
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
    <Section id="failed-mails" title={t('site.failedMails')}>
      <div className="flex flex-wrap gap-3">
        {button(t('site.sendTest'), test)}
        {button(t('site.retryAll'), retryAll)}
      </div>
      {failure}
      {answer && <Alert>{answer}</Alert>}
      <PagedList of={mailsQuery} failure={t('site.failedMailsNotLoaded')} more={t('site.more')}>
        {(list, more) => (
          <>
            {list.rows.length === 0 && <p>{t('site.noneFailed')}</p>}
            <ul className="grid grid-cols-1 gap-3">
              {list.rows.map((mail) => (
                <li key={mail.id} className="grid grid-cols-1 gap-2 rounded-card border-2 border-line bg-card p-4">
                  <Line mail={mail} />
                  <div>{button(t('site.retry'), () => retry(mail.id))}</div>
                </li>
              ))}
            </ul>
            {more}
          </>
        )}
      </PagedList>
    </Section>
  );
}

function Line({ mail: { purpose, domain, queuedAt, attempts, nextTry, refused, error } }: { mail: FailedMail }) {
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
