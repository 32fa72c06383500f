import { useQuery } from '@tanstack/react-query';
import { findAppPage } from '../../../paths/app-pages.ts';
import { itemsPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { useBrand } from '../../core/document/page-metadata.ts';
import { Outlet, useLocation } from '../../core/navigation/navigation.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { NotFoundScreen } from '../../widgets/page-heading.tsx';
import { ProvedOnly } from '../sign-in/proved-only.tsx';
import { AdminNavigation } from './admin-navigation.tsx';
import { versionQuery } from './queries.ts';

/** C-2.03: a page of the administration, with the way to the others. */
export function AdminOnly() {
  const { state, error, isAdmin } = useAuth();
  const { pathname } = useLocation();
  useKeepFocus();
  if (isAdmin) {
    return (
      <ProvedOnly key={findAppPage(pathname)}>
        <AdminNavigation />
        <Outlet />
        <Release />
      </ProvedOnly>
    );
  }
  const roleUnread = state.status === 'signed-in' && state.problem;
  const action = { label: t('admin.toMyItems'), href: itemsPath() };
  const text = (roleUnread && error) || t(state.status === 'offline' ? 'admin.offline' : 'admin.notYouText');
  return <NotFoundScreen title={t('admin.notYouTitle')} text={text} action={action} />;
}

function Release() {
  const { productName } = useBrand();
  const { data: version } = useQuery(versionQuery);
  return (
    <p className="mt-10 min-h-7 text-ink-soft">
      {version && (
        <>
          <bdi>{productName}</bdi> {version}
        </>
      )}
    </p>
  );
}
