import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { RefusedActions } from '../offline/refused.tsx';
import type { UnsentChange, UnsentPicture, UnsentReceipt } from '../offline/unsent-changes.ts';
import { whyRefused } from '../offline/why-refused.ts';

export function RefusedChanges({ changes }: { changes: (UnsentChange | UnsentPicture | UnsentReceipt)[] }) {
  const t = useWords();
  return (
    <div className="mb-6 grid gap-3">
      {changes.map((change) => (
        <Notice key={change.key} tone="error" title={t('items.notSaved', { item: change.name })}>
          <p className="mb-3">{whyRefused(change)}</p>
          <RefusedActions
            unsent={change}
            again={t('items.saveAgain')}
            question={t('items.discardQuestion')}
            explanation={t('items.discardText')}
          />
        </Notice>
      ))}
    </div>
  );
}
