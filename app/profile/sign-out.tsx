import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAuth } from '../auth/auth-provider.tsx';

export function SignOut() {
  const { logout } = useAuth();
  const leave = useMutation({ mutationFn: logout, onSuccess: () => location.assign('/') });
  return (
    <section className="grid gap-3 border-t-2 border-dashed border-line pt-6">
      {leave.error && (
        <Notice tone="error" title="You are still signed in">
          <p>{leave.error.message}</p>
        </Notice>
      )}
      <Button
        type="button"
        variant="secondary"
        className="sm:justify-self-start"
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        Sign out
      </Button>
    </section>
  );
}
