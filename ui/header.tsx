import { countText } from '../browser/count-badge.ts';
import type { Translations } from '../language/create-translations.ts';
import { authPath } from '../paths/api.ts';
import { helpPath } from '../paths/help.ts';
import {
  adminPath,
  cartPath,
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
import { useTranslations } from './translations-context.ts';

type HeaderProps = {
  brand: Brand;
  viewer: Viewer;
  path: string /** How much it holds; without it, nothing leads there. */;
  cart?: number | undefined;
};

/** Skip link, logo and navigation (C-2.10 to C-2.13). The menu opens and closes without a script. */
export function Header({ brand, viewer, path, cart }: HeaderProps) {
  const t = useTranslations();
  const toCart = cart === undefined ? [] : [{ href: cartPath(), label: t('frame.cart') }];
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
              {[...links(brand, viewer, path, t), ...toCart].map(({ href, label }) => (
                <li key={href}>
                  <a href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
                    {label}
                    {viewer && href === inboxPath() && <UnreadBadge count={viewer.unread} />}
                    {href === cartPath() && (
                      <span className="unread-badge" data-cart="" hidden={!cart}>
                        {cart ? countText(cart) : undefined}
                      </span>
                    )}
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

/** “Help” and “Cart” stand after the links that the specification lists. */
function links(brand: Brand, viewer: Viewer, path: string, t: Translations): MenuLink[] {
  const buy = { href: staticPath('buy'), label: t('frame.buyTags', { product: brand.productName }) };
  const everybody = [
    { href: homePath(), label: t('frame.home') },
    { href: staticPath('about'), label: t('frame.about') },
    { href: helpPath(path), label: t('frame.help') },
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
        {countText(count)}
      </span>
      <span className="sr-only">{t('frame.unread')}</span>
    </>
  );
}

/** The operator's logo; without one the tag and the product's name, on one line: a long name is smaller, and a very long one cut. */
function Logo({ brand: { productName, logo } }: { brand: Brand }) {
  if (logo) return <img src={new URL(logo).pathname} alt={productName} className="h-10 max-w-full object-contain" />;
  const size =
    productName.length > longestInFullSize ? 'text-[min(0.9375rem,6vw)] sm:text-xl' : 'text-[min(1.25rem,11vw)]';
  return (
    <span className={`headline inline-flex min-w-0 items-center gap-2 ${size}`}>
      <TagMark className="size-[min(2rem,10vw)] flex-none" />
      <span className="truncate">{productName}</span>
    </span>
  );
}

const longestInFullSize = 10;

export function TagMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        className="fill-home"
        d="M11.5 1h9a3 3 0 0 1 2.1.9l4.5 4.5a3 3 0 0 1 .9 2.1V27a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8.5a3 3 0 0 1 .9-2.1l4.5-4.5a3 3 0 0 1 2.1-.9Z"
      />
      <circle className="fill-paper stroke-sun" cx="16" cy="8" r="3" strokeWidth="2" />
      <path
        className="fill-none stroke-home-ink"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M13.5 15.5 10 19l3.5 3.5M10 19h8.5a3.5 3.5 0 0 1 0 7H16"
      />
    </svg>
  );
}

export type Viewer = {
  uid: string;
  displayName: string;
  isAdmin: boolean;
  /** Messages not yet read by this owner (C-3.04). */
  unread: number;
  /** When the account will be deleted, in ISO 8601. */
  deletedOn?: string | undefined;
} | null;
