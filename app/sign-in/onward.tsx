import { useMutation } from '@tanstack/react-query';
import { itemsPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSignInPath } from '../data/use-maintenance.ts';
import { useAuth } from '../session/auth-provider.tsx';

/** To where an account is used that is ready now, `email`'s if it is known; somebody else may be signed in on this device. */
export function Onward({ email }: { email?: string }) {
  const { user, logout } = useAuth();
  const signInPath = useSignInPath();
  const leave = useMutation({ mutationFn: logout });
  if (!user) return <LinkButton href={signInPath}>Sign in</LinkButton>;
  if (user.email === email) return <LinkButton href={itemsPath()}>My Items</LinkButton>;
  return (
    <>
      <p className="wrap-anywhere">On this device {user.email} is signed in.</p>
      {leave.error && <Notice tone="error">{leave.error.message}</Notice>}
      <Button type="button" variant="secondary" disabled={leave.isPending} onClick={() => leave.mutate()}>
        Sign out
      </Button>
    </>
  );
}
