import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callFunction } from '../data/call-function.ts';
import { EntryCard } from './entry-card.tsx';
import { Onward } from './onward.tsx';

/** The mail's link that undoes an account's deletion; asks first, because mail scanners open links too. */
export function KeepAccount() {
  const token = useSearchParams()[0].get('token') ?? '';
  const keep = useMutation({ mutationFn: () => callFunction('keepAccountByToken', { token }) });
  if (keep.isSuccess) {
    return (
      <EntryCard title="Your account stays">
        <p>Nothing was deleted. If it was not you who asked for it, set a new password.</p>
        <Onward />
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Keep your account">
      {keep.error ? (
        <Notice tone="error">{keep.error.message}</Notice>
      ) : (
        <p>One tap, and your account is not deleted.</p>
      )}
      <Button type="button" disabled={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
    </EntryCard>
  );
}
