import { appTexts, languages } from 'virtual:app-texts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { LanguageScope } from '../../../domain/settings/contract/languages.ts';
import type { FunctionInput, FunctionOutput } from '../../../functions/list.ts';
import { listOfLanguages, nameOfLanguage, sortLanguages } from '../../../language/names.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors } from '../../core/data/function-error.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { NotSaved } from '../../widgets/not-saved.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';

import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { languagesQuery } from './queries.ts';

const ours: Record<LanguageScope, string[]> = {
  finder: sortLanguages(languages),
  rest: sortLanguages(Object.keys(appTexts)),
};

/** Which languages people can choose, and which one is the default. */
export function AdminLanguages() {
  const t = useTranslations();
  const settings = useQuery(languagesQuery);
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('languagesAdmin.title')}</PageHeading>
      <p>{t('languagesAdmin.lead')}</p>
      <Loaded query={settings} failure={t('languagesAdmin.failed')}>
        {(read) => <LanguagesForm read={read} />}
      </Loaded>
    </div>
  );
}

type Change = FunctionInput<'changeLanguages'>;

function LanguagesForm({ read }: { read: FunctionOutput<'readLanguages'> }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [change, setChange] = useState<Change>({});
  const fields = useChangedFields(read);
  const chosen = change.default ?? fields.loaded.default;
  const save = useMutation({
    mutationFn: () =>
      callFunction('changeLanguages', { ...change, default: undefined, ...fields.changesTo({ default: chosen }) }),
    onError: fields.onError,
    onSuccess: (saved) => {
      client.setQueryData(languagesQuery.queryKey, saved);
      fields.begin(saved);
      setChange({});
    },
  });
  const errors = fieldErrors(save.error);
  const isOffered = (scope: LanguageScope, language: string) =>
    change[scope]?.[language] ?? fields.loaded[scope].includes(language);
  const set = (more: Change) => {
    save.reset();
    setChange({ ...change, ...more });
  };
  const group = (scope: LanguageScope) => ({
    scope,
    error: errors[scope],
    isOffered: (language: string) => isOffered(scope, language),
    onChange: (ticks: Record<string, boolean>) => set({ [scope]: { ...change[scope], ...ticks } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const offered = ours.finder.filter((each) => each === chosen || isOffered('finder', each));
  return (
    <form onSubmit={submit} noValidate className="grid gap-8">
      <Select
        label={t('languagesAdmin.default')}
        hint={t('languagesAdmin.defaultHint')}
        name="default"
        options={offered.map((each) => ({ value: each, label: nameOfLanguage(each), lang: each }))}
        value={chosen}
        onChange={({ target }) => set({ default: target.value })}
        {...(errors.default && { error: errors.default })}
      />
      <Ticks {...group('finder')} legend={t('languagesAdmin.finder')} hint={t('languagesAdmin.finderHint')} />
      <Ticks
        {...group('rest')}
        legend={t('languagesAdmin.rest')}
        hint={t('languagesAdmin.restHint', { languages: listOfLanguages(ours.rest, t.language) })}
      />
      <NotSaved
        title={t('languagesAdmin.notSaved')}
        error={save.error}
        apart={fields.apartFrom({ default: chosen })}
        mine={{ default: chosen }}
        theirs={{ default: fields.loaded.default }}
        labelOf={(name) => t(`languagesAdmin.${name}`)}
        inWords={(of) => ({ default: nameOfLanguage(of.default) })}
        onTake={set}
      />
      {save.isSuccess && <p role="status">{t('languagesAdmin.saved')}</p>}
      <Button disabled={save.isPending} className="justify-self-start">
        {t('languagesAdmin.save')}
      </Button>
    </form>
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
  const t = useTranslations();
  const all = ours[scope];
  const names = new Intl.DisplayNames([t.language], { type: 'language' });
  const tickAll = (ticked: boolean) => onChange(Object.fromEntries(all.map((each) => [each, ticked])));
  const hintId = `${scope}-hint`;
  const errorId = `${scope}-error`;
  return (
    <fieldset
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
          <Button type="button" variant="secondary" onClick={() => tickAll(true)}>
            {t('languagesAdmin.all')}
          </Button>
          <Button type="button" variant="secondary" onClick={() => tickAll(false)}>
            {t('languagesAdmin.none')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
