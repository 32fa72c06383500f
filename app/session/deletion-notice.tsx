import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { dayOf } from '../widgets/dates.ts';
import { useAuth } from './auth-provider.tsx';
import { sessionStore } from './session-store.ts';

export function DeletionNotice() {
  const t = useWords();
  const { user } = useAuth();
  const keep = useMutation({
    mutationFn: () => callFunction('keepAccount', {}),
    onSuccess: () => sessionStore.recheck(),
  });
  if (!user?.deletedOn) return null;
  return (
    <div className="mb-6">
      <Notice tone="error" title={t('deletion.title', { day: dayOf(user.deletedOn) })}>
        <p>{keep.error ? keep.error.message : t('deletion.text')}</p>
        <Button type="button" className="mt-3" disabled={keep.isPending} onClick={() => keep.mutate()}>
          {t('keepAccount.keep')}
        </Button>
      </Notice>
    </div>
  );
}
