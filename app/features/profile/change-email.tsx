import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { AuthError } from '../../core/session/auth-errors.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { authService } from '../../core/session/auth-service.ts';
import { useFormDraft } from '../../widgets/form-draft.ts';
import { formValues } from '../../widgets/form-values.ts';
import { fieldOfError } from '../sign-in/field-of-error.ts';

/** The account moves when the old address has allowed it and the new one has confirmed it. */
export function ChangeEmail() {
  const t = useTranslations();
  const { email } = useUser();
  const form = useRef<HTMLFormElement>(null);
  useFormDraft(form);
  const ask = useMutation({
    mutationFn: async ({ newEmail = '' }: Record<string, string>) => {
      if (newEmail.toLowerCase() === email) throw new AuthError('same-email');
      await authService.changeEmail(newEmail);
      return { askedAt: email };
    },
  });
  const errors = fieldOfError(ask.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    ask.mutate(formValues(event), { onSuccess: () => form.current?.reset() });
  };
  return (
    <section className="grid gap-3">
      <h2>{t('profile.email')}</h2>
      <p>
        {t.rich('profile.emailText', {
          email,
          address: (text) => (
            <strong className="wrap-anywhere" dir="ltr">
              {text}
            </strong>
          ),
        })}
      </p>
      {ask.data?.askedAt === email && (
        <Alert tone="success" title={t('profile.emailAskedTitle')}>
          <p>
            {t.rich('profile.emailAsked', {
              email,
              address: (text) => (
                <span className="wrap-anywhere" dir="ltr">
                  {text}
                </span>
              ),
            })}
          </p>
        </Alert>
      )}
      {errors.form && <Alert tone="error">{errors.form}</Alert>}
      <form ref={form} name="email" onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('profile.newEmail')}
          name="newEmail"
          type="email"
          autoComplete="email"
          required
          error={errors.email}
        />
        <Button variant="secondary" disabled={ask.isPending} className="sm:justify-self-start">
          {t(ask.isPending ? 'profile.sending' : 'profile.changeEmail')}
        </Button>
      </form>
    </section>
  );
}
