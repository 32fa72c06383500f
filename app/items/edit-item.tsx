import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ItemDetails, ItemSummary } from '../../domain/items/schema.ts';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { callFunction } from '../data/call-function.ts';
import { isNotFound } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { itemQuery, itemsQuery } from '../data/queries.ts';
import { NotHere } from '../not-here.tsx';
import { useNoNetwork } from '../offline/last-seen.tsx';
import { PageHeading } from '../page-heading.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemForm } from './item-form.tsx';
import { LostSwitch } from './lost-switch.tsx';

export function EditItem() {
  const { id = '' } = useParams();
  const item = useQuery({ ...itemQuery(id), refetchOnWindowFocus: false, refetchOnMount: 'always' });
  // What stands in the form when typing begins is what would be saved: that of an earlier visit is only for want of a newer.
  const mayBeOld = item.isFetching && !item.isFetchedAfterMount;
  const noNetwork = useNoNetwork();
  if (isNotFound(item.error)) {
    const action = { label: 'To My Items', href: '/items' };
    return <NotHere title="This item is not in your list" text="It may have been deleted." action={action} />;
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>Edit item</PageHeading>
      {mayBeOld && !noNetwork ? (
        <LoadingScreen />
      ) : (
        <Loaded query={item} failure="This item could not be loaded.">
          {(data) => <Editing key={data.id} item={data} />}
        </Loaded>
      )}
    </div>
  );
}

function Editing({ item }: { item: ItemSummary }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (details: ItemDetails) => callFunction('updateItem', { ...details, id: item.id }),
    onSuccess: () => {
      client.invalidateQueries(itemsQuery);
      location.assign(`/item/${item.hash}`);
    },
  });
  return (
    <>
      <LostSwitch item={item} />
      <ItemForm
        item={item}
        verb="Save"
        saving={save.isPending || save.isSuccess}
        error={save.error}
        onSave={(details) => save.mutate(details)}
      />
      <DeleteItem item={item} />
    </>
  );
}
