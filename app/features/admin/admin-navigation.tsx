import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { administrationPages } from '../../../paths/app-pages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

/** On a phone the links stand behind a button. */
export function AdminNavigation() {
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
