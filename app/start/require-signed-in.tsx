import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { signInPath } from '../../paths/paths.ts';
import { useAuth } from '../core/session/auth-provider.tsx';
import { KeepOwnAccount } from './keep-own-account.tsx';

const RefusedAlert = lazy(async () => ({
  default: (await import('../features/inbox/refused-alert.tsx')).RefusedAlert,
}));

/** C-2.02. */
export function RequireSignedIn() {
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  if (state.status !== 'signed-out') {
    return (
      <>
        <KeepOwnAccount />
        <Suspense>
          <RefusedAlert />
        </Suspense>
        <Outlet />
      </>
    );
  }
  return <Navigate to={signInPath({ next: pathname + search, reason: state.reason })} replace />;
}
