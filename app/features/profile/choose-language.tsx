import { useMutation } from '@tanstack/react-query';
import { languageSearch, listOfLanguages, nameOfLanguage } from '../../../language/names.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { languagesOfDocument } from '../../core/document/languages.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { saveTypedValues } from '../../widgets/form-draft.ts';
import { formValues } from '../../widgets/form-values.ts';

export function ChooseLanguage() {
  const t = useTranslations();
  const { error, updateUserProfile } = useAuth();
  const { language: kept = t.language } = useUser();
  const { all, rest, otherwise } = languagesOfDocument();
  const choose = useMutation({
    mutationFn: ({ language = '' }: Record<string, string>) => updateUserProfile({ language }),
    onSuccess: (_user, chosen) => {
      saveTypedValues();
      location.replace(languageSearch(location.search, chosen.language ?? t.language));
    },
  });
  if (all.length === 1 && all.includes(kept)) return null;
  const someForFindersAlone = all.some((each) => !rest.includes(each));
  return (
    <section className="grid gap-3">
      <h2>{t('profile.language')}</h2>
      {choose.error && <Alert tone="error">{error}</Alert>}
      <form onSubmit={(event) => choose.mutate(formValues(event))} className="grid gap-4">
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
        <Button variant="secondary" disabled={choose.isPending} className="sm:justify-self-start">
          {t('profile.chooseLanguage')}
        </Button>
      </form>
    </section>
  );
}
