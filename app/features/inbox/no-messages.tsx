import { useQuery } from '@tanstack/react-query';
import { inboxPath, itemsPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { anyArchivedQuery, conversationsQuery, type InboxListFilter } from '../../core/data/conversations.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import { useSwitchedList } from './switches.ts';
import { filteredInboxPath } from './use-inbox-filter.ts';

export function NoMessages({ filter: { search, show, itemId } }: { filter: InboxListFilter }) {
  const t = useTranslations();
  if (!search && !show) return <NothingInUse itemId={itemId} />;
  return (
    <EmptyState title={t(`inbox.none-${search ? 'search' : (show ?? 'unread')}`)}>
      {show === 'archived' && !search && <p>{t('inbox.archivedText')}</p>}
      <ToAll />
    </EmptyState>
  );
}

/** What is archived is no message that never came. */
function NothingInUse({ itemId }: { itemId: string | undefined }) {
  const t = useTranslations();
  const noNetwork = useNoNetwork();
  const archived = useQuery({ ...anyArchivedQuery(itemId), enabled: !noNetwork });
  const waiting = useWaitingArchived(itemId);
  if (archived.isLoading) return null;
  if (archived.data || waiting)
    return (
      <EmptyState title={t(itemId ? 'inbox.allOfItemArchived' : 'inbox.allArchived')}>
        <LinkButton href={filteredInboxPath({ show: 'archived', ...(itemId && { itemId }) })} variant="secondary">
          {t('inbox.show-archived')}
        </LinkButton>
      </EmptyState>
    );
  const isKnown = archived.data === false;
  if (isKnown && !itemId)
    return (
      <EmptyState title={t('inbox.emptyTitle')}>
        <p>{t('inbox.emptyText')}</p>
        <LinkButton href={itemsPath()} variant="secondary">
          {t('itemForm.toItems')}
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState title={t(isKnown ? 'inbox.none-item' : 'inbox.noneHere')}>
      {!isKnown && <p>{t('inbox.needsNetwork')}</p>}
      {itemId && <ToAll />}
    </EmptyState>
  );
}

function ToAll() {
  const t = useTranslations();
  return (
    <LinkButton href={inboxPath()} variant="secondary">
      {t('inbox.toAll')}
    </LinkButton>
  );
}

function useWaitingArchived(itemId: string | undefined): boolean {
  const switched = useSwitchedList();
  const known = useQuery(conversationsQuery).data;
  const rows = known ? switched(known, 'archived').rows : [];
  return rows.some(({ item }) => itemId === undefined || item.id === itemId);
}
