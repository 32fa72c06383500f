import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../ui/words-context.ts';

/** The address of one's account. */
export function EmailField({ error }: { error?: string | undefined }) {
  const t = useWords();
  return (
    <TextField label={t('signIn.email')} name="email" type="email" autoComplete="username" required error={error} />
  );
}
