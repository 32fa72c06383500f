import { appPageNames, appPages } from '../../../paths/app-pages.ts';
import { profilePath } from '../../../paths/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { t } from '../../core/document/app-translations.ts';
import { Outlet, useLocation } from '../../core/navigation/navigation.tsx';
import { FailedMailAlert } from '../../widgets/failed-mail-alert.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { AccountForms } from './account.tsx';
import { SignOut } from './sign-out.tsx';

const sections = appPageNames.filter((name) => appPages[name].within === 'profile');

/** The list of its sections, beside the open one; on a phone either of them. */
export function Profile() {
  const { pathname } = useLocation();
  const isList = pathname === profilePath();
  const heading = { className: 'mb-4', children: t('profile.title') };
  return (
    <>
      <FailedMailAlert />
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-[minmax(14rem,20rem)_minmax(0,1fr)]">
        <div className={isList ? '' : 'hidden md:block'}>
          {isList ? <PageHeading {...heading} /> : <p className="headline mb-4 text-2xl">{t('profile.title')}</p>}
          <nav aria-label={t('profile.title')}>
            <ul className="divide-y-2 divide-line rounded-card border-2 border-line bg-card">
              {sections.map((name) => (
                <li key={name}>
                  <Row name={name} isOpen={pathname === appPages[name].path} />
                </li>
              ))}
            </ul>
          </nav>
          <div id="sign-out" className="pt-6">
            <SignOut />
          </div>
        </div>
        {isList ? (
          <div className="hidden max-w-2xl grid-cols-1 content-start gap-8 md:grid">
            <h2>{t('metadata.profileAccountTitle')}</h2>
            <AccountForms />
          </div>
        ) : (
          <Outlet />
        )}
      </div>
    </>
  );
}

function Row({ name, isOpen }: { name: (typeof sections)[number]; isOpen: boolean }) {
  return (
    <a
      href={appPages[name].path}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-14 items-center gap-3 px-4 py-2.5 text-ink no-underline hover:underline"
    >
      <span className="min-w-0 flex-1">
        <span
          className={`block font-[650] ${isOpen ? 'underline decoration-sun decoration-3 underline-offset-6' : ''}`}
        >
          {t(`metadata.${name}Title`)}
        </span>
        <span className="block text-[0.9375rem] text-ink-soft">{t(`metadata.${name}`)}</span>
      </span>
      <Icon name="back" className="size-5 flex-none -scale-x-100 rtl:scale-x-100" />
    </a>
  );
}
