import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { Facts } from '../widgets/facts.tsx';

/** What another administrator saved where something else is typed here, by the labels of the fields. */
export function SavedMeanwhile({ facts }: { facts: Record<string, string> }) {
  const t = useWords();
  if (Object.keys(facts).length === 0) return null;
  return (
    <Notice title={t('shopAdmin.savedMeanwhile')}>
      <div className="whitespace-pre-line">
        <Facts facts={facts} />
      </div>
    </Notice>
  );
}
