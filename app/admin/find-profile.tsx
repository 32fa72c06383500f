import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '../../domain/accounts/contract/schema.ts';
import { maxIdLength } from '../../domain/settings/contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAuth } from '../session/auth-provider.tsx';
import { dayOf } from '../widgets/dates.ts';
import { Facts } from '../widgets/facts.tsx';
import { formValues } from '../widgets/form-values.ts';

/** C-7.06: an administrator reads anybody's profile. */
export function FindProfile() {
  const { getUserProfile } = useAuth();
  const find = useMutation({ mutationFn: ({ id = '' }: Record<string, string>) => getUserProfile(id.trim()) });
  return (
    <section className="grid gap-4">
      <h2>Find a profile</h2>
      <form
        onSubmit={(event) => find.mutate(formValues(event))}
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
      >
        <TextField label="User id" name="id" required maxLength={maxIdLength} autoComplete="off" spellCheck={false} />
        <Button disabled={find.isPending}>Find</Button>
      </form>
      {find.error && <Notice tone="error">{find.error.message}</Notice>}
      {find.data === null && <Notice>No account has this id.</Notice>}
      {find.data && <Facts facts={factsOf(find.data)} />}
    </section>
  );
}

function factsOf(profile: CurrentUser): Record<string, string> {
  return {
    Name: profile.displayName,
    Email: profile.email,
    'Address confirmed': profile.emailVerified ? 'Yes' : 'No',
    Role: profile.role ?? 'none',
    'Signed up': dayOf(profile.createdAt),
    'Last signed in': profile.lastLogin ? dayOf(profile.lastLogin) : 'never',
  };
}
