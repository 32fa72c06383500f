import { useMutation } from '@tanstack/react-query';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { authService } from '../auth/auth-service.ts';
import { EntryCard } from './entry-card.tsx';

/** Asks before it uses the token up, because mail scanners open links too. */
export function ConfirmAddress({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => authService.verifyEmail(token) });
  if (confirm.isSuccess) {
    return (
      <EntryCard title="Your address is confirmed">
        <p>Your account is ready. Sign in and make your first tag.</p>
        <LinkButton href="/signin">Sign in</LinkButton>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Confirm your address">
      {confirm.error ? (
        <Notice tone="error">{confirm.error.message}</Notice>
      ) : (
        <p>One tap, and your account can be used.</p>
      )}
      <Button type="button" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm my address
      </Button>
      {confirm.error && (
        <LinkButton variant="secondary" href="/auth/emailverification">
          Send me a new link
        </LinkButton>
      )}
    </EntryCard>
  );
}
