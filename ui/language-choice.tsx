import { nameOfLanguage } from '../language/names.ts';
import { languagePath } from '../paths/paths.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words-context.ts';

export type LanguageChoiceProps = {
  path: string;
  search: string /** Whether there is another language to choose. */;
  others: boolean;
};

/** The way to the list of all languages, as an item of a list of links. Who cannot read the page knows the sign. */
export function LanguageChoice({ path, search, others }: LanguageChoiceProps) {
  const t = useWords();
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
