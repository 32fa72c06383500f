import { Activity } from 'react';
import { openDuringMaintenance } from '../../domain/settings/contract/open-during-maintenance.ts';
import { isFinderPath } from '../../paths/paths.ts';
import { ConnectionErrorScreen, LoadingScreen, MaintenanceScreen } from '../../ui/system-screen.tsx';
import { useMaintenance } from '../core/data/maintenance.ts';
import { t } from '../core/document/app-translations.ts';
import { apart } from '../core/document/late.tsx';
import { Outlet, useLocation } from '../core/navigation/navigation.tsx';
import { useAuth } from '../core/session/auth-provider.tsx';

const SignIn = apart(async () => (await import('../features/sign-in/sign-in.tsx')).SignIn, <LoadingScreen />);
/** Somebody whose account as administrator is another one must be able to sign out. */
const SignOut = apart(async () => (await import('../features/profile/sign-out.tsx')).SignOut);

/** C-4.13 to C-4.17. During maintenance an open page is hidden, not removed: what was typed stays. */
export function MaintenanceGate() {
  const state = useMaintenance();
  const { isAdmin, state: auth } = useAuth();
  const { pathname } = useLocation();

  if (state.status === 'loading') return <LoadingScreen />;
  // Without network, whoever was signed in may read what is on this device.
  const isNobody = auth.status === 'signed-out' && !auth.reason;
  if (state.status === 'failed' || (state.status === 'offline' && isNobody)) {
    return <ConnectionErrorScreen failure={t('screen.maintenanceUnknown')} href={pathname} />;
  }
  const { enabled, exempt, message, keepTagPagesOpen } = state.status === 'known' ? state.setting : open;
  const staysOpen = openDuringMaintenance.includes(pathname) || (keepTagPagesOpen && isFinderPath(pathname));
  const closed = enabled && !exempt && !isAdmin && !staysOpen;
  return (
    <>
      {closed && <Closed message={message} pathname={pathname} />}
      <Activity mode={closed ? 'hidden' : 'visible'}>
        <Outlet />
      </Activity>
    </>
  );
}

const open = { enabled: false, exempt: false, message: '', keepTagPagesOpen: true };

function Closed({ message, pathname }: { message: string; pathname: string }) {
  const { user } = useAuth();
  if (!user && /^\/admin(\/|$)/.test(pathname)) {
    return <SignIn adminAccess />;
  }
  return (
    <div role="status">
      <MaintenanceScreen message={message}>{user && <SignOut next={pathname} />}</MaintenanceScreen>
    </div>
  );
}
