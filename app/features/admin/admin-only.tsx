import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { administrationPages, findAppPage } from '../../../paths/app-pages.ts';
import { itemsPath } from '../../../paths/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { late } from '../../core/document/late.tsx';
import { useBrand } from '../../core/document/page-metadata.ts';
import { Outlet, useLocation } from '../../core/navigation/opened-page.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { NotFoundScreen } from '../../widgets/page-heading.tsx';
import { versionQuery } from './queries.ts';

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

function AdminNavigation() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const current = administrationPages.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`));
  return (
    <nav aria-label={t('today.navigation')} className="mb-6 border-b-2 border-line pb-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex w-full cursor-pointer items-center gap-3 text-start font-[650] md:hidden"
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" className="size-5 shrink-0" />
        {t('today.menu', { page: t(current?.navigation ?? 'today.title') })}
      </button>
      <ul id={id} className={`${open ? 'grid' : 'hidden'} gap-x-6 md:flex md:flex-wrap`}>
        {administrationPages.map(({ path, navigation }) => (
          <li key={path}>
            <a
              href={path}
              aria-current={path === current?.path ? (path === pathname ? 'page' : 'true') : undefined}
              className="inline-flex min-h-12 items-center text-ink no-underline hover:underline aria-[current]:font-bold aria-[current]:text-home"
            >
              {t(navigation)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
