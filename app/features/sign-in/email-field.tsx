import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

export function EmailField({ error }: { error?: string | undefined }) {
  const t = useTranslations();
  return (
    <TextField label={t('signIn.email')} name="email" type="email" autoComplete="username" required error={error} />
  );
}
