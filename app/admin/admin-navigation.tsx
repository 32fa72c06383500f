import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { PlainKey } from '../../language/words.ts';
import {
  adminAuditPath,
  adminBrandPath,
  adminHealthPath,
  adminItemsPath,
  adminLanguagesPath,
  adminOrdersPath,
  adminPagesPath,
  adminPath,
  adminPeoplePath,
  adminProductsPath,
  adminReportsPath,
  adminReviewsPath,
  adminShopPath,
  adminSitePath,
  adminTagsPath,
} from '../../paths/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../ui/words-context.ts';

/** The pages of the administration, in their order. */
const pages: { path: string; title: PlainKey }[] = [
  { path: adminPath(), title: 'today.title' },
  { path: adminOrdersPath(), title: 'admin.shopOrders' },
  { path: adminProductsPath(), title: 'admin.shopProducts' },
  { path: adminReviewsPath(), title: 'admin.shopReviews' },
  { path: adminReportsPath(), title: 'told.title' },
  { path: adminTagsPath(), title: 'admin.tags' },
  { path: adminItemsPath(), title: 'itemAdmin.title' },
  { path: adminPeoplePath(), title: 'admin.people' },
  { path: adminShopPath(), title: 'admin.shopSettings' },
  { path: adminPagesPath(), title: 'admin.pages' },
  { path: adminBrandPath(), title: 'admin.brand' },
  { path: adminLanguagesPath(), title: 'admin.languages' },
  { path: adminSitePath(), title: 'site.title' },
  { path: adminHealthPath(), title: 'admin.health' },
  { path: adminAuditPath(), title: 'admin.audit' },
];

/** On a phone the links stand behind a button. */
export function AdminNavigation() {
  const t = useWords();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const current = pages.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`));
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
        {t('today.menu', { page: t(current?.title ?? 'today.title') })}
      </button>
      <ul id={id} className={`${open ? 'grid' : 'hidden'} gap-x-6 md:flex md:flex-wrap`}>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <a
              href={path}
              aria-current={path === current?.path ? (path === pathname ? 'page' : 'true') : undefined}
              className="inline-flex min-h-12 items-center text-ink no-underline hover:underline aria-[current]:font-bold aria-[current]:text-home"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
