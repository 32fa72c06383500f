import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../paths/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { isNotFound } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { itemQuery, itemsQuery } from '../data/queries.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { whyRefused } from '../offline/why-refused.ts';
import { NotFoundScreen } from '../start/not-found-screen.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemForm } from './item-form.tsx';
import { LostSwitch } from './lost-switch.tsx';
import { changedDetails, useSaving, useUnsavedChanges, withChange } from './unsaved.ts';

export function EditItem() {
  const t = useWords();
  const { id = '' } = useParams();
  const client = useQueryClient();
  const item = useQuery({
    ...itemQuery(id),
    initialData: () => client.getQueryData(itemsQuery.queryKey)?.rows.find((each) => each.id === id),
    initialDataUpdatedAt: () => client.getQueryState(itemsQuery.queryKey)?.dataUpdatedAt,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });
  // The form begins with what the server has; what an earlier visit read is used only without network.
  const mayBeOld = item.isFetching && !item.isFetchedAfterMount;
  const noNetwork = useNoNetwork();
  const unsaved = useUnsavedChanges();
  const isReady = (!mayBeOld || noNetwork) && !unsaved.isPending;
  // It stays open, whatever is read anew: somebody may be typing.
  const [isOpen, setOpen] = useState(isReady);
  if (isReady && !isOpen) setOpen(true);
  if (isNotFound(item.error)) {
    const action = { label: t('itemForm.toItems'), href: itemsPath() };
    return <NotFoundScreen title={t('itemForm.notFoundTitle')} text={t('itemForm.notFoundText')} action={action} />;
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-6 lg:max-w-none">
      <PageHeading>{t('itemForm.editTitle')}</PageHeading>
      {isOpen ? (
        <Loaded query={item} failure={t('itemForm.failed')}>
          {(data) => <Editing key={data.id} item={data} waiting={unsaved.byItem.get(id)} />}
        </Loaded>
      ) : (
        <LoadingScreen />
      )}
    </div>
  );
}

function Editing({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useSaving(item, waiting);
  const save = useMutation({
    mutationFn: (details: ItemDetails) => {
      const changed = changedDetails(details, item, waiting);
      return saving({ details: changed }, () => callFunction('updateItem', { ...changed, id: item.id }));
    },
    onSuccess: (isSaved) => {
      client.invalidateQueries(itemsQuery);
      if (isSaved) location.assign(itemPath(item.hash));
      else navigate(itemsPath());
    },
  });
  return (
    <>
      {waiting && (
        <Notice>
          {waiting.refusal ? t('itemForm.refused', { reason: whyRefused(waiting) }) : t('itemForm.waiting')}
        </Notice>
      )}
      <LostSwitch item={item} waiting={waiting} />
      <ItemForm
        item={withChange(item, waiting)}
        verb={t('itemForm.save')}
        saving={save.isPending || save.isSuccess}
        error={save.error}
        onSave={(details) => save.mutate(details)}
      />
      <DeleteItem item={item} />
    </>
  );
}
