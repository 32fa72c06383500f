import { type LanguageName, languageSearch } from '../language/names.ts';
import { languagePath } from '../paths/paths.ts';
import { useWords } from './words-context.ts';

export type LanguageChoiceProps = {
  languages: readonly LanguageName[];
  path: string;
  search: string;
};

type Link = { href: string; name: string; language?: string };

const mostLinks = 2;

/** Links to this page in the other languages; of more than two languages, one link to the list of all. */
export function LanguageChoice({ languages, path, search }: LanguageChoiceProps) {
  const t = useWords();
  if (path === languagePath()) return null;
  const own = languages.find(({ language }) => language === t.language)?.name ?? t.language;
  const links: Link[] =
    languages.length > mostLinks
      ? [{ href: languagePath(path + search), name: t('frame.languageIs', { language: own }) }]
      : languages
          .filter(({ language }) => language !== t.language)
          .map(({ language, name }) => ({ href: languageSearch(search, language), name, language }));
  return (
    <nav aria-label={t('frame.language')}>
      <ul>
        {links.map(({ href, name, language }) => (
          <li key={href}>
            {/* The document itself is loaded anew. */}
            <a href={href} lang={language} target="_top">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
