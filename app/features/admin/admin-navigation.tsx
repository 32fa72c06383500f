import { useEffect, useEffectEvent, useId, useState } from 'react';
import { type AppPageName, appPages, pageOf } from '../../../paths/app-pages.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { t } from '../../core/document/app-translations.ts';
import { useLocation } from '../../core/navigation/navigation.tsx';
import { SearchDialog } from './search-dialog.tsx';

/** By the name of each group; its first page is the one that the name leads to. */
const groups = {
  'today.title': ['admin'],
  'admin.tagsAndItems': ['adminTags', 'adminItems'],
  'admin.peopleAndReports': ['adminPeople', 'adminReports'],
  'admin.shop': ['adminOrders', 'adminProducts', 'adminReviews', 'adminShop'],
  'admin.settings': ['adminPages', 'adminBrand', 'adminLanguages', 'adminSite', 'adminHealth', 'adminAudit'],
} as const satisfies Record<string, readonly AppPageName[]>;

const groupNames = Object.keys(groups) as (keyof typeof groups)[];
const pageNames = Object.values(groups).flat();

const link =
  'inline-flex min-h-12 items-center no-underline hover:underline aria-[current]:font-bold aria-[current]:text-home';

/** Five groups, with the pages of the one that is open below them; on a phone a menu of all. A list comes back as one left it. */
export function AdminNavigation() {
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const current = pageNames.findLast((name) => `${pathname}/`.startsWith(`${appPages[name].path}/`)) ?? 'admin';
  const nameOf = (page: typeof current) => (page === 'admin' ? t('today.title') : t(`metadata.${page}Title`));
  const linkTo = (page: typeof current, text: string, isCurrent: boolean, style: string) => {
    const { path } = appPages[page];
    const kind = path === pathname ? 'page' : 'true';
    const returns = pageOf(pathname, search) === path ? {} : { 'data-returns': '' };
    return (
      <a href={path} {...returns} aria-current={isCurrent ? kind : undefined} className={`${link} ${style}`}>
        {text}
      </a>
    );
  };
  return (
    <nav
      aria-label={t('today.navigation')}
      className="mb-6 flex flex-wrap items-start gap-x-6 border-b-2 border-line pb-3 md:flex-nowrap"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3 text-start font-[650] md:hidden"
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" className="size-5 shrink-0" />
        {t('today.menu', { page: nameOf(current) })}
      </button>
      <AdminSearch />
      <ul id={id} className={`${open ? 'grid' : 'hidden'} basis-full gap-x-6 md:flex md:flex-1 md:flex-wrap`}>
        {groupNames.map((group) => {
          const pages: readonly (typeof current)[] = groups[group];
          const isOpen = pages.includes(current);
          return (
            <li key={group} className="md:contents">
              {linkTo(pages[0] ?? 'admin', t(group), isOpen, 'font-[650] text-ink')}
              {pages.length > 1 && (
                <ul className={`flex flex-wrap gap-x-6 md:order-1 md:basis-full ${isOpen ? '' : 'md:hidden'}`}>
                  {pages.map((page) => (
                    <li key={page}>{linkTo(page, nameOf(page), page === current, 'text-ink-soft')}</li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A button, and Ctrl or ⌘ with K, for a dialog that finds orders, people, items, tags and products. */
function AdminSearch() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // What was found leads to another page; going back from there opens no dialog.
  if (openAt !== undefined && openAt !== key) setOpenAt(undefined);
  const open = useEffectEvent(() => setOpenAt(key));
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <ActionButton
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="md:order-1"
        onClick={() => setOpenAt(key)}
      >
        <Icon name="search" />
        <span className="sr-only lg:not-sr-only">{t('table.search')}</span>
        <kbd className="font-normal text-ink-soft max-lg:hidden">{t('adminSearch.keys')}</kbd>
      </ActionButton>
      {openAt === key && <SearchDialog onClose={() => setOpenAt(undefined)} />}
    </>
  );
}
