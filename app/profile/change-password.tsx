import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAuth, useUser } from '../auth/auth-provider.tsx';

/** By mail, so that whoever borrows the device cannot take the account. */
export function ChangePassword() {
  const { resetPassword } = useAuth();
  const { email } = useUser();
  const ask = useMutation({ mutationFn: () => resetPassword(email) });
  return (
    <section className="grid gap-3">
      <h2>Password</h2>
      <p>We send a link to your address with which you set a new one.</p>
      {ask.isSuccess && <Notice tone="success">The link is on its way. It works for an hour.</Notice>}
      {ask.error && <Notice tone="error">{ask.error.message}</Notice>}
      <Button
        type="button"
        variant="secondary"
        className="sm:justify-self-start"
        disabled={ask.isPending}
        onClick={() => ask.mutate()}
      >
        Send me the link
      </Button>
    </section>
  );
}
