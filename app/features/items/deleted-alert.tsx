import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { itemsQuery } from '../../core/data/queries.ts';
import { useChange } from '../../core/data/use-change.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { ChangeButton } from '../../widgets/form.tsx';
import { isWaiting, useSaveItem } from './item-entries.ts';

export type Deleted = { id: string; name: string; at: number };

const shownMs = 10_000;

export function DeletedAlert({ waiting }: { waiting: Map<string, ItemEntry[]> }) {
  const { state } = useLocation();
  const deleted = (state as { deleted?: Deleted } | null)?.deleted;
  if (!deleted || Date.now() - deleted.at > shownMs) return null;
  return waiting.get(deleted.id)?.every(isWaiting) === false ? null : <Undo key={deleted.at} deleted={deleted} />;
}

/** The alert stays while the pointer or the focus is on its button. */
function Undo({ deleted }: { deleted: Deleted }) {
  const t = useTranslations();
  const save = useSaveItem(deleted);
  const [isOpen, setOpen] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const undo = useChange(() => save('undeleteItem', {}, { slot: 'deleted' }), {
    changes: [itemsQuery.queryKey],
    onSuccess: () => setOpen(false),
  });
  const stays = isHeld || undo.isPending || undo.isError;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => setOpen(false), shownMs);
    return () => clearTimeout(timer);
  }, [stays]);
  if (!isOpen) return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className="mb-6">
      <Alert tone={undo.isError ? 'error' : 'info'}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <p className="wrap-anywhere">{undo.error?.message ?? t('items.deleted', { item: deleted.name })}</p>
          <ChangeButton of={undo} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
            {t('items.undo')}
          </ChangeButton>
        </div>
      </Alert>
    </div>
  );
}
