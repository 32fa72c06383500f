import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logOnly } from '../../browser/log-only.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { NewItemPicture } from '../files/new-item-picture.tsx';
import { ItemForm } from '../items/item-form.tsx';
import { type AddItem, useNewItem } from '../items/use-new-item.ts';
import { useUser } from '../session/auth-provider.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { OwnItems } from './own-items.tsx';
import { isClaimRefused } from './refused-claim.ts';
import { typedForTag } from './typed-for-tag.ts';
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
  const { uid } = useUser();
  const [isOpen, setOpen] = useState(false);
  const [typed] = useState(() => typedForTag(uid));
  const [before] = useState(() => typed.read(claim.code));
  const [isActivated, setActivated] = useState(false);
  const claimed = async (activated: Promise<ItemSummary>): Promise<ItemSummary> => {
    try {
      const item = await activated;
      setActivated(true);
      waitingClaim.forget();
      typed.end(claim.code);
      return item;
    } catch (error) {
      if (isClaimRefused(error, ['tag-taken'])) {
        waitingClaim.forget();
        typed.end(claim.code);
      }
      if (isClaimRefused(error, ['wrong-code'])) {
        typed.drop();
        onOther?.(error);
      }
      throw error;
    }
  };
  const activate: AddItem = async ({ key: newKey, ...said }, chosen) => {
    // Sent only from here: somebody else may have the tag by then.
    const key = typed.keep({ code: claim.code, details: said }, newKey);
    if (chosen) await typed.keepPicture(claim.code, chosen).catch(logOnly('The picture is not kept'));
    return claimed(callFunction('activateTag', { ...claim, ...said, key }));
  };
  const [chosenBefore] = useState(() => typed.readPicture(claim.code));
  const { form, picture } = useNewItem(activate, { picture: chosenBefore });
  const other = () => {
    typed.drop();
    onOther?.(null);
  };
  const put = useMutation({
    mutationFn: (itemId: string) => claimed(callFunction('activateTagOnItem', { ...claim, itemId })),
    onSuccess: ({ hash }) => {
      client.invalidateQueries(itemsQuery);
      location.assign(itemPath(hash));
    },
  });
  const saving = form.saving || put.isPending || put.isSuccess;
  return (
    <div className="mx-auto grid max-w-2xl gap-6 lg:max-w-none">
      <div className="grid gap-2">
        <PageHeading>{t('activate.itemTitle')}</PageHeading>
        <p className="text-ink-soft">
          {t('activate.itemText')} <CodeGroups code={claim.code} />
        </p>
      </div>
      <ItemForm
        item={before}
        facts={before?.facts}
        verb={t('activate.verb')}
        failed={isActivated || isClaimRefused(form.error, ['tag-taken']) ? undefined : t('activate.notActivated')}
        isNew
        {...form}
        saving={saving}
      >
        <NewItemPicture {...picture} />
      </ItemForm>
      <details
        className="rounded-card border-2 border-line bg-card px-4"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="cursor-pointer py-3 font-[650]">{t('activate.onMine')}</summary>
        {put.error && (
          <Notice
            tone="error"
            title={isClaimRefused(put.error, ['tag-taken']) ? undefined : t('activate.notActivated')}
          >
            {put.error.message}
          </Notice>
        )}
        {isOpen && (
          <div className="pb-4">
            <OwnItems disabled={saving} onChoose={put.mutate} />
          </div>
        )}
      </details>
      {onOther && (
        <Button type="button" variant="secondary" className="justify-self-start" onClick={other}>
          {t('activate.other')}
        </Button>
      )}
    </div>
  );
}
