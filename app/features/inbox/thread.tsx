import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { inboxPath, itemPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isNotFound } from '../../core/data/call-function.ts';
import { conversationQuery, conversationsQuery } from '../../core/data/conversations.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useParams } from '../../core/navigation/navigation.tsx';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { NotFoundScreen, PageHeading } from '../../widgets/page-heading.tsx';
import { RefusedActions } from '../../widgets/refused-actions.tsx';
import { ConversationView } from './conversation-view.tsx';
import { useSameFilter } from './inbox-filter.tsx';
import { LeftDraft, OutboxList } from './outbox-list.tsx';
import { type SwitchEntry, useWaitingSwitches, withSwitches } from './switches.ts';

export function ThreadPage() {
  const { conversationId = '' } = useParams();
  const conversation = useQuery(conversationQuery(conversationId));
  const listed = useQuery(conversationsQuery).data?.rows.find(({ id }) => id === conversationId);
  const known = conversation.data ?? listed;
  const waiting = useWaitingSwitches().get(conversationId);
  const head = known && withSwitches(known, waiting);
  const withSameFilter = useSameFilter();

  // To ask for it again shows nothing else meanwhile, and closes no dialog.
  const [missing, setMissing] = useState<string>();
  const isMissing = isNotFound(conversation.error) || (missing === conversationId && conversation.isPending);
  if (isMissing !== (missing === conversationId)) setMissing(isMissing ? conversationId : undefined);

  if (isMissing) {
    const action = { label: t('thread.toMessages'), href: inboxPath() };
    return (
      <>
        <NotFoundScreen title={t('thread.notFoundTitle')} text={t('thread.notFoundText')} action={action} />
        <WaitingSwitches waiting={waiting} />
        <OutboxList conversationId={conversationId} />
        <LeftDraft key={conversationId} conversationId={conversationId} />
      </>
    );
  }
  return (
    <section className="thread-page @container flex min-h-0 min-w-0 flex-col gap-2 md:h-[max(32rem,100dvh-9rem)] md:gap-3">
      <div className="flex items-center gap-2">
        <a
          href={withSameFilter(inboxPath())}
          className="-ms-3 grid size-[48px] flex-none place-items-center text-ink md:hidden"
        >
          <Icon name="back" className="size-6 rtl:-scale-x-100" />
          <span className="sr-only">{t('thread.all')}</span>
        </a>
        <div className="min-w-0 flex-1">
          <PageHeading className="line-clamp-2 wrap-break-word text-[min(1.125rem,8vw)]! md:text-[1.75rem]!">
            {head?.item.name ?? t('thread.conversation')}
          </PageHeading>
          {head && (
            <p className="line-clamp-1 break-all text-[0.9375rem] text-ink-soft">
              {head.finderName ? t.rich('thread.with', { finder: head.finderName }) : t('thread.withFinder')}
              {head.sharedBy !== undefined && <> · {t.rich('inbox.sharedBy', { owner: head.sharedBy })}</>}
            </p>
          )}
        </div>
        {known && <ThreadMenu conversation={known} />}
      </div>
      <div role="status" className="text-[0.9375rem] text-ink-soft">
        {head?.archived && <p>{t('thread.archived')}</p>}
        {head?.muted && <p>{t('thread.muted')}</p>}
        <WaitingSwitches waiting={waiting} />
      </div>
      <Loaded query={conversation} failure={t('thread.failed')}>
        {(data) => <ConversationView key={data.id} conversation={data} />}
      </Loaded>
      {!conversation.data && <OutboxList conversationId={conversationId} />}
    </section>
  );
}

function WaitingSwitches({ waiting = [] }: { waiting: SwitchEntry[] | undefined }) {
  const refused = waiting.filter(({ refusal }) => refusal);
  if (refused.length === 0) return waiting.some(({ delay }) => delay) && <p>{t('itemForm.waiting')}</p>;
  return refused.map((entry) => (
    <Alert key={entry.key} tone="error" title={t('itemForm.refused', { reason: whyRefused(entry) })}>
      <RefusedActions entry={entry} />
    </Alert>
  ));
}

const actionsPlace = <div className="min-h-56" />;
const ThreadActions = late(async () => (await import('./thread-actions.tsx')).ThreadActions, actionsPlace);

type Head = Pick<ConversationSummary, 'id' | 'item' | 'sharedBy' | 'blocked' | 'archived' | 'muted'>;

function ThreadMenu({ conversation }: { conversation: Head }) {
  const { item } = conversation;
  return (
    <details data-menu="" className="relative flex-none">
      <summary className="grid size-[48px] min-h-[48px] cursor-pointer list-none place-items-center rounded-control border-2 border-line [&::-webkit-details-marker]:hidden">
        <Icon name="more" className="size-6 [stroke-width:3.5]" />
        <span className="sr-only">{t('thread.more')}</span>
      </summary>
      <div className="absolute end-0 top-full z-10 mt-2 grid max-h-[70dvh] w-max max-w-[80vw] gap-3 overflow-y-auto rounded-card border-2 border-line bg-card p-4">
        <TextLink href={itemPath(item.hash)}>{t('thread.itemPage')}</TextLink>
        <TextLink href={inboxPath({ item: item.id })}>{t('thread.aboutItem')}</TextLink>
        <ThreadActions conversation={conversation} />
      </div>
    </details>
  );
}
