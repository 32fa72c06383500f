import { nameOfLanguage } from '../language/names.ts';
import { languagePath } from '../paths/paths.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words-context.ts';

export type LanguageChoiceProps = { path: string; search: string };

/** The way to the list of all languages: a page has it in the room of one link, and who cannot read it knows the sign. */
export function LanguageChoice({ path, search }: LanguageChoiceProps) {
  const t = useWords();
  if (path === languagePath()) return null;
  return (
    <nav aria-label={t('frame.language')}>
      <ul>
        <li>
          <a href={languagePath(path + search)} target="_top" className="gap-2">
            <Icon name="globe" />
            {t('frame.languageIs', { language: nameOfLanguage(t.language) })}
          </a>
        </li>
      </ul>
    </nav>
  );
}
