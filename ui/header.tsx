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
import { UnreadBadge } from './unread-badge.tsx';
import type { Viewer } from './viewer.ts';

type HeaderProps = { brand: Brand; viewer: Viewer; path: string };

/** Skip link, logo and navigation (C-2.10 to C-2.13). The menu opens and closes without a script. */
export function Header({ brand, viewer, path }: HeaderProps) {
  return (
    <header className="site-header" data-viewer={viewer?.uid}>
      <a className="skip-link button button-primary" href="#main">
        Skip to content
      </a>
      <div className="wrap">
        <a href={homePath()} className="flex min-h-12 items-center text-ink no-underline">
          <Logo brand={brand} />
        </a>
        <nav className="site-menu" aria-label="Main">
          <details data-menu="">
            <summary>
              <Icon name="menu" />
              Menu
              {viewer && <UnreadBadge count={viewer.unread} />}
            </summary>
            <ul>
              {links(brand, viewer).map(({ href, label }) => (
                <li key={href}>
                  <a href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
                    {label}
                    {viewer && href === inboxPath() && <UnreadBadge count={viewer.unread} />}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      </div>
    </header>
  );
}

type MenuLink = { href: string; label: string };

function links(brand: Brand, viewer: Viewer): MenuLink[] {
  const buy = { href: staticPath('buy'), label: `Buy ${brand.productName} Tags` };
  const everybody = [
    { href: homePath(), label: 'Home' },
    { href: staticPath('about'), label: 'About' },
  ];
  if (!viewer) {
    return [buy, { href: signInPath(), label: 'Sign In' }, { href: signUpPath(), label: 'Sign Up' }, ...everybody];
  }
  return [
    buy,
    { href: itemsPath(), label: 'My Items' },
    { href: inboxPath(), label: 'Messages' },
    ...(viewer.isAdmin ? [{ href: adminPath(), label: 'Admin' }] : []),
    { href: profilePath(), label: 'Profile' },
    ...everybody,
  ];
}

function isCurrent(href: string, path: string): boolean {
  return path === href || (href !== homePath() && path.startsWith(`${href}/`));
}
