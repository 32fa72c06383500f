import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '../../domain/accounts/contract/schema.ts';
import { maxIdLength } from '../../domain/settings/contract/limits.ts';
import type { Words } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { dayOf } from '../widgets/dates.ts';
import { Facts } from '../widgets/facts.tsx';
import { formValues } from '../widgets/form-values.ts';

/** C-7.06: an administrator reads anybody's profile. */
export function FindProfile() {
  const t = useWords();
  const { getUserProfile } = useAuth();
  const find = useMutation({ mutationFn: ({ id = '' }: Record<string, string>) => getUserProfile(id.trim()) });
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2>{t('admin.findProfile')}</h2>
      <form
        onSubmit={(event) => find.mutate(formValues(event))}
        className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_auto]"
      >
        <TextField
          label={t('admin.userId')}
          name="id"
          required
          maxLength={maxIdLength}
          autoComplete="off"
          spellCheck={false}
        />
        <Button disabled={find.isPending}>{t('admin.find')}</Button>
      </form>
      {find.error && <Notice tone="error">{find.error.message}</Notice>}
      {find.data === null && <Notice>{t('admin.noAccount')}</Notice>}
      {find.data && <Facts facts={factsOf(find.data, t)} />}
    </section>
  );
}

function factsOf(profile: CurrentUser, t: Words): Record<string, string> {
  return {
    [t('admin.name')]: profile.displayName,
    [t('admin.email')]: profile.email,
    [t('admin.confirmed')]: t(profile.emailVerified ? 'admin.yes' : 'admin.no'),
    [t('admin.role')]: profile.role ?? t('admin.noRole'),
    [t('admin.signedUp')]: dayOf(profile.createdAt),
    [t('admin.lastLogin')]: profile.lastLogin ? dayOf(profile.lastLogin) : t('admin.never'),
  };
}
