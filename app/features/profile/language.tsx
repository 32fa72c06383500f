import { languageSearch, listOfLanguages, nameOfLanguage } from '../../../language/names.ts';
import { profilePath } from '../../../paths/paths.ts';
import { Select } from '../../../ui/fields.tsx';
import { ThemeChoice } from '../../../ui/theme-choice.tsx';
import { t } from '../../core/document/app-translations.ts';
import { languagesOfDocument, schemeOfDocument } from '../../core/document/page-metadata.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { ProfileSection } from './section.tsx';

export function Language() {
  return (
    <ProfileSection name="profileLanguage">
      <ChooseLanguage />
      <ThemeChoice scheme={schemeOfDocument()} to={profilePath('language')} />
    </ProfileSection>
  );
}

function ChooseLanguage() {
  const { updateUserProfile } = useAuth();
  const { language: kept = t.language } = useUser();
  const { all, rest, otherwise } = languagesOfDocument();
  const choose = useChange(({ language = '' }: FieldValues) => updateUserProfile({ language }), {
    onSuccess: (_user, chosen) => {
      location.replace(languageSearch(location.search, chosen.language ?? t.language));
    },
  });
  const form = useForm(choose);
  if (all.length === 1 && all.includes(kept)) return null;
  const someForFindersAlone = all.some((each) => !rest.includes(each));
  return (
    <Form of={form}>
      <Select
        label={t('profile.languageOfAll')}
        name="language"
        defaultValue={all.includes(kept) ? kept : t.language}
        options={all.map((each) => ({ value: each, label: nameOfLanguage(each), lang: each }))}
        {...(someForFindersAlone && {
          hint: t('profile.languagesOfApp', {
            languages: listOfLanguages(rest, t.language),
            otherwise: nameOfLanguage(otherwise.rest),
          }),
        })}
      />
      <Submit of={choose} className="sm:justify-self-start">
        {t('profile.chooseLanguage')}
      </Submit>
    </Form>
  );
}
