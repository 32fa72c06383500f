import { useQuery } from '@tanstack/react-query';
import { inboxPath, profilePath } from '../../paths/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { mailQuery } from '../data/queries.ts';
import { useUser } from '../session/auth-provider.tsx';
import { dayOf } from '../widgets/dates.ts';

/** Says that mail to the account's address fails, until one arrives. */
export function FailedMailNotice() {
  const t = useWords();
  const { email } = useUser();
  const failedAt = useQuery(mailQuery).data?.mailFailedAt;
  if (!failedAt) return null;
  return (
    <div className="mb-4">
      <Notice tone="error" title={t('profile.mailFailedTitle', { email })}>
        <p>
          {t.rich('profile.mailFailed', {
            day: dayOf(failedAt),
            profile: (text) => <a href={profilePath()}>{text}</a>,
            inbox: (text) => <a href={inboxPath()}>{text}</a>,
          })}
        </p>
      </Notice>
    </div>
  );
}
