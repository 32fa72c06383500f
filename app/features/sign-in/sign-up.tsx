import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import { maxPersonNameLength } from '../../../domain/texts/contract/limits.ts';
import { emailVerificationPath, signInPath } from '../../../paths/paths.ts';
import { TextLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { nextPath, waitingClaim, waitingInvitation, waitingPath } from '../../core/session/waiting.ts';
import { EmailField, EntryCard } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { GoOn } from './go-on.tsx';

export function SignUpPage() {
  const { user, signup } = useAuth();
  const next = useSearchParams().get('next') ?? undefined;
  const signUp = useChange(
    ({ name = '', email = '', password = '' }: FieldValues) =>
      signup(email, password, name.trim(), { tagCode: waitingClaim.read()?.code, next }),
    {
      onSuccess: (_nothing, { email = '' }) => {
        if (next) waitingPath.keep({ path: nextPath(next, location.origin) });
        waitingPath.giveTo(email);
        waitingClaim.giveTo(email);
        waitingInvitation.giveTo(email);
        navigate(emailVerificationPath(), { state: { email, justSent: true } });
      },
    },
  );
  const form = useForm(signUp);

  if (user) return <GoOn asked={next} />;
  return (
    <EntryCard title={t('signUp.title')}>
      <Form of={form} className="grid grid-cols-1 gap-4">
        <TextField
          label={t('signUp.name')}
          {...form.field('name')}
          autoComplete="name"
          required
          maxLength={maxPersonNameLength}
          hint={t('signUp.nameHint')}
        />
        <EmailField error={form.errors.email} />
        <PasswordField
          label={t('signIn.password')}
          {...form.field('password')}
          autoComplete="new-password"
          required
          hint={t('signUp.passwordHint', { minimum: passwordLength.min })}
        />
        <Submit of={signUp} busy={t('signUp.signingUp')}>
          {t('signUp.signUp')}
        </Submit>
      </Form>
      <p>
        {t('signUp.haveAccount')} <TextLink href={signInPath({ ...(next && { next }) })}>{t('signIn.signIn')}</TextLink>
      </p>
    </EntryCard>
  );
}
