import { languageSearch, listOfLanguages, nameOfLanguage } from '../../../language/names.ts';
import { Select } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useChange } from '../../core/data/use-change.ts';
import { languagesOfDocument } from '../../core/document/languages.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';
import { saveTypedValues } from '../../widgets/form-draft.ts';

export function ChooseLanguage() {
  const t = useTranslations();
  const { updateUserProfile } = useAuth();
  const { language: kept = t.language } = useUser();
  const { all, rest, otherwise } = languagesOfDocument();
  const choose = useChange(({ language = '' }: FieldValues) => updateUserProfile({ language }), {
    onSuccess: (_user, chosen) => {
      saveTypedValues();
      location.replace(languageSearch(location.search, chosen.language ?? t.language));
    },
  });
  const form = useForm(choose);
  if (all.length === 1 && all.includes(kept)) return null;
  const someForFindersAlone = all.some((each) => !rest.includes(each));
  return (
    <section className="grid gap-3">
      <h2>{t('profile.language')}</h2>
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
        <Submit of={choose} variant="secondary" className="sm:justify-self-start">
          {t('profile.chooseLanguage')}
        </Submit>
      </Form>
    </section>
  );
}
