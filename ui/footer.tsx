import { staticPath } from '../paths/paths.ts';
import type { Brand } from './brand.ts';

/** Tagline, app-store badge, copyright line and the small print (C-1.06, C-2.14). */
export function Footer({ brand }: { brand: Brand }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <p className="headline min-w-0 max-w-96 text-xl">{brand.tagline}</p>
        <a className="store-badge" href={brand.appStoreUrl}>
          <AppDrawing />
          <span>
            <small className="block">Get the app in the</small>
            <strong>App store</strong>
          </span>
        </a>
      </div>
      <div className="wrap pt-6">
        <p className="min-w-0 text-ink-soft">© {brand.legalName}</p>
        <nav aria-label="Small print">
          <ul>
            {smallPrint.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

const smallPrint = [
  { href: staticPath('privacy'), label: 'Privacy' },
  { href: staticPath('terms'), label: 'Terms' },
  { href: staticPath('legal'), label: 'Legal' },
  { href: staticPath('contact'), label: 'Contact' },
];

function AppDrawing() {
  return (
    <svg
      viewBox="0 0 32 32"
      className="size-9"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 3h8a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3h-8a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z" />
      <path className="stroke-sun" d="M16 10v9M12.5 16l3.5 3.5 3.5-3.5M12.5 24h7" />
    </svg>
  );
}
