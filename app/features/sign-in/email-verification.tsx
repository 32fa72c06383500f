import { signInPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { useLocation, useSearchParams } from '../../core/navigation/navigation.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { waitingPath } from '../../core/session/waiting.ts';
import { EmailField, EntryCard, strongAddress } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { Onward } from './onward.tsx';

/** C-2.05: with the token of the mail's link the address can be confirmed; without it, this says where the link is. */
export function EmailVerification() {
  const token = useSearchParams().get('token');
  return token ? <ConfirmAddress token={token} /> : <CheckMail />;
}

function CheckMail() {
  const { user, sendEmailVerification } = useAuth();
  const { email: known, justSent } = (useLocation().state ?? {}) as { email?: string; justSent?: true };
  const send = useChange(({ email = known ?? '' }: FieldValues) =>
    sendEmailVerification({ email }, waitingPath.read()?.path),
  );
  const form = useForm(send);
  // Confirmed in another tab of this browser.
  if (user && user.email === known) {
    return (
      <EntryCard title={t('confirm.doneTitle')}>
        <p>{t('confirm.doneSignedIn')}</p>
        <Onward email={known} />
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('checkMail.title')}>
      {justSent ? (
        <p>{t.rich('checkMail.justSent', { email: known ?? '', address: strongAddress })}</p>
      ) : (
        <p>
          {known
            ? t.rich('checkMail.confirmAddress', { email: known, address: strongAddress })
            : t('checkMail.confirmYours')}
        </p>
      )}
      {send.isSuccess && <Alert tone="success">{t('checkMail.sent')}</Alert>}
      <Form of={form}>
        {!known && <EmailField error={form.errors.email} />}
        <Submit of={send} variant="secondary">
          {t('signIn.mailAgain')}
        </Submit>
      </Form>
      <TextLink href={signInPath()}>{t('checkMail.confirmed')}</TextLink>
    </EntryCard>
  );
}
