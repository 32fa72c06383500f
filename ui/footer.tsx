import type { ReactNode } from 'react';
import { nameOfLanguage } from '../language/names.ts';
import { helpPath } from '../paths/help.ts';
import { languagePath, staticPath } from '../paths/paths.ts';
import { type Brand, taglineOf } from './brand.ts';
import { Icon } from './icon.tsx';
import { ThemeChoice, type ThemeProps } from './theme-choice.tsx';
import { useTranslations } from './translations-context.ts';

type FooterProps = LanguageChoiceProps & {
  brand: Brand;
  /** Missing on the finder's pages, which always show the system's. */
  theme?: ThemeProps | undefined;
  /** Beside the tagline. */
  children?: ReactNode;
};

/** Tagline, copyright line, the small print (C-2.14), the other languages, and the theme. */
export function Footer({ brand, theme, children, ...choice }: FooterProps) {
  const t = useTranslations();
  return (
    <footer className="site-footer">
      <div className="wrap">
        <p className="headline">{taglineOf(brand, t)}</p>
        {children}
      </div>
      <div className="wrap pt-6">
        <p className="text-ink-soft">© {brand.legalName}</p>
        <nav aria-label={t('frame.smallPrint')}>
          <ul>
            {smallPrint.map((name) => (
              <li key={name}>
                <a href={staticPath(name)}>{t(`frame.${name}`)}</a>
              </li>
            ))}
            {theme && (
              <li>
                <a href={helpPath(choice.path)}>{t('frame.help')}</a>
              </li>
            )}
            <LanguageChoice {...choice} />
          </ul>
        </nav>
        {theme && <ThemeChoice {...theme} to={choice.path + choice.search} />}
      </div>
    </footer>
  );
}

const smallPrint = ['privacy', 'terms', 'legal', 'contact'] as const;

type LanguageChoiceProps = {
  path: string;
  search: string /** Whether there is another language to choose. */;
  others: boolean;
};

/** The way to the list of all languages, as an item of a list of links. Who cannot read the page knows the sign. */
function LanguageChoice({ path, search, others }: LanguageChoiceProps) {
  const t = useTranslations();
  if (!others || path === languagePath()) return null;
  return (
    <li>
      <a href={languagePath(path + search)} target="_top">
        <Icon name="globe" className="" />
        {t('frame.languageIs', { language: nameOfLanguage(t.language) })}
      </a>
    </li>
  );
}

export function BrandLine({ brand }: { brand: Brand }) {
  const t = useTranslations();
  return <header className="brand-line">{t.rich('frame.brandLine', { product: brand.productName })}</header>;
}
