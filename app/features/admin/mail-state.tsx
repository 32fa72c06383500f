import { useQuery } from '@tanstack/react-query';
import type { MailQueueState } from '../../../domain/notifications/contract/schema.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { mailStateQuery } from './queries.ts';

/** Whether mail goes out, and what keeps it. */
export function MailState() {
  const t = useTranslations();
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="mail">
      <h2 id="mail">{t('admin.mail')}</h2>
      <Loaded query={useQuery(mailStateQuery)} failure={t('admin.mailFailed')}>
        {(state) => <Facts facts={factsOf(state, t)} />}
      </Loaded>
    </section>
  );
}

function factsOf(state: MailQueueState, t: Translations): Record<string, string> {
  const { waiting, oldestWaiting, givenUp, refused, accountsNotReached, lastError } = state;
  const momentOf = (iso: string) => t('admin.moment', { day: dayOf(iso), time: timeOf(iso) });
  const countOf = (count: number) => t('admin.count', { count });
  return {
    [t('admin.waiting')]: oldestWaiting
      ? t('admin.waitingSince', { count: waiting, moment: momentOf(oldestWaiting) })
      : countOf(0),
    [t('admin.givenUp')]: countOf(givenUp),
    [t('admin.refused')]: countOf(refused),
    [t('admin.notReached')]: countOf(accountsNotReached),
    [t('admin.lastError')]: lastError
      ? t('admin.errorAt', { moment: momentOf(lastError.at), error: lastError.text })
      : t('admin.noError'),
  };
}
