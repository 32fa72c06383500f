import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { signInPath } from '../../paths/paths.ts';
import { useAuth } from './auth-provider.tsx';
import { KeepOwnAccount } from './keep-own-account.tsx';

const RefusedNotice = lazy(async () => ({ default: (await import('../inbox/refused-notice.tsx')).RefusedNotice }));

/** C-2.02. */
export function RequireSignedIn() {
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  if (state.status !== 'signed-out') {
    return (
      <>
        <KeepOwnAccount />
        <Suspense>
          <RefusedNotice />
        </Suspense>
        <Outlet />
      </>
    );
  }
  return <Navigate to={signInPath({ next: pathname + search, reason: state.reason })} replace />;
}
