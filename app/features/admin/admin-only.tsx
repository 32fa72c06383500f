import { Outlet, useLocation } from 'react-router';
import { findAppPage } from '../../../paths/app-pages.ts';
import { itemsPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { late } from '../../core/document/late.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { NotFoundScreen } from '../../widgets/page-heading.tsx';
import { AdminNavigation } from './admin-navigation.tsx';

const ProvedOnly = late(async () => (await import('../sign-in/proved-only.tsx')).ProvedOnly);

/** C-2.03: a page of the administration, with the way to the others. */
export function AdminOnly() {
  const t = useTranslations();
  const { state, error, isAdmin } = useAuth();
  const { pathname } = useLocation();
  useKeepFocus();
  if (isAdmin) {
    return (
      <ProvedOnly key={findAppPage(pathname)}>
        <AdminNavigation />
        <Outlet />
      </ProvedOnly>
    );
  }
  const roleUnread = state.status === 'signed-in' && state.problem;
  const action = { label: t('admin.toMyItems'), href: itemsPath() };
  const text = (roleUnread && error) || t(state.status === 'offline' ? 'admin.offline' : 'admin.notYouText');
  return <NotFoundScreen title={t('admin.notYouTitle')} text={text} action={action} />;
}
