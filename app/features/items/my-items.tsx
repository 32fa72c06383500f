import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { itemsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { firstStepsPlace, ItemsHead, mostItemsWithoutSearch } from '../../../ui/item-cards.tsx';
import { WaitingTagsLine } from '../../../ui/waiting-tags-line.tsx';
import { anyUnassignedTagsQuery, itemsQuery, notificationsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { apart, late } from '../../core/document/late.tsx';
import { useLocation, useSearchParams } from '../../core/navigation/navigation.tsx';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { waitingClaim } from '../../core/session/waiting.ts';
import { ChangeButton, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { isDeletedHere, isWaiting, useItemEntries, useSaveItem } from './item-entries.ts';
import { itemFilterIn, SearchableItems } from './search-items.tsx';

const HandedOverAlert = late(async () => (await import('./my-items-alerts.tsx')).HandedOverAlert);
const FailedMailAlert = late(async () => (await import('../../widgets/failed-mail-alert.tsx')).FailedMailAlert);
const RefusedChanges = late(async () => (await import('./refused-changes.tsx')).RefusedChanges);

const WaitingItems = late(async () => (await import('./waiting-items.tsx')).WaitingItems);

const WaitingTagAlert = late(async () => (await import('./my-items-alerts.tsx')).WaitingTagAlert);

const FirstStepsList = late(
  async () => (await import('./first-steps.tsx')).FirstStepsList,
  <div className={firstStepsPlace} />,
);

const ArchivedItems = apart(async () => (await import('./archived-items.tsx')).ArchivedItems);

export function MyItems() {
  const { firstSteps } = useUser();
  const items = useQuery(itemsQuery);
  const [first] = items.data?.rows ?? [];
  // Below many items nobody sees it.
  const areFew = (items.data?.rows.length ?? 0) <= mostItemsWithoutSearch;
  const mailFailedAt = useQuery({ ...notificationsQuery, enabled: items.data !== undefined }).data?.mailFailedAt;
  const { byItem } = useItemEntries();
  const { changes, pictures, receipts, newItems: added, unknown } = useOutbox();
  const params = useSearchParams();
  const isArchive = params.has('archived');
  const { data: hasUnassignedTags } = useQuery({ ...anyUnassignedTagsQuery, enabled: items.data !== undefined });
  // A late answer stands below the items, because above it would push them down.
  const [isHeardLate] = useState(hasUnassignedTags === undefined);
  const [claim] = useState(() => waitingClaim.read());
  const refused = [...changes, ...pictures, ...receipts, ...unknown].filter(
    (entry) => unknown.includes(entry) || (entry.refusal !== undefined && !isDeletedHere(byItem.get(entry.about))),
  );
  return (
    <>
      <ItemsHead {...(!isArchive && { search: params.get('search'), filter: itemFilterIn(params) })}>
        <PageHeading>{isArchive ? t('items.archive') : t('frame.myItems')}</PageHeading>
      </ItemsHead>
      {isArchive && (
        <p className="mb-6">
          <TextLink href={itemsPath()}>{t('items.toInUse')}</TextLink>
        </p>
      )}
      {claim && !isArchive && !added.some(({ input }) => 'code' in input && input.code === claim.code) && (
        <WaitingTagAlert claim={claim} />
      )}
      {mailFailedAt && <FailedMailAlert />}
      {refused.length > 0 && <RefusedChanges entries={refused} />}
      <DeletedAlert waiting={byItem} />
      <div role="status" aria-atomic={false}>
        {added.length > 0 && !isArchive && <WaitingItems items={added} />}
      </div>
      {hasUnassignedTags && !isHeardLate && !isArchive && <WaitingTagsLine className="mb-4" />}
      {items.data && !isArchive && <HandedOverAlert />}
      {firstSteps && areFew && !isArchive && !params.has('select') && first && <FirstStepsList item={first} />}
      {isArchive ? (
        <ArchivedItems changes={byItem} />
      ) : (
        <Loaded query={items} failure={t('items.failed')}>
          {(list) => <SearchableItems list={list} changes={byItem} />}
        </Loaded>
      )}
      {hasUnassignedTags && isHeardLate && !isArchive && <WaitingTagsLine className="mt-6" />}
    </>
  );
}

export type Deleted = { id: string; name: string; at: number };

const shownMs = 10_000;

function DeletedAlert({ waiting }: { waiting: Map<string, ItemEntry[]> }) {
  const { state } = useLocation();
  const deleted = (state as { deleted?: Deleted } | null)?.deleted;
  if (!deleted || Date.now() - deleted.at > shownMs) return null;
  return waiting.get(deleted.id)?.every(isWaiting) === false ? null : <Undo key={deleted.at} deleted={deleted} />;
}

/** The alert stays while the pointer or the focus is on its button. */
function Undo({ deleted }: { deleted: Deleted }) {
  const save = useSaveItem(deleted);
  const [isOpen, setOpen] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const undo = useChange(() => save('undeleteItem', {}, { slot: 'deleted' }), {
    changes: [itemsQuery.queryKey],
    onSuccess: () => setOpen(false),
  });
  const stays = isHeld || undo.isPending || undo.isError;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => setOpen(false), shownMs);
    return () => clearTimeout(timer);
  }, [stays]);
  if (!isOpen) return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className="mb-6">
      <Alert tone={undo.isError ? 'error' : 'info'}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <p className="wrap-anywhere">{undo.error?.message ?? t('items.deleted', { item: deleted.name })}</p>
          <ChangeButton of={undo} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
            {t('items.undo')}
          </ChangeButton>
        </div>
      </Alert>
    </div>
  );
}
