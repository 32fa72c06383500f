import { useQuery } from '@tanstack/react-query';
import { inboxPath, profilePath } from '../../paths/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { mailQuery } from '../data/queries.ts';
import { useUser } from '../session/auth-provider.tsx';
import { dayOf } from '../widgets/dates.ts';

/** Says that mail to the account's address fails, until one arrives. */
export function FailedMailNotice() {
  const { email } = useUser();
  const failedAt = useQuery(mailQuery).data?.mailFailedAt;
  if (!failedAt) return null;
  return (
    <div className="mb-4">
      <Notice tone="error" title={`Our mail to ${email} does not arrive.`}>
        <p>
          The last one failed on {dayOf(failedAt)}. Is your mailbox full, or the address no longer yours? You can change
          the address in your <a href={profilePath()}>profile</a>. Until mail arrives again, look for new messages under{' '}
          <a href={inboxPath()}>Messages</a>.
        </p>
      </Notice>
    </div>
  );
}
