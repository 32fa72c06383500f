import type { ReactNode } from 'react';
import { staticPath } from '../paths/paths.ts';
import { type Brand, taglineOf } from './brand.ts';
import { LanguageChoice, type LanguageChoiceProps } from './language-choice.tsx';
import { useWords } from './words-context.ts';

type FooterProps = LanguageChoiceProps & { brand: Brand /** Beside the tagline. */; children?: ReactNode };

/** Tagline, copyright line, the small print (C-2.14), and the other languages. */
export function Footer({ brand, children, ...choice }: FooterProps) {
  const t = useWords();
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
            <LanguageChoice {...choice} />
          </ul>
        </nav>
      </div>
    </footer>
  );
}

const smallPrint = ['privacy', 'terms', 'legal', 'contact'] as const;
