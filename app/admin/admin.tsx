import { itemsPath } from '../../paths/paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { NotHere } from '../start/not-here.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { FindProfile } from './find-profile.tsx';
import { MailState } from './mail-state.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';

/** C-2.03: for administrators only. */
export function Admin() {
  const { isAdmin } = useAuth();
  if (!isAdmin) {
    const action = { label: 'To My Items', href: itemsPath() };
    return <NotHere title="This page is for administrators" text="Your account is not one of them." action={action} />;
  }
  return (
    <div className="grid max-w-2xl gap-8">
      <PageHeading>Admin</PageHeading>
      <MaintenanceSwitch />
      <MailState />
      <FindProfile />
    </div>
  );
}
