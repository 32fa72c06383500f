import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

export function NotSaved({ error, title }: { error: Error | null; title?: string | undefined }) {
  const t = useTranslations();
  if (!error) return null;
  return (
    <Alert tone="error" title={title ?? t('itemForm.notSaved')}>
      <p>{error.message}</p>
    </Alert>
  );
}
