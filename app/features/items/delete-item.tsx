import { useNavigate } from 'react-router';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { itemsPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import type { Deleted } from './deleted-alert.tsx';
import { stateBefore, useSaveItem } from './item-entries.ts';

export function DeleteItem({ item, entries }: { item: ItemSummary; entries: ItemEntry[] }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const save = useSaveItem(item);
  const remove = async () => {
    await save('deleteItem', { state: stateBefore(item, entries) }, { slot: 'deleted' });
    const deleted: Deleted = { id: item.id, name: item.name, at: Date.now() };
    navigate(itemsPath(), { replace: true, state: { deleted } });
  };
  return (
    <section className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('itemForm.deleteTitle')}</h2>
      <p>{t('itemForm.deleteText')}</p>
      <ConfirmButton
        label={t('itemForm.delete')}
        variant="danger"
        question={t('itemForm.deleteQuestion', { item: item.name })}
        verb={t('itemForm.deleteIt')}
        action={remove}
      >
        <p>{t('itemForm.deleteWarning')}</p>
      </ConfirmButton>
    </section>
  );
}
