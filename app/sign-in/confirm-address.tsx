import { useMutation, useQuery } from '@tanstack/react-query';
import { logOnly } from '../../browser/log-only.ts';
import { emailVerificationPath, resetPath, signInPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { AuthError } from '../session/auth-errors.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { authService, type MailLink } from '../session/auth-service.ts';
import { sessionStore } from '../session/session-store.ts';
import { formValues } from '../widgets/form-values.ts';
import { EntryCard } from './entry-card.tsx';
import { fieldOfError } from './field-of-error.ts';
import { Onward } from './onward.tsx';

/** Asks before it uses the token up, because mail scanners open links too. */
export function ConfirmAddress({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['mail-link', token],
    queryFn: () => authService.readLink(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The token is nothing to keep on the device.
    meta: { notCached: true },
  });
  if (link.data) return <UseLink token={token} link={link.data} />;
  if (!link.error) return <LoadingScreen />;
  const invalid = link.error instanceof AuthError && link.error.code === 'invalid-link';
  return (
    <EntryCard title={invalid ? 'This link is no longer good' : 'Confirm your address'}>
      <Notice tone="error">{link.error.message}</Notice>
      {invalid ? (
        <AskForNewLink />
      ) : (
        <Button type="button" disabled={link.isFetching} onClick={() => link.refetch()}>
          Try again
        </Button>
      )}
    </EntryCard>
  );
}

function AskForNewLink() {
  return (
    <>
      <LinkButton href={emailVerificationPath()}>Ask for a new link</LinkButton>
      <LinkButton variant="secondary" href={signInPath()}>
        Sign in
      </LinkButton>
    </>
  );
}

function UseLink({ token, link }: { token: string; link: MailLink }) {
  const words = wordsOf(link);
  const { user, login } = useAuth();
  const confirm = useMutation({
    mutationFn: ({ password }: Record<string, string>) => authService.verifyEmail(token, password),
    onSuccess: async (_nothing, { password }) => {
      if (password && !user) await login(link.email, password).catch(logOnly('Confirmed, but not signed in'));
      else await sessionStore.recheck();
    },
  });
  if (confirm.isSuccess) {
    return (
      <EntryCard title={words.doneTitle}>
        <p className="wrap-anywhere">{words.done}</p>
        {link.purpose === 'allow-change' || <Onward email={link.newEmail ?? link.email} />}
      </EntryCard>
    );
  }
  const errors = fieldOfError(confirm.error);
  const code = confirm.error instanceof AuthError ? confirm.error.code : undefined;
  return (
    <EntryCard title={words.title}>
      {errors.form ? <Notice tone="error">{errors.form}</Notice> : <p className="wrap-anywhere">{words.text}</p>}
      {code === 'invalid-link' ? (
        <AskForNewLink />
      ) : (
        <form onSubmit={(event) => confirm.mutate(formValues(event))} className="grid gap-4">
          {link.passwordNeeded && (
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              hint="The one that was chosen at the sign-up. If it was not you who signed up, close this page: nothing happens."
              error={errors.password}
            />
          )}
          <Button disabled={confirm.isPending}>{words.verb}</Button>
        </form>
      )}
      {link.passwordNeeded && (
        <LinkButton variant="secondary" href={resetPath()}>
          Set a new password
        </LinkButton>
      )}
      {code === 'sign-in-first' && (
        <LinkButton variant="secondary" href={signInPath({ next: location.pathname + location.search })}>
          Sign in
        </LinkButton>
      )}
    </EntryCard>
  );
}

function wordsOf({ purpose, email, newEmail, passwordNeeded }: MailLink) {
  if (purpose === 'allow-change') {
    return {
      title: 'Allow the new address',
      text: `Your account is to move from ${email} to ${newEmail}.`,
      verb: 'Allow the change',
      doneTitle: 'Now confirm the new address',
      done: `We sent a link to ${newEmail}. Open it, and the account moves.`,
    };
  }
  if (purpose === 'confirm-change') {
    return {
      title: 'Confirm your new address',
      text: `One tap, and your account moves to ${newEmail}.`,
      verb: 'Confirm my new address',
      doneTitle: 'Your address is changed',
      done: `From now on you sign in with ${newEmail}.`,
    };
  }
  return {
    title: 'Confirm your address',
    text: passwordNeeded
      ? `Somebody signed up with ${email} on another device. Write the password, and the account can be used.`
      : `One tap, and the account of ${email} can be used.`,
    verb: 'Confirm my address',
    doneTitle: 'Your address is confirmed',
    done: 'Your account is ready. Sign in and make your first tag.',
  };
}
