import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import {
  finderViewPath,
  handOverItemPath,
  itemPath,
  itemsPath,
  lossPath,
  previewPath,
  shareItemPath,
} from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { ItemPicture, Receipts } from '../files/late.tsx';
import { useNoNetwork } from '../offline/last-seen.tsx';
import { seenOf } from '../offline/seen-item.ts';
import { withLateWords } from '../start/late-page.tsx';
import { StoppedTags } from '../tags/late.tsx';
import type { UnsentChange } from '../unsent/kinds.ts';
import { ArchiveItem } from './archive-item.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemForm } from './item-form.tsx';
import { ItemPage } from './item-page.tsx';
import { LostSwitch } from './lost-switch.tsx';
import { changedDetails, useSaving, withChange } from './unsaved.ts';
import { useBase } from './use-base.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const ItemExtras = lazy(async () => ({
  default: await withLateWords(async () => (await import('./item-extras.tsx')).ItemExtras),
}));

const Overtaken = lazy(async () => ({
  default: await withLateWords(async () => (await import('./overtaken.tsx')).Overtaken),
}));

export function EditItem() {
  const t = useWords();
  return (
    <ItemPage title={t('itemForm.editTitle')}>
      {(item, waiting) => <Editing key={item.id} item={item} waiting={waiting} />}
    </ItemPage>
  );
}

function Editing({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useSaving(item);
  const noNetwork = useNoNetwork();
  const { base, overtaken, refuse, clear } = useBase(item, waiting);
  const save = useMutation({
    mutationFn: (details: Partial<ItemDetails>) => {
      const seen = seenOf(base);
      return saving({ details, seen, mends: 'details' }, () =>
        callFunction('updateItem', { ...details, id: item.id, seen }),
      );
    },
    onMutate: clear,
    onError: (error, details) => refuse(error, { details }),
    onSuccess: (isSaved) => {
      client.invalidateQueries(itemsQuery);
      if (isSaved) location.assign(itemPath(item.hash));
      else navigate(itemsPath());
    },
  });
  return (
    <>
      <WaitingNotice waiting={waiting} />
      {!noNetwork && <StoppedTags itemId={item.id} />}
      <LostSwitch item={item} waiting={waiting} />
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
        item={withChange(item, waiting)}
        verb={t('itemForm.save')}
        saving={save.isPending || save.isSuccess}
        error={overtaken ? null : save.error}
        onSave={(details) => save.mutate(changedDetails(details, base, waiting))}
      >
        {overtaken && (
          <Suspense>
            <Overtaken change={overtaken} />
          </Suspense>
        )}
      </ItemForm>
      <ItemPicture item={item} />
      <Receipts item={item} />
      {!noNetwork && (
        <Suspense>
          <ItemExtras item={item} />
        </Suspense>
      )}
      <ArchiveItem item={item} waiting={waiting} />
      <DeleteItem item={item} />
    </>
  );
}
