import { useQuery } from '@tanstack/react-query';
import { inboxPath, profilePath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { notificationsQuery } from '../core/data/queries.ts';
import { t } from '../core/document/app-translations.ts';
import { useAuth, useUser } from '../core/session/auth-provider.tsx';
import { dayOf } from './dates.ts';
import { ChangeButton, Failure, useChange } from './form.tsx';

/** Says that mail to the account's address fails, until one arrives, or that the address was never confirmed. */
export function FailedMailAlert() {
  const { email, emailVerified } = useUser();
  const failedAt = useQuery(notificationsQuery).data?.mailFailedAt;
  if (!failedAt) return emailVerified ? null : <UnconfirmedAlert email={email} />;
  return (
    <div className="mb-4">
      <Alert tone="error" title={t('profile.mailFailedTitle', { email })}>
        <p>
          {t.rich('profile.mailFailed', {
            day: dayOf(failedAt),
            profile: (text) => <a href={profilePath('account')}>{text}</a>,
            inbox: (text) => <a href={inboxPath()}>{text}</a>,
          })}
        </p>
      </Alert>
    </div>
  );
}

function UnconfirmedAlert({ email }: { email: string }) {
  const { sendEmailVerification } = useAuth();
  const send = useChange(() => sendEmailVerification({ email }));
  return (
    <div className="mb-4 grid gap-3">
      <Alert tone="error" title={t('profile.unconfirmedTitle', { email })}>
        {t('profile.unconfirmed')}
      </Alert>
      <Failure error={send.error} />
      {send.isSuccess ? (
        <Alert tone="success">{t('profile.linkSent', { email })}</Alert>
      ) : (
        <ChangeButton of={send} className="sm:justify-self-start">
          {t('profile.sendLink')}
        </ChangeButton>
      )}
    </div>
  );
}
