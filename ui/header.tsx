import { unreadText } from '../browser/unread-badge.ts';
import type { Translations } from '../language/create-translations.ts';
import { authPath } from '../paths/api.ts';
import {
  adminPath,
  homePath,
  inboxPath,
  itemsPath,
  profilePath,
  signInPath,
  signUpPath,
  staticPath,
} from '../paths/paths.ts';
import type { Brand } from './brand.ts';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';
import { useTranslations } from './translations-context.ts';
import type { Viewer } from './viewer.ts';

type HeaderProps = { brand: Brand; viewer: Viewer; path: string };

/** Skip link, logo and navigation (C-2.10 to C-2.13). The menu opens and closes without a script. */
export function Header({ brand, viewer, path }: HeaderProps) {
  const t = useTranslations();
  return (
    <header className="site-header" data-viewer={viewer?.uid} data-admin={viewer?.isAdmin || undefined}>
      <a className="skip-link button button-primary" href="#main">
        {t('frame.skip')}
      </a>
      <div className="wrap">
        <div className="site-logo">
          <a href={homePath()} className="inline-flex min-h-12 max-w-full items-center text-ink no-underline">
            <Logo brand={brand} />
          </a>
        </div>
        <nav className="site-menu" aria-label={t('frame.main')}>
          <details data-menu="">
            <summary>
              <Icon name="menu" />
              {t('frame.menu')}
              {viewer && <UnreadBadge count={viewer.unread} />}
            </summary>
            <ul>
              {links(brand, viewer, t).map(({ href, label }) => (
                <li key={href}>
                  <a href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
                    {label}
                    {viewer && href === inboxPath() && <UnreadBadge count={viewer.unread} />}
                  </a>
                </li>
              ))}
              {viewer && (
                <li>
                  <form method="post" action={authPath('sign-out')} data-sign-out={viewer.uid}>
                    <button type="submit">{t('frame.signOut')}</button>
                  </form>
                </li>
              )}
            </ul>
          </details>
        </nav>
      </div>
    </header>
  );
}

type MenuLink = { href: string; label: string };

function links(brand: Brand, viewer: Viewer, t: Translations): MenuLink[] {
  const buy = { href: staticPath('buy'), label: t('frame.buyTags', { product: brand.productName }) };
  const everybody = [
    { href: homePath(), label: t('frame.home') },
    { href: staticPath('about'), label: t('frame.about') },
  ];
  if (!viewer) {
    return [
      buy,
      { href: signInPath(), label: t('frame.signIn') },
      { href: signUpPath(), label: t('frame.signUp') },
      ...everybody,
    ];
  }
  return [
    buy,
    { href: itemsPath(), label: t('frame.myItems') },
    { href: inboxPath(), label: t('frame.messages') },
    ...(viewer.isAdmin ? [{ href: adminPath(), label: t('frame.admin') }] : []),
    { href: profilePath(), label: t('frame.profile') },
    ...everybody,
  ];
}

function isCurrent(href: string, path: string): boolean {
  return path === href || (href !== homePath() && path.startsWith(`${href}/`));
}

/** The live script writes the count into every `data-unread` and hides it at 0, so it is drawn even then (C-2.11). */
function UnreadBadge({ count }: { count: number }) {
  const t = useTranslations();
  return (
    <>
      <span className="unread-badge" data-unread="" hidden={count === 0}>
        {unreadText(count)}
      </span>
      <span className="sr-only">{t('frame.unread')}</span>
    </>
  );
}
