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
  const { isAdmin } = useAuth();
  if (!isAdmin) {
    const action = { label: t('admin.toMyItems'), href: itemsPath() };
    return <NotFoundScreen title={t('admin.notYouTitle')} text={t('admin.notYouText')} action={action} />;
  }
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-8">
      <PageHeading>{t('admin.title')}</PageHeading>
      <MaintenanceSwitch />
      <MailState />
      <FindProfile />
    </div>
  );
}
