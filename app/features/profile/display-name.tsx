import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxPersonNameLength } from '../../../domain/settings/contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { fieldErrors } from '../../core/data/function-error.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { useFormDraft } from '../../widgets/form-draft.ts';
import { formValues } from '../../widgets/form-values.ts';

export function DisplayName() {
  const t = useTranslations();
  const { error, updateUserProfile } = useAuth();
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useFormDraft(form);
  const save = useMutation({
    mutationFn: ({ displayName = '' }: Record<string, string>) => updateUserProfile({ displayName }),
    onSuccess: (stored, typed) => {
      if (field.current && field.current.value === typed.displayName) field.current.value = stored.displayName;
    },
  });
  const wrong = fieldErrors(save.error).displayName;
  return (
    <form ref={form} name="name" onSubmit={(event) => save.mutate(formValues(event))} className="grid gap-4">
      <TextField
        ref={field}
        label={t('profile.name')}
        name="displayName"
        autoComplete="name"
        required
        maxLength={maxPersonNameLength}
        defaultValue={user.displayName}
        hint={t('profile.nameHint')}
        error={wrong}
      />
      {save.error && !wrong && (
        <Alert tone="error" title={t('profile.notSaved')}>
          <p>{error}</p>
        </Alert>
      )}
      {save.isSuccess && <Alert tone="success">{t('profile.saved')}</Alert>}
      <Button disabled={save.isPending} className="sm:justify-self-start">
        {t(save.isPending ? 'profile.saving' : 'profile.save')}
      </Button>
    </form>
  );
}
