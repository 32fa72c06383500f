import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { maxPersonNameLength } from '../../../domain/texts/contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { sharedItemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { AuthError } from '../../core/session/auth-errors.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { authService } from '../../core/session/auth-service.ts';
import { dayOf } from '../../widgets/dates.ts';
import { Drafted, type FormDraft } from '../../widgets/drafted.tsx';
import { plainAddress, strongAddress } from '../../widgets/entry-card.tsx';
import { Facts } from '../../widgets/facts.tsx';
import { Failure, type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { ProfileSection } from './section.tsx';

export function OwnAccount() {
  return (
    <ProfileSection name="profileAccount">
      <AccountForms />
    </ProfileSection>
  );
}

export function AccountForms() {
  const { createdAt } = useUser();
  return (
    <>
      <Drafted name="name">{(draft) => <NameForm draft={draft} />}</Drafted>
      <ShowName />
      <Drafted name="email">{(draft) => <ChangeEmail draft={draft} />}</Drafted>
      <Facts facts={{ [t('profile.since')]: dayOf(createdAt) }} />
    </>
  );
}

/** The account moves when the old address has allowed it and the new one has confirmed it. */
function ChangeEmail({ draft }: { draft: FormDraft }) {
  const { email } = useUser();
  const ask = useChange(
    async ({ newEmail = '' }: FieldValues) => {
      if (newEmail.toLowerCase() === email) throw new AuthError('same-email');
      await authService.changeEmail(newEmail);
      return { askedAt: email };
    },
    {
      onSuccess: () => {
        draft.end();
        form.ref.current?.reset();
      },
    },
  );
  const form = useForm(ask, { draft });
  return (
    <section className="grid gap-3">
      <h2>{t('profile.email')}</h2>
      <p>{t.rich('profile.emailText', { email, address: strongAddress })}</p>
      {ask.data?.askedAt === email && (
        <Alert tone="success" title={t('profile.emailAskedTitle')}>
          <p>{t.rich('profile.emailAsked', { email, address: plainAddress })}</p>
        </Alert>
      )}
      <Form of={form}>
        <TextField
          label={t('profile.newEmail')}
          name="newEmail"
          type="email"
          autoComplete="email"
          required
          error={form.errors.email}
        />
        <Submit of={ask} busy={t('profile.sending')} variant="secondary" className="sm:justify-self-start">
          {t('profile.changeEmail')}
        </Submit>
      </Form>
    </section>
  );
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

function ShowName() {
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
