import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callFunction } from '../data/call-function.ts';
import { dayOf } from '../widgets/dates.ts';
import { useAuth } from './auth-provider.tsx';
import { sessionStore } from './session-store.ts';

/** On every page of somebody whose account is about to be deleted: when, and how to keep it. */
export function DeletionNotice() {
  const { user } = useAuth();
  const keep = useMutation({
    mutationFn: () => callFunction('keepAccount', {}),
    onSuccess: () => sessionStore.recheck(),
  });
  if (!user?.deletedOn) return null;
  return (
    <div className="mb-6">
      <Notice tone="error" title={`Your account will be deleted on ${dayOf(user.deletedOn)}.`}>
        <p>{keep.error ? keep.error.message : 'Until then everything works as always.'}</p>
        <Button type="button" className="mt-3" disabled={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      </Notice>
    </div>
  );
}
