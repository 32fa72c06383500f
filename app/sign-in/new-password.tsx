import { useMutation } from '@tanstack/react-query';
import { passwordLength } from '../../domain/accounts/contract/limits.ts';
import { resetPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useWords } from '../../ui/words-context.ts';
import { authService } from '../session/auth-service.ts';
import { sessionStore } from '../session/session-store.ts';
import { formValues } from '../widgets/form-values.ts';
import { EntryCard } from './entry-card.tsx';
import { fieldOfError } from './field-of-error.ts';
import { Onward } from './onward.tsx';

export function NewPassword({ token }: { token: string }) {
  const t = useWords();
  const set = useMutation({
    mutationFn: ({ password = '' }: Record<string, string>) => authService.setPassword(token, password),
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
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      <form onSubmit={(event) => set.mutate(formValues(event))} className="grid gap-4">
        <PasswordField
          label={t('reset.newPassword')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('signUp.passwordHint', { minimum: passwordLength.min })}
          error={errors.password}
        />
        <Button disabled={set.isPending}>{set.isPending ? t('reset.saving') : t('reset.set')}</Button>
      </form>
      {errors.form && (
        <LinkButton variant="secondary" href={resetPath()}>
          {t('confirm.newLink')}
        </LinkButton>
      )}
    </EntryCard>
  );
}
