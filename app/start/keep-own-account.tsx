import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { DeletionAlert } from '../../ui/deletion-alert.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { callFunction } from '../core/data/call-function.ts';
import { useAuth } from '../core/session/auth-provider.tsx';
import { sessionStore } from '../core/session/session-store.ts';

export function KeepOwnAccount() {
  const t = useTranslations();
  const { user } = useAuth();
  const keep = useMutation({
    mutationFn: () => callFunction('keepAccount', {}),
    onSuccess: () => sessionStore.recheck(),
  });
  if (!user?.deletedOn) return null;
  return (
    <div className="mb-6">
      <DeletionAlert deletedOn={user.deletedOn} text={keep.error?.message}>
        <Button type="button" disabled={keep.isPending} onClick={() => keep.mutate()}>
          {t('keepAccount.keep')}
        </Button>
      </DeletionAlert>
    </div>
  );
}
