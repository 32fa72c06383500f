import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { useSignInPath } from '../../core/data/maintenance.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { EmailField, EntryCard, plainAddress } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';

const NewPassword = late(async () => (await import('./new-password.tsx')).NewPassword, <LoadingScreen />);

export function Reset() {
  const token = useSearchParams().get('token');
  return token ? <NewPassword token={token} /> : <RequestReset />;
}

function RequestReset() {
  const { resetPassword } = useAuth();
  const ask = useChange(({ email = '' }: FieldValues) => resetPassword(email));
  const form = useForm(ask);
  const signInPath = useSignInPath();

  return (
    <EntryCard title={t('reset.title')}>
      <p>{t('reset.text')}</p>
      {ask.isSuccess && (
        <Alert tone="success" title={t('reset.sentTitle')}>
          {t.rich('reset.sent', { email: ask.variables.email ?? '', address: plainAddress })}
        </Alert>
      )}
      <Form of={form}>
        <EmailField error={form.errors.email} />
        <Submit of={ask} busy={t('reset.sending')}>
          {t('reset.send')}
        </Submit>
      </Form>
      <TextLink href={signInPath}>{t('signIn.back')}</TextLink>
    </EntryCard>
  );
}
