import { useMutation, useQuery } from '@tanstack/react-query';
import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import type { Passkey } from '../../../domain/second-factor/contract/schema.ts';
import { resetPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { authService } from '../../core/session/auth-service.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { formValues } from '../../widgets/form-values.ts';
import { fieldOfError } from './field-of-error.ts';
import { KeepPasskeys } from './keep-passkeys.tsx';
import { keptIn } from './kept-passkeys.ts';
import { Onward } from './onward.tsx';

export function NewPassword({ token }: { token: string }) {
  const t = useTranslations();
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
  const t = useTranslations();
  const set = useMutation({
    mutationFn: ({ password = '', ...typed }: Record<string, string>) =>
      authService.setPassword(token, password, keptIn(typed)),
    onSuccess: () => sessionStore.recheck(),
  });
  const errors = fieldOfError(set.error);

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
      {errors.form && <Alert tone="error">{errors.form}</Alert>}
      <form onSubmit={(event) => set.mutate(formValues(event))} className="grid gap-4">
        <PasswordField
          label={t('reset.newPassword')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('signUp.passwordHint', { minimum: passwordLength.min })}
          error={errors.password}
        />
        {passkeys.length > 0 && <KeepPasskeys passkeys={passkeys} />}
        <Button disabled={set.isPending}>{set.isPending ? t('reset.saving') : t('reset.set')}</Button>
      </form>
      {errors.form && <NewLink />}
    </EntryCard>
  );
}

function NewLink() {
  const t = useTranslations();
  return (
    <LinkButton variant="secondary" href={resetPath()}>
      {t('confirm.newLink')}
    </LinkButton>
  );
}
