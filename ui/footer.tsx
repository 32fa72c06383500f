import { staticPath } from '../paths/paths.ts';
import { type Brand, taglineOf } from './brand.ts';
import { LanguageChoice, type LanguageChoiceProps } from './language-choice.tsx';
import { useWords } from './words-context.ts';

type FooterProps = LanguageChoiceProps & { brand: Brand };

/** Tagline, app-store badge, copyright line, the small print (C-1.06, C-2.14), and the other languages. */
export function Footer({ brand, ...choice }: FooterProps) {
  const t = useWords();
  return (
    <footer className="site-footer">
      <div className="wrap">
        <p className="headline min-w-0 max-w-96 text-xl">{taglineOf(brand, t)}</p>
        <a className="store-badge" href={brand.appStoreUrl}>
          <AppDrawing />
          <span>
            <small className="block">{t('frame.getApp')}</small>
            <strong>{t('frame.appStore')}</strong>
          </span>
        </a>
      </div>
      <div className="wrap pt-6">
        <p className="min-w-0 text-ink-soft">© {brand.legalName}</p>
        <nav aria-label={t('frame.smallPrint')}>
          <ul>
            {smallPrint.map((name) => (
              <li key={name}>
                <a href={staticPath(name)}>{t(`frame.${name}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageChoice {...choice} />
      </div>
    </footer>
  );
}

const smallPrint = ['privacy', 'terms', 'legal', 'contact'] as const;

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
