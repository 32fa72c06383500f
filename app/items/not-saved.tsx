import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';

export function NotSaved({ error }: { error: Error | null }) {
  const t = useWords();
  if (!error) return null;
  return (
    <Notice tone="error" title={t('itemForm.notSaved')}>
      <p>{error.message}</p>
    </Notice>
  );
}
