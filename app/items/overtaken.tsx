import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { ComparedChanges } from './compared-changes.tsx';

/** In a form: what was typed was not saved, because it changed elsewhere. */
export function Overtaken({ change }: { change: Pick<UnsentChange, 'itemId' | 'details' | 'facts' | 'change'> }) {
  const t = useWords();
  return (
    <Notice tone="error" title={t('itemForm.notSaved')}>
      <p className="mb-3">{t('unsent.changedElsewhere')}</p>
      <ComparedChanges change={change} />
      <p>{t('changedElsewhere.formText')}</p>
    </Notice>
  );
}
