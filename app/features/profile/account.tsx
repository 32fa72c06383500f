import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useChange } from '../../core/data/use-change.ts';
import { t } from '../../core/document/app-translations.ts';
import { AuthError } from '../../core/session/auth-errors.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { authService } from '../../core/session/auth-service.ts';
import { dayOf } from '../../widgets/dates.ts';
import { Drafted } from '../../widgets/drafted.tsx';
import { Facts } from '../../widgets/facts.tsx';
import { type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';
import type { FormDraft } from '../../widgets/form-draft.ts';
import { plainAddress, strongAddress } from '../sign-in/entry-card.tsx';
import { DisplayName, ShowName } from './display-name.tsx';
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
      <DisplayName />
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
