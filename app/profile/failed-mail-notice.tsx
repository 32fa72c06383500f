import { useMutation, useQuery } from '@tanstack/react-query';
import { inboxPath, profilePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { notificationsQuery } from '../data/queries.ts';
import { useAuth, useUser } from '../session/auth-provider.tsx';
import { dayOf } from '../widgets/dates.ts';

/** Says that mail to the account's address fails, until one arrives, or that the address was never confirmed. */
export function FailedMailNotice() {
  const t = useWords();
  const { email, emailVerified } = useUser();
  const failedAt = useQuery(notificationsQuery).data?.mailFailedAt;
  if (!failedAt) return emailVerified ? null : <UnconfirmedNotice email={email} />;
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

function UnconfirmedNotice({ email }: { email: string }) {
  const t = useWords();
  const { sendEmailVerification } = useAuth();
  const send = useMutation({ mutationFn: () => sendEmailVerification({ email }) });
  return (
    <div className="mb-4 grid gap-3">
      <Notice tone="error" title={t('profile.unconfirmedTitle', { email })}>
        <p>{t('profile.unconfirmed')}</p>
      </Notice>
      {send.error && <Notice tone="error">{send.error.message}</Notice>}
      {send.isSuccess ? (
        <Notice tone="success">{t('profile.linkSent', { email })}</Notice>
      ) : (
        <Button
          type="button"
          variant="secondary"
          className="sm:justify-self-start"
          disabled={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('profile.sendLink')}
        </Button>
      )}
    </div>
  );
}
