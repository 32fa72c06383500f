import { useQuery } from '@tanstack/react-query';
import type { FunctionOutput } from '../../../functions/list.ts';
import { adminReadingPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { AdminTable, type Column } from './admin-table.tsx';
import { CloseConversation, Dismiss, Release } from './moderation-acts.tsx';
import { adminKeys, notCached } from './queries.ts';

type Held = FunctionOutput<'listHeldMessages'>['rows'][number];

const refreshMs = 30_000;

const dismissedQuery = {
  queryKey: adminKeys.dismissed,
  queryFn: async () => (await callFunction('listHeldMessages', { limit: 1 })).dismissed,
  ...notCached,
};

/** The messages that wait for the mail of the day, without a word of them. */
export function HeldMessages() {
  const t = useTranslations();
  const columns: Column<'listHeldMessages'>[] = [
    {
      label: t('heldAdmin.time'),
      sort: 'time',
      cell: ({ sentAt }) => (
        <time dateTime={sentAt}>
          {dayOf(sentAt, 'short')}, {timeOf(sentAt)}
        </time>
      ),
    },
    { label: t('heldAdmin.item'), cell: ({ itemName }) => <bdi className="wrap-anywhere">{itemName}</bdi> },
    { label: t('heldAdmin.why'), cell: ({ heldReason }) => t(`thread.held-${heldReason}`) },
    { label: t('heldAdmin.acts'), cell: (held) => <Acts {...held} /> },
  ];
  return (
    <>
      <AdminTable
        name="held-messages"
        caption={t('told.held-message')}
        searchLabel={t('heldAdmin.search')}
        searchHint={t('heldAdmin.searchHint')}
        columns={columns}
        list="listHeldMessages"
        none={t('heldAdmin.none')}
        refreshMs={() => refreshMs}
      />
      <Dismissed />
    </>
  );
}

function Dismissed() {
  const t = useTranslations();
  const { data } = useQuery(dismissedQuery);
  return data === undefined ? null : <p className="text-ink-soft">{t('heldAdmin.dismissed', { count: data })}</p>;
}

function Acts({ id, conversationId }: Held) {
  const t = useTranslations();
  const about = { kind: 'held-message', id } as const;
  return (
    <div className="flex flex-wrap gap-3">
      <Release id={id} />
      <Dismiss id={id} />
      <LinkButton href={adminReadingPath(conversationId, about)} variant="secondary">
        {t('moderation.read')}
      </LinkButton>
      <CloseConversation id={conversationId} about={about} />
    </div>
  );
}
