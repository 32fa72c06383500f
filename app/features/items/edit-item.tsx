import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { ItemDetails, ItemSummary } from '../../../domain/items/contract/schema.ts';
import {
  finderViewPath,
  handOverItemPath,
  itemPath,
  itemsPath,
  lossPath,
  previewPath,
  shareItemPath,
} from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { withLateTranslations } from '../../core/document/late-page.tsx';
import { late } from '../../core/document/late-part.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { ArchiveItem } from './archive-item.tsx';
import { DeleteItem } from './delete-item.tsx';
import { isWaiting, presentOf, useSaveItem, withEntries } from './item-entries.ts';
import { ItemForm } from './item-form.tsx';
import { ItemPage } from './item-page.tsx';
import { LostSwitch } from './lost-switch.tsx';
import { WaitingAlert } from './waiting-alert.tsx';

const ChangedElsewhere = lazy(async () => ({
  default: await withLateTranslations(async () => (await import('./compared-changes.tsx')).ChangedElsewhere),
}));

const filesPlace = <div className="min-h-40" />;
const ItemPicture = late(async () => (await import('./item-picture.tsx')).ItemPicture, filesPlace);
const Receipts = late(async () => (await import('./receipts.tsx')).Receipts, filesPlace);
const TagSection = late(async () => (await import('../print/tag-section.tsx')).TagSection);
const Scans = late(async () => (await import('./scans.tsx')).Scans);
const DisabledTagsAlert = late(async () => (await import('./disabled-tags.tsx')).DisabledTagsAlert);

export function EditItem() {
  const t = useTranslations();
  return (
    <ItemPage title={t('itemForm.editTitle')}>
      {(item, entries) => <Editing key={item.id} item={item} entries={entries} />}
    </ItemPage>
  );
}

function Editing({ item, entries }: { item: ItemSummary; entries: ItemEntry[] }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const saveItem = useSaveItem(item);
  const noNetwork = useNoNetwork();
  const fields = useChangedFields(detailsOf(withEntries(item, entries.filter(isWaiting))), {
    refused: presentOf(item, entries, 'updateItem'),
  });
  const save = useMutation({
    mutationFn: (details: ItemDetails) => saveItem('updateItem', fields.changesTo(details), { decides: fieldNames }),
    onError: fields.onError,
    onSuccess: (saved) => {
      if (saved) location.assign(itemPath(item.hash));
      else navigate(itemsPath());
    },
  });
  const conflict = save.error ? fields.compared(save.variables) : undefined;
  return (
    <>
      <WaitingAlert entries={entries} />
      {!noNetwork && <DisabledTagsAlert itemId={item.id} />}
      <LostSwitch item={item} entries={entries} />
      <nav
        aria-label={t('itemForm.more')}
        className="flex flex-wrap gap-x-6 [&>a]:inline-flex [&>a]:min-h-12 [&>a]:items-center"
      >
        <a href={lossPath(item.id)}>{t('itemForm.toLoss')}</a>
        <a href={finderViewPath(item.id)}>{t('itemForm.toFinderView')}</a>
        <a href={previewPath(item.hash)}>{t('itemForm.preview')}</a>
        <a href={shareItemPath(item.id)}>{t('itemForm.toSharing')}</a>
        <a href={handOverItemPath(item.id)}>{t('itemForm.toHandover')}</a>
      </nav>
      <ItemForm
        item={withEntries(item, entries)}
        verb={t('itemForm.save')}
        saving={save.isPending || save.isSuccess}
        error={conflict ? null : save.error}
        onSave={(details) => save.mutate(detailsOf(details))}
      >
        {conflict && (
          <Suspense>
            <ChangedElsewhere {...conflict} onTake={save.reset} />
          </Suspense>
        )}
      </ItemForm>
      <ItemPicture item={item} />
      <Receipts item={item} />
      {!noNetwork && (
        <>
          <TagSection item={item} />
          <Scans itemId={item.id} />
        </>
      )}
      <ArchiveItem item={item} entries={entries} />
      <DeleteItem item={item} entries={entries} />
    </>
  );
}

const fieldNames = ['name', 'category', 'note'];
const detailsOf = ({ name, category, note }: ItemDetails) => ({ name, category, note });
