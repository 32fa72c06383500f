import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemDetails } from '../../domain/items/schema.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { newSendingKey } from '../data/sending-key.ts';
import { PageHeading } from '../page-heading.tsx';
import { ItemForm } from './item-form.tsx';

/** Leads to the item's page, where its tag can be printed. */
export function AddItem() {
  const client = useQueryClient();
  const [key] = useState(newSendingKey);
  const add = useMutation({
    mutationFn: (details: ItemDetails) => callFunction('addItem', { ...details, key }),
    onSuccess: ({ hash }) => {
      client.invalidateQueries(itemsQuery);
      location.assign(`/item/${hash}`);
    },
  });
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>Add a tag</PageHeading>
        <p className="text-ink-soft">Say what it is for. Then you get its QR code, to print and attach.</p>
      </div>
      <ItemForm
        verb="Make the tag"
        saving={add.isPending || add.isSuccess}
        error={add.error}
        onSave={(details) => add.mutate(details)}
      />
    </div>
  );
}
