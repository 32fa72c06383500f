import { type LanguageName, languageSearch } from '../language/names.ts';
import { languagePath } from '../paths/paths.ts';
import { useWords } from './words-context.ts';

export type LanguageChoiceProps = {
  languages: readonly LanguageName[];
  path: string;
  search: string;
  /** Somebody with an account: the choice is kept with their profile too. */
  signedIn: boolean;
};

const mostLinks = 2;

/** This page in the other languages; of more than two languages, one link to the list of all. */
export function LanguageChoice({ languages, path, search, signedIn }: LanguageChoiceProps) {
  const t = useWords();
  if (path === languagePath()) return null;
  const own = languages.find(({ language }) => language === t.language)?.name ?? t.language;
  return (
    <nav aria-label={t('frame.language')}>
      <ul>
        {languages.length > mostLinks ? (
          <li>
            <a href={languagePath(path + search)} target="_top">
              {t('frame.languageIs', { language: own })}
            </a>
          </li>
        ) : (
          languages
            .filter(({ language }) => language !== t.language)
            .map(({ language, name }) => (
              <li key={language}>
                {/* The document itself is loaded anew. */}
                {signedIn ? (
                  <ChooseLanguage language={language} name={name} to={path + search} className="underline" />
                ) : (
                  <a href={languageSearch(search, language)} lang={language} target="_top">
                    {name}
                  </a>
                )}
              </li>
            ))
        )}
      </ul>
    </nav>
  );
}

type ChooseLanguageProps = {
  language: string;
  name: string;
  to: string;
  className: string;
  current?: true | undefined;
};

/** A choice that is kept is sent: following a link changes nothing. */
export function ChooseLanguage({ language, name, to, className, current }: ChooseLanguageProps) {
  return (
    <form method="post" action={languagePath()}>
      <input type="hidden" name="to" value={to} />
      <button type="submit" className={className} name="lang" value={language} lang={language} aria-current={current}>
        {name}
      </button>
    </form>
  );
}
