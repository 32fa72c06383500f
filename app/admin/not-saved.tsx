import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { Facts } from '../widgets/facts.tsx';

type NotSavedProps = {
  error: Error | null;
  /** What another administrator saved where something else is typed here, by the labels of the fields. */
  meanwhile: Record<string, string>;
};

export function NotSaved({ error, meanwhile }: NotSavedProps) {
  const t = useWords();
  return (
    <>
      {error && (
        <Notice tone="error" title={t('shopAdmin.notSaved')}>
          <p>{error.message}</p>
        </Notice>
      )}
      {Object.keys(meanwhile).length > 0 && (
        <Notice title={t('shopAdmin.savedMeanwhile')}>
          <div className="whitespace-pre-line">
            <Facts facts={meanwhile} />
          </div>
        </Notice>
      )}
    </>
  );
}
