import { useRef } from 'react';
import { maxPersonNameLength } from '../../../domain/settings/contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useChange } from '../../core/data/use-change.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';

export function DisplayName() {
  const t = useTranslations();
  const { updateUserProfile } = useAuth();
  const user = useUser();
  const field = useRef<HTMLInputElement>(null);
  const save = useChange(({ displayName = '' }: FieldValues) => updateUserProfile({ displayName }), {
    onSuccess: (stored, typed) => {
      if (field.current && field.current.value === typed.displayName) field.current.value = stored.displayName;
    },
  });
  const form = useForm(save, { draft: true });
  return (
    <Form of={form} name="name" notSent={t('profile.notSaved')}>
      <TextField
        ref={field}
        label={t('profile.name')}
        name="displayName"
        autoComplete="name"
        required
        maxLength={maxPersonNameLength}
        defaultValue={user.displayName}
        hint={t('profile.nameHint')}
        error={form.errors.displayName}
      />
      {save.isSuccess && <Alert tone="success">{t('profile.saved')}</Alert>}
      <Submit of={save} busy={t('profile.saving')} className="sm:justify-self-start">
        {t('profile.save')}
      </Submit>
    </Form>
  );
}
