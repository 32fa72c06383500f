import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { maxPersonNameLength } from '../../../domain/texts/contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { sharedItemsQuery } from '../../core/data/sharing-queries.ts';
import { useChange } from '../../core/data/use-change.ts';
import { t } from '../../core/document/app-translations.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { Drafted } from '../../widgets/drafted.tsx';
import { Failure, type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';
import type { FormDraft } from '../../widgets/form-draft.ts';

export function DisplayName() {
  return <Drafted name="name">{(draft) => <NameForm draft={draft} />}</Drafted>;
}

function NameForm({ draft }: { draft: FormDraft }) {
  const { updateUserProfile } = useAuth();
  const user = useUser();
  const field = useRef<HTMLInputElement>(null);
  const save = useChange(({ displayName = '' }: FieldValues) => updateUserProfile({ displayName }), {
    onSuccess: (stored, typed) => {
      draft.end();
      if (field.current && field.current.value === typed.displayName) field.current.value = stored.displayName;
    },
  });
  const form = useForm(save, { draft });
  return (
    <Form of={form} notSent={t('profile.notSaved')}>
      <TextField
        ref={field}
        label={t('profile.name')}
        {...form.field('displayName')}
        autoComplete="name"
        required
        maxLength={maxPersonNameLength}
        defaultValue={user.displayName}
        hint={t('profile.nameHint')}
      />
      {save.isSuccess && <Alert tone="success">{t('profile.saved')}</Alert>}
      <Submit of={save} busy={t('profile.saving')} className="sm:justify-self-start">
        {t('profile.save')}
      </Submit>
    </Form>
  );
}

export function ShowName() {
  const { updateUserProfile } = useAuth();
  const { nameShown = false } = useUser();
  const shared = useQuery(sharedItemsQuery).data?.rows.length ?? 0;
  // The mutation is pending a moment later: until then the box would jump back.
  const [chosen, setChosen] = useState<boolean>();
  const save = useChange((nameShown: boolean) => updateUserProfile({ nameShown }));
  if (shared === 0 && !nameShown && save.isIdle) return null;
  return (
    <div className="grid gap-2">
      <Checkbox
        className="size-6 shrink-0 accent-home"
        aria-describedby="name-shown-text"
        checked={chosen ?? nameShown}
        disabled={save.isPending}
        onChange={({ target }) => {
          setChosen(target.checked);
          save.mutate(target.checked, { onSettled: () => setChosen(undefined) });
        }}
      >
        {t('profile.nameShown')}
      </Checkbox>
      <p id="name-shown-text" className="text-ink-soft">
        {t('profile.nameShownText')}
      </p>
      <Failure error={save.error} title={t('profile.notSaved')} />
      {save.isSuccess && <Alert tone="success">{t('profile.saved')}</Alert>}
    </div>
  );
}
