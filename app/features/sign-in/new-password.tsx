import { useQuery } from '@tanstack/react-query';
import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import type { Passkey } from '../../../domain/second-factor/contract/schema.ts';
import { resetPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { t } from '../../core/document/app-translations.ts';
import { authService } from '../../core/session/auth-service.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { KeepPasskeys } from './keep-passkeys.tsx';
import { Onward } from './onward.tsx';
import { keptIn } from './second-factors-query.ts';

export function NewPassword({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => authService.readResetLink(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { notCached: true },
  });
  if (link.data) return <SetPassword token={token} passkeys={link.data} />;
  if (!link.error) return <LoadingScreen />;
  return (
    <EntryCard title={t('reset.title')}>
      <Alert tone="error">{link.error.message}</Alert>
      <Button type="button" disabled={link.isFetching} onClick={() => link.refetch()}>
        {t('confirm.tryAgain')}
      </Button>
      <NewLink />
    </EntryCard>
  );
}

function SetPassword({ token, passkeys }: { token: string; passkeys: Passkey[] }) {
  const set = useChange(
    ({ password = '', ...typed }: FieldValues) => authService.setPassword(token, password, keptIn(typed)),
    { onSuccess: () => sessionStore.recheck() },
  );
  const form = useForm(set);

  if (set.isSuccess) {
    return (
      <EntryCard title={t('reset.changedTitle')}>
        <p>{t('reset.changed')}</p>
        <Onward />
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('reset.title')}>
      <Form of={form}>
        <PasswordField
          label={t('reset.newPassword')}
          {...form.field('password')}
          autoComplete="new-password"
          required
          hint={t('signUp.passwordHint', { minimum: passwordLength.min })}
        />
        {passkeys.length > 0 && <KeepPasskeys passkeys={passkeys} />}
        <Submit of={set} busy={t('reset.saving')}>
          {t('reset.set')}
        </Submit>
      </Form>
      {form.failure && <NewLink />}
    </EntryCard>
  );
}

function NewLink() {
  return (
    <LinkButton variant="secondary" href={resetPath()}>
      {t('confirm.newLink')}
    </LinkButton>
  );
}
