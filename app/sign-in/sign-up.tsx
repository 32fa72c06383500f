import { useMutation } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { maxPersonNameLength } from '../../domain/settings/contract/limits.ts';
import { emailVerificationPath, itemsPath, signInPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useAuth } from '../session/auth-provider.tsx';
import { formValues } from '../widgets/form-values.ts';
import { EntryCard } from './entry-card.tsx';
import { fieldOfError } from './field-of-error.ts';

export function SignUp() {
  const { user, signup } = useAuth();
  const navigate = useNavigate();
  const signUp = useMutation({
    mutationFn: ({ name = '', email = '', password = '' }: Record<string, string>) =>
      signup(email, password, name.trim()),
    onSuccess: (_nothing, { email }) => navigate(emailVerificationPath(), { state: { email, justSent: true } }),
  });
  const errors = fieldOfError(signUp.error);

  if (user) return <Navigate to={itemsPath()} replace />;
  return (
    <EntryCard title="Sign up">
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      <form onSubmit={(event) => signUp.mutate(formValues(event))} className="grid gap-4">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={maxPersonNameLength}
          hint="How we greet you. Finders never see it."
          error={errors.name}
        />
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row do well."
          error={errors.password}
        />
        <Button disabled={signUp.isPending}>{signUp.isPending ? 'Signing up…' : 'Sign up'}</Button>
      </form>
      <p>
        You have an account?{' '}
        <a className="inline-flex min-h-12 items-center" href={signInPath()}>
          Sign in
        </a>
      </p>
    </EntryCard>
  );
}
