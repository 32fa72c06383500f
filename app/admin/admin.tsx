import { itemsPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { NotFoundScreen } from '../start/not-found-screen.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { FindProfile } from './find-profile.tsx';
import { MailState } from './mail-state.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';

/** C-2.03: for administrators only. */
export function Admin() {
  const t = useWords();
  const { state, error, isAdmin } = useAuth();
  if (!isAdmin) {
    const roleUnread = state.status === 'signed-in' && state.problem;
    const action = { label: t('admin.toMyItems'), href: itemsPath() };
    const text = (roleUnread && error) || t('admin.notYouText');
    return <NotFoundScreen title={t('admin.notYouTitle')} text={text} action={action} />;
  }
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <PageHeading className="lg:col-span-2">{t('admin.title')}</PageHeading>
      <MaintenanceSwitch />
      <MailState />
      <FindProfile />
    </div>
  );
}
