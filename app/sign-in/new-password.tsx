import { useMutation } from '@tanstack/react-query';
import { resetPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { authService } from '../session/auth-service.ts';
import { sessionStore } from '../session/session-store.ts';
import { formValues } from '../widgets/form-values.ts';
import { EntryCard } from './entry-card.tsx';
import { fieldOfError } from './field-of-error.ts';
import { Onward } from './onward.tsx';

export function NewPassword({ token }: { token: string }) {
  const set = useMutation({
    mutationFn: ({ password = '' }: Record<string, string>) => authService.setPassword(token, password),
    onSuccess: () => sessionStore.recheck(),
  });
  const errors = fieldOfError(set.error);

  if (set.isSuccess) {
    return (
      <EntryCard title="Your password is changed">
        <p>The account is signed out everywhere. From now on it opens with the new password.</p>
        <Onward />
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Set a new password">
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      <form onSubmit={(event) => set.mutate(formValues(event))} className="grid gap-4">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row do well."
          error={errors.password}
        />
        <Button disabled={set.isPending}>{set.isPending ? 'Saving…' : 'Set the password'}</Button>
      </form>
      {errors.form && (
        <LinkButton variant="secondary" href={resetPath()}>
          Ask for a new link
        </LinkButton>
      )}
    </EntryCard>
  );
}
