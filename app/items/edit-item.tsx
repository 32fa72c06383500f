import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../paths/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { callFunction } from '../data/call-function.ts';
import { isNotFound } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { itemQuery, itemsQuery } from '../data/queries.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { NotHere } from '../start/not-here.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemForm } from './item-form.tsx';
import { LostSwitch } from './lost-switch.tsx';
import { changedDetails, useSaving, useUnsavedChanges, withChange } from './unsaved.ts';

export function EditItem() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const item = useQuery({
    ...itemQuery(id),
    initialData: () => client.getQueryData(itemsQuery.queryKey)?.rows.find((each) => each.id === id),
    initialDataUpdatedAt: () => client.getQueryState(itemsQuery.queryKey)?.dataUpdatedAt,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });
  // What stands in the form when typing begins is what would be saved: that of an earlier visit is only for want of a newer.
  const mayBeOld = item.isFetching && !item.isFetchedAfterMount;
  const noNetwork = useNoNetwork();
  const unsaved = useUnsavedChanges();
  const isReady = (!mayBeOld || noNetwork) && !unsaved.isPending;
  // Once it is open it stays, whatever is read anew: somebody may be typing.
  const [isOpen, setOpen] = useState(isReady);
  if (isReady && !isOpen) setOpen(true);
  if (isNotFound(item.error)) {
    const action = { label: 'To My Items', href: itemsPath() };
    return <NotHere title="This item is not in your list" text="It may have been deleted." action={action} />;
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>Edit item</PageHeading>
      {isOpen ? (
        <Loaded query={item} failure="This item could not be loaded.">
          {(data) => <Editing key={data.id} item={data} waiting={unsaved.byItem.get(id)} />}
        </Loaded>
      ) : (
        <LoadingScreen />
      )}
    </div>
  );
}

const waitingText = 'Not saved yet: your changes wait on this device for the network.';

function Editing({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
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
      {waiting && <Notice>{waiting.refusal ? `Not saved: ${waiting.refusal}` : waitingText}</Notice>}
      <LostSwitch item={item} waiting={waiting} />
      <ItemForm
        item={withChange(item, waiting)}
        verb="Save"
        saving={save.isPending || save.isSuccess}
        error={save.error}
        onSave={(details) => save.mutate(details)}
      />
      <DeleteItem item={item} />
    </>
  );
}
