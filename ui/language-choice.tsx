import { type LanguageName, languageSearch } from '../language/names.ts';
import { useWords } from './words-context.ts';

export type LanguageChoiceProps = {
  /** In the order of the list; the page's own is among them. */
  languages: readonly LanguageName[];
  /** Of the page's address, the part from the question mark on. */
  search: string;
};

/** Links to this page in the other languages. */
export function LanguageChoice({ languages, search }: LanguageChoiceProps) {
  const t = useWords();
  return (
    <nav aria-label={t('frame.language')}>
      <ul>
        {languages
          .filter(({ language }) => language !== t.language)
          .map(({ language, name }) => (
            <li key={language}>
              {/* The document itself is loaded anew. */}
              <a href={languageSearch(search, language)} lang={language} target="_top">
                {name}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
