import { pauseDays } from '../../../domain/accounts/contract/limits.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';

export function DeleteAccount() {
  const t = useTranslations();
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
        fields={(wrong) => (
          <PasswordField
            id="delete-password"
            label={t('profile.ownPassword')}
            name="password"
            autoComplete="current-password"
            required
            error={wrong.password}
          />
        )}
      >
        <p>{t('profile.deleteConsequence')}</p>
      </ConfirmButton>
    </section>
  );
}
