import { pauseDays } from '../../../domain/accounts/contract/limits.ts';
import { exportPath, ownOrdersPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { ProfileSection } from './section.tsx';

export function OwnData() {
  return (
    <ProfileSection name="profileData">
      <ExportData />
      <OwnOrdersLink />
      <DeleteAccount />
    </ProfileSection>
  );
}

function ExportData() {
  return (
    <section className="grid gap-3">
      <h2>{t('profile.data')}</h2>
      <p>{t('profile.dataText')}</p>
      {/* Not `download`: that would save the sign-in page, should the session be over by now. */}
      <LinkButton href={exportPath()} target="_top" className="sm:justify-self-start">
        {t('profile.download')}
      </LinkButton>
    </section>
  );
}

function OwnOrdersLink() {
  return (
    <section className="grid gap-3">
      <h2>{t('profile.orders')}</h2>
      <p>{t('profile.ordersText')}</p>
      <LinkButton variant="secondary" href={ownOrdersPath()} className="sm:justify-self-start">
        {t('profile.showOrders')}
      </LinkButton>
    </section>
  );
}

function DeleteAccount() {
  const user = useUser();
  const ask = async ({ password = '' }: Record<string, string>) => {
    const { deletedOn } = await callFunction('deleteAccount', { password });
    sessionStore.changeUser({ ...user, deletedOn });
    scrollTo(0, 0);
  };
  if (user.deletedOn) return null;
  return (
    <section className="grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('profile.delete')}</h2>
      <p>{t('profile.deleteText', { days: pauseDays })}</p>
      <ConfirmButton
        label={t('profile.deleteButton')}
        variant="danger"
        question={t('profile.deleteQuestion')}
        verb={t('profile.deleteVerb', { days: pauseDays })}
        action={ask}
        fields={({ field }) => (
          <PasswordField
            id="delete-password"
            label={t('profile.ownPassword')}
            {...field('password')}
            autoComplete="current-password"
            required
          />
        )}
        text={t('profile.deleteConsequence')}
      />
    </section>
  );
}
