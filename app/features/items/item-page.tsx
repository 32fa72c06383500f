import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { dropTypedForms } from '../../../browser/drafts.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { PlainKey } from '../../../language/create-translations.ts';
import { editItemPath, finderViewPath, itemDocumentsPath, itemPath, itemsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { isNotFound } from '../../core/data/call-function.ts';
import { itemQuery, itemsQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useLocation, useParams } from '../../core/navigation/navigation.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { fieldsOf, type ItemEntry } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { Drafted, type FormDraft } from '../../widgets/drafted.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { BackLink, NotFoundScreen, PageHeading } from '../../widgets/page-heading.tsx';
import { type ItemPartProps, isWaiting, useItemEntries } from './item-entries.ts';

type Reading = { refetchOnWindowFocus?: boolean; refetchOnMount?: 'always'; enabled?: boolean };

/** At once where a list has it. */
export function useItem(id: string, reading: Reading = {}) {
  return useQuery({
    ...itemQuery(id),
    initialData: () => queryClient.getQueryData(itemsQuery.queryKey)?.rows.find((each) => each.id === id),
    initialDataUpdatedAt: () => queryClient.getQueryState(itemsQuery.queryKey)?.dataUpdatedAt,
    ...reading,
  });
}

export type ItemFormPageProps = ItemPartProps & { draft: FormDraft };

type ItemPageProps = { title: PlainKey; of: ComponentType<ItemFormPageProps> };

export function ItemPage({ title, of: Content }: ItemPageProps) {
  const { id = '' } = useParams();
  const item = useItem(id, { refetchOnWindowFocus: false, refetchOnMount: 'always' });
  // The form begins with what the server has, and uses older data only without network.
  const mayBeOld = item.isFetching && !item.isFetchedAfterMount;
  const noNetwork = useNoNetwork();
  const unsaved = useItemEntries();
  useKeepFocus();
  const isReady = (!mayBeOld || noNetwork) && !unsaved.isPending;
  // The form stays open while data is read anew, because somebody may be typing.
  const [isOpen, setOpen] = useState(isReady);
  if (isReady && !isOpen) setOpen(true);
  const { uid } = useUser();
  const isGone = isNotFound(item.error);
  useEffect(() => {
    if (isGone) dropTypedForms(uid, id);
  }, [isGone, uid, id]);
  if (isGone) {
    const action = { label: t('itemForm.toItems'), href: itemsPath() };
    return <NotFoundScreen title={t('itemForm.notFoundTitle')} text={t('itemForm.notFoundText')} action={action} />;
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-6 lg:max-w-none">
      <div>
        <div className="min-h-8">
          {item.data && (
            <BackLink href={itemPath(item.data.hash)}>
              <bdi>{item.data.name}</bdi>
            </BackLink>
          )}
        </div>
        <PageHeading>{t(title)}</PageHeading>
      </div>
      {isOpen ? (
        <Loaded query={item} failure={t('itemForm.failed')}>
          {(data) => (
            <Drafted key={data.id}>
              {(draft) => <Content item={data} entries={unsaved.byItem.get(id) ?? []} draft={draft} />}
            </Drafted>
          )}
        </Loaded>
      ) : (
        <LoadingScreen />
      )}
    </div>
  );
}

const ComparedChanges = late(async () => (await import('./compared-changes.tsx')).ComparedChanges);

export function WaitingAlert({ entries }: { entries: ItemEntry[] }) {
  if (entries.length === 0) return null;
  const refused = entries.filter((entry) => !isWaiting(entry));
  if (refused.length === 0) return <Alert>{t('itemForm.waiting')}</Alert>;
  return refused.map((entry) => (
    <Alert key={entry.key}>
      <p className="mb-3">{t('itemForm.refused', { reason: whyRefused(entry) })}</p>
      <ComparedChanges mine={fieldsOf(entry)} theirs={entry.now} />
    </Alert>
  ));
}

/** On a phone the page of the item lists them. */
export function ItemSections({ item: { id } }: { item: Pick<ItemSummary, 'id'> }) {
  const { pathname } = useLocation();
  const sections = [
    [editItemPath(id), t('itemPage.details')],
    [finderViewPath(id), t('itemForm.toFinderView')],
    [itemDocumentsPath(id), t('itemPage.documents')],
  ] as const;
  return (
    <nav aria-label={t('itemForm.more')} className="hidden flex-wrap gap-2 md:flex">
      {sections.map(([path, label]) => (
        <a
          key={path}
          href={path}
          aria-current={path === pathname ? 'page' : undefined}
          className="inline-flex min-h-12 items-center rounded-control border-2 border-line px-3 text-ink no-underline aria-[current]:border-home aria-[current]:bg-home aria-[current]:text-home-ink"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
