import { useMutation } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { stateBefore, useSaveItem, withEntries } from './item-entries.ts';

export function ArchiveItem({ item, entries }: { item: ItemSummary; entries: ItemEntry[] }) {
  const t = useTranslations();
  const save = useSaveItem(item);
  const isArchived = withEntries(item, entries).archivedAt !== null;
  const change = useMutation({
    mutationFn: () =>
      isArchived
        ? save('unarchiveItem', {}, { slot: 'archived' })
        : save('archiveItem', { state: stateBefore(item, entries) }, { slot: 'archived' }),
  });
  return (
    <section className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('itemForm.archiveTitle')}</h2>
      <p role="status">{isArchived ? t('itemForm.isArchived') : t('itemForm.archiveText')}</p>
      {change.error && <Alert tone="error">{change.error.message}</Alert>}
      <Button
        type="button"
        variant="secondary"
        className="justify-self-start"
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        {isArchived ? t('itemForm.unarchive') : t('itemForm.archive')}
      </Button>
    </section>
  );
}
