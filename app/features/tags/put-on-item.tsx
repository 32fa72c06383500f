import { useState } from 'react';
import type { ItemFacts } from '../../../domain/items/contract/facts.ts';
import type { ItemSummary, NewItem } from '../../../domain/items/contract/schema.ts';
import { printPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { ItemSearch } from '../../../ui/item-cards.tsx';
import { itemSearchQuery, itemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import type { NewItemEntry } from '../../core/outbox/entry.ts';
import { isClaimRefused } from '../../core/outbox/refusals.ts';
import type { WaitingClaim } from '../../core/session/waiting.ts';
import { Drafted, type FormDraft } from '../../widgets/drafted.tsx';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { ChangeButton, Failure } from '../../widgets/form.tsx';
import { PagedList } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ItemForm } from '../items/item-form.tsx';
import { NewItemPicture, useNewItem } from '../items/new-item.tsx';
import { usePutTag } from './put-tag.ts';

type PutOnItemProps = {
  claim: WaitingClaim;
  waiting: NewItemEntry | undefined;
  typed?: NewItem | undefined;
  isUnchecked: boolean;
  onOther?: ((why: Error | null, typed?: NewItem) => void) | undefined;
};

/** What is typed about one tag is never offered for another one. */
export function PutOnItem(props: PutOnItemProps) {
  return <Drafted name={props.claim.code}>{(draft) => <PutTagOnItem {...props} draft={draft} />}</Drafted>;
}

function PutTagOnItem({ claim, waiting, typed, isUnchecked, onOther, draft }: PutOnItemProps & { draft: FormDraft }) {
  const [isOpen, setOpen] = useState(false);
  const [before] = useState(waiting?.call === 'activateTagOnItem' ? undefined : waiting);
  const [refused] = useState(waiting && tagCodeOf(waiting) !== claim.code ? waiting : undefined);
  const giveUp = (error: Error, about?: NewItem) => isClaimRefused(error, ['wrong-code']) && onOther?.(error, about);
  const { form, picture, isAdded } = useNewItem({
    draft,
    claim,
    before,
    refused,
    staysRefused: isClaimRefused,
    onError: giveUp,
  });
  const said = before?.call === 'activateTag' ? before.input : undefined;
  const put = usePutTag({ claim, refused, onSuccess: draft.end, onError: (error) => giveUp(error) });
  const failedOf = (error: Error | null) =>
    isClaimRefused(error, ['tag-taken']) ? undefined : t('activate.notActivated');
  const saving = form.saving || put.isPending || put.isSuccess;
  return (
    <div className="mx-auto grid max-w-2xl gap-6 lg:max-w-none">
      <div className="grid gap-2">
        <PageHeading>{t('activate.itemTitle')}</PageHeading>
        <p className="text-ink-soft">
          {t('activate.itemText')} <CodeGroups code={claim.code} />
        </p>
        {isUnchecked && <Alert>{t('activate.unchecked')}</Alert>}
      </div>
      <ItemForm
        item={said ?? typed}
        facts={(said ?? typed)?.facts as ItemFacts | undefined}
        verb={t('activate.verb')}
        failed={isAdded ? undefined : failedOf(form.error)}
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
        <Failure error={put.error} title={failedOf(put.error)} />
        {isOpen && (
          <div className="pb-4">
            <OwnItems disabled={saving} onChoose={put.mutate} />
          </div>
        )}
      </details>
      {onOther && (
        <ActionButton className="justify-self-start" onClick={() => onOther(null)}>
          {t('activate.other')}
        </ActionButton>
      )}
    </div>
  );
}

export function tagCodeOf(entry: NewItemEntry): string | undefined {
  return entry.call === 'addItem' ? undefined : entry.input.code;
}

function OwnItems({ disabled, onChoose }: { disabled: boolean; onChoose(item: ItemSummary): void }) {
  const [search, setSearch] = useState('');
  const text = search.trim();
  const query = text ? itemSearchQuery({ search: text }) : itemsQuery;
  return (
    <div className="grid gap-4">
      <ItemSearch value={search} onType={setSearch} />
      <PagedList of={query} failure={t('items.failed')} more={t('items.more')}>
        {(list, more) => (
          <>
            <p role="status">{t(list.next ? 'items.firstCounted' : 'items.counted', { count: list.rows.length })}</p>
            <ul className="grid gap-2">
              {list.rows.map((item) => (
                <li key={item.id}>
                  <ActionButton disabled={disabled} onClick={() => onChoose(item)}>
                    <bdi className="wrap-anywhere">{item.name}</bdi>
                  </ActionButton>
                </li>
              ))}
            </ul>
            {more}
          </>
        )}
      </PagedList>
    </div>
  );
}

type PutOnKnownItemProps = {
  claim: WaitingClaim;
  item: { id: string; name: string };
  isUnchecked: boolean;
  onOther(why: Error | null): void;
};

/** The item is the one from whose page somebody came: one tap puts the tag on it. */
export function PutOnKnownItem({ claim, item, isUnchecked, onOther }: PutOnKnownItemProps) {
  const put = usePutTag({
    claim,
    onError: (error) => isClaimRefused(error, ['wrong-code']) && onOther(error),
  });
  return (
    <EntryCard title={t('activate.onItemTitle', { item: item.name })}>
      <p>
        <CodeGroups code={claim.code} />
      </p>
      {isUnchecked && <Alert>{t('activate.uncheckedOnItem')}</Alert>}
      <Failure error={put.error} title={t('activate.notActivated')} />
      <ChangeButton
        of={{ isPending: put.isPending || put.isSuccess, mutate: () => put.mutate(item) }}
        variant="primary"
      >
        {t('activate.putOn', { item: item.name })}
      </ChangeButton>
      <ActionButton onClick={() => onOther(null)}>{t('activate.other')}</ActionButton>
    </EntryCard>
  );
}

/** Stands beside the form for the codes of a tag that is there already. */
export function PrintAnother({ itemId }: { itemId: string }) {
  return (
    <div className="grid gap-3 border-t-2 border-dashed border-line pt-4">
      <p>{t('activate.printText')}</p>
      <LinkButton href={printPath(itemId)} variant="secondary">
        {t('activate.print')}
      </LinkButton>
    </div>
  );
}
