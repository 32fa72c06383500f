import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError, reasonOf } from '../data/function-error.ts';
import { itemsQuery } from '../data/queries.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { ItemForm } from '../items/item-form.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { OwnItems } from './own-items.tsx';
import { type Claim, waitingClaim } from './waiting-claim.ts';

type PutOnItemProps = {
  claim: Claim;
  /** Takes another tag instead; told why if this one cannot be activated. */
  onOther?: ((why: Error | null) => void) | undefined;
};

/** What a tag is on: a new item, or one that is in the list. */
export function PutOnItem({ claim, onOther }: PutOnItemProps) {
  const t = useWords();
  const client = useQueryClient();
  const keyOf = useKeyOf();
  const [isOpen, setOpen] = useState(false);
  const outcome = {
    onSuccess: ({ hash }: ItemSummary) => {
      waitingClaim.forget();
      client.invalidateQueries(itemsQuery);
      location.assign(itemPath(hash));
    },
    onError: (error: Error) => {
      if (error instanceof FunctionError && reasonOf(error) === 'wrong-code') onOther?.(error);
    },
  };
  const add = useMutation({
    mutationFn: (details: ItemDetails) => callFunction('activateTag', { ...claim, ...details, key: keyOf(details) }),
    ...outcome,
  });
  const put = useMutation({
    mutationFn: (itemId: string) => callFunction('activateTagOnItem', { ...claim, itemId }),
    ...outcome,
  });
  const saving = [add, put].some(({ isPending, isSuccess }) => isPending || isSuccess);
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('activate.itemTitle')}</PageHeading>
        <p className="text-ink-soft">
          {t('activate.itemText')} <CodeGroups code={claim.code} />
        </p>
      </div>
      <ItemForm verb={t('activate.verb')} saving={saving} error={add.error} onSave={(details) => add.mutate(details)} />
      <details
        className="rounded-card border-2 border-line bg-card p-4"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="min-h-12 cursor-pointer font-[650]">{t('activate.onMine')}</summary>
        {put.error && <Notice tone="error">{put.error.message}</Notice>}
        {isOpen && <OwnItems disabled={saving} onChoose={put.mutate} />}
      </details>
      {onOther && (
        <Button type="button" variant="secondary" className="justify-self-start" onClick={() => onOther(null)}>
          {t('activate.other')}
        </Button>
      )}
    </div>
  );
}
