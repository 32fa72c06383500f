import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { sharedItemsQuery } from '../../core/data/sharing-queries.ts';
import { useChange } from '../../core/data/use-change.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { Failure } from '../../widgets/form.tsx';

export function ShowName() {
  const t = useTranslations();
  const { updateUserProfile } = useAuth();
  const { nameShown = false } = useUser();
  const shared = useQuery(sharedItemsQuery).data?.rows.length ?? 0;
  const save = useChange((chosen: boolean) => updateUserProfile({ nameShown: chosen }));
  if (shared === 0 && !nameShown && save.isIdle) return null;
  return (
    <div className="grid gap-2">
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-home"
          aria-describedby="name-shown-text"
          checked={save.isPending ? save.variables : nameShown}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate(target.checked)}
        />
        {t('profile.nameShown')}
      </label>
      <p id="name-shown-text" className="text-ink-soft">
        {t('profile.nameShownText')}
      </p>
      <Failure error={save.error} title={t('profile.notSaved')} />
      {save.isSuccess && <Alert tone="success">{t('profile.saved')}</Alert>}
    </div>
  );
}
