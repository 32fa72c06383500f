import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../ui/words-context.ts';

export function EmailField({ error }: { error?: string | undefined }) {
  const t = useWords();
  return (
    <TextField label={t('signIn.email')} name="email" type="email" autoComplete="username" required error={error} />
  );
}
