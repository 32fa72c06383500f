import { useMutation } from '@tanstack/react-query';
import { type MailLink, readMailLink } from '../../domain/accounts/mail-link.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthError } from '../auth/auth-errors.ts';
import { authService } from '../auth/auth-service.ts';
import { signInPath } from '../auth/next-path.ts';
import { signIn } from '../auth/token.ts';
import { EntryCard } from './entry-card.tsx';
import { Onward } from './onward.tsx';

/** Asks before it uses the token up, because mail scanners open links too. */
export function ConfirmAddress({ token }: { token: string }) {
  const link = readMailLink(token);
  const words = wordsOf(link);
  const confirm = useMutation({
    mutationFn: () => authService.verifyEmail(token),
    onSuccess: () => signIn.recheck(),
  });
  if (confirm.isSuccess) {
    return (
      <EntryCard title={words.doneTitle}>
        <p className="wrap-anywhere">{words.done}</p>
        {link.purpose === 'allow-change' || <Onward email={link.newEmail || link.email} />}
      </EntryCard>
    );
  }
  const code = confirm.error instanceof AuthError ? confirm.error.code : undefined;
  return (
    <EntryCard title={words.title}>
      {confirm.error ? (
        <Notice tone="error">{confirm.error.message}</Notice>
      ) : (
        <p className="wrap-anywhere">{words.text}</p>
      )}
      <Button type="button" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
        {words.verb}
      </Button>
      {code === 'sign-in-first' && (
        <LinkButton variant="secondary" href={signInPath(location.pathname + location.search)}>
          Sign in
        </LinkButton>
      )}
      {code === 'invalid-link' && (
        <LinkButton variant="secondary" href={link.purpose === 'confirm' ? '/auth/emailverification' : '/profile'}>
          Ask for a new link
        </LinkButton>
      )}
    </EntryCard>
  );
}

function wordsOf({ purpose, email, newEmail }: MailLink) {
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
    text: email ? `One tap, and the account of ${email} can be used.` : 'One tap, and your account can be used.',
    verb: 'Confirm my address',
    doneTitle: 'Your address is confirmed',
    done: 'Your account is ready. Sign in and make your first tag.',
  };
}
