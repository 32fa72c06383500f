import { appTexts, languages } from 'virtual:app-texts';
import type { LanguageScope } from '../../../domain/settings/contract/languages.ts';
import type { FunctionInput, FunctionOutput } from '../../../functions/list.ts';
import { listOfLanguages, nameOfLanguage, sortLanguages } from '../../../language/names.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { EditForm, useEditForm } from '../../widgets/edit-form.tsx';
import { SettingsPage } from './admin-page.tsx';
import { languagesQuery } from './queries.ts';

const ours: Record<LanguageScope, string[]> = {
  finder: sortLanguages(languages),
  rest: sortLanguages(Object.keys(appTexts)),
};

export function AdminLanguages() {
  return (
    <SettingsPage
      title={t('languagesAdmin.title')}
      above={<p>{t('languagesAdmin.lead')}</p>}
      query={languagesQuery}
      failure={t('languagesAdmin.failed')}
    >
      {(read) => <LanguagesForm read={read} />}
    </SettingsPage>
  );
}

type Typed = Pick<FunctionInput<'changeLanguages'>, LanguageScope> & { default: string };

function LanguagesForm({ read }: { read: FunctionOutput<'readLanguages'> }) {
  const form = useEditForm({
    loaded: read,
    typedFrom: (loaded): Typed => ({ default: loaded.default }),
    read: (typed) => ({ default: typed.default }),
    send: (changed, { finder, rest }) => callFunction('changeLanguages', { finder, rest, ...changed }),
    onSaved: (saved) => queryClient.setQueryData(languagesQuery.queryKey, saved),
  });
  const { typed, type, errors, loaded } = form;
  const isOffered = (scope: LanguageScope, language: string) =>
    typed[scope]?.[language] ?? loaded[scope].includes(language);
  const group = (scope: LanguageScope) => ({
    scope,
    error: errors[scope],
    isOffered: (language: string) => isOffered(scope, language),
    onChange: (ticks: Record<string, boolean>) => type({ [scope]: { ...typed[scope], ...ticks } }),
  });
  const offered = ours.finder.filter((each) => each === typed.default || isOffered('finder', each));
  return (
    <EditForm
      of={form}
      className="grid gap-8"
      notSaved={t('languagesAdmin.notSaved')}
      labelOf={(name) => t(`languagesAdmin.${name}`)}
      inWords={(of) => ({ default: nameOfLanguage(of.default) })}
      saved={t('languagesAdmin.saved')}
      verb={t('languagesAdmin.save')}
    >
      <Select
        {...form.field('default', t('languagesAdmin.default'))}
        hint={t('languagesAdmin.defaultHint')}
        options={offered.map((each) => ({ value: each, label: nameOfLanguage(each), lang: each }))}
      />
      <Ticks {...group('finder')} legend={t('languagesAdmin.finder')} hint={t('languagesAdmin.finderHint')} />
      <Ticks
        {...group('rest')}
        legend={t('languagesAdmin.rest')}
        hint={t('languagesAdmin.restHint', { languages: listOfLanguages(ours.rest, t.language) })}
      />
    </EditForm>
  );
}

type TicksProps = {
  scope: LanguageScope;
  legend: string;
  hint: string;
  error: string | undefined;
  isOffered(language: string): boolean;
  onChange(ticks: Record<string, boolean>): void;
};

function Ticks({ scope, legend, hint, error, isOffered, onChange }: TicksProps) {
  const all = ours[scope];
  const names = new Intl.DisplayNames([t.language], { type: 'language' });
  const tickAll = (ticked: boolean) => onChange(Object.fromEntries(all.map((each) => [each, ticked])));
  const hintId = `${scope}-hint`;
  const errorId = `${scope}-error`;
  return (
    <fieldset
      // A refusal brings the focus here.
      tabIndex={error ? -1 : undefined}
      aria-describedby={error ? `${hintId} ${errorId}` : hintId}
      aria-invalid={error ? true : undefined}
      className="grid gap-3"
    >
      <legend className="mb-2 text-lg font-bold">{legend}</legend>
      <p id={hintId} className="field-hint">
        {hint}
      </p>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      <div className="grid gap-x-6 sm:grid-cols-2">
        {all.map((language) => (
          <Checkbox
            key={language}
            name={`${scope}.${language}`}
            checked={isOffered(language)}
            onChange={({ target }) => onChange({ [language]: target.checked })}
          >
            <span>
              <bdi lang={language}>{nameOfLanguage(language)}</bdi>
              {language !== t.language && <span className="text-ink-soft"> · {names.of(language)}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
      {all.length > 2 && (
        <div className="flex flex-wrap gap-3">
          <ActionButton onClick={() => tickAll(true)}>{t('languagesAdmin.all')}</ActionButton>
          <ActionButton onClick={() => tickAll(false)}>{t('languagesAdmin.none')}</ActionButton>
        </div>
      )}
    </fieldset>
  );
}
