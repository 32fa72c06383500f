import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { inboxPath, itemPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { conversationQuery, conversationsQuery } from '../data/conversations.ts';
import { isNotFound } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { NotFoundScreen } from '../start/not-found-screen.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { BlockSwitch } from './block-switch.tsx';
import { ConversationView } from './conversation-view.tsx';
import { UnsentList } from './unsent-list.tsx';

export function Thread() {
  const t = useWords();
  const { conversationId = '' } = useParams();
  const conversation = useQuery(conversationQuery(conversationId));
  const listed = useQuery(conversationsQuery).data?.rows.find(({ id }) => id === conversationId);
  const head = conversation.data ?? listed;

  if (isNotFound(conversation.error)) {
    const action = { label: t('thread.toMessages'), href: inboxPath() };
    return (
      <>
        <NotFoundScreen title={t('thread.notFoundTitle')} text={t('thread.notFoundText')} action={action} />
        <UnsentList conversationId={conversationId} />
      </>
    );
  }
  return (
    <section className="flex h-[max(32rem,100dvh-6.5rem)] min-w-0 flex-col gap-3 md:h-[max(32rem,100dvh-9rem)]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <a href={inboxPath()} className="inline-flex min-h-12 items-center md:hidden">
          {t('thread.all')}
        </a>
        <PageHeading className="order-1 line-clamp-2 basis-full text-[1.375rem]! wrap-anywhere md:order-none md:grow md:basis-0 md:text-[1.75rem]!">
          {head?.item.name ?? t('thread.conversation')}
        </PageHeading>
        {head && (
          <>
            <BlockSwitch id={head.id} blocked={head.blocked} />
            <p className="order-2 flex basis-full flex-wrap items-center gap-x-3 wrap-anywhere text-ink-soft">
              <span>
                {head.finderName ? t.rich('thread.with', { finder: head.finderName }) : t('thread.withFinder')}
              </span>
              <a href={itemPath(head.item.hash)} className="inline-flex min-h-12 items-center">
                {t('thread.itemPage')}
              </a>
            </p>
          </>
        )}
      </div>
      <Loaded query={conversation} failure={t('thread.failed')}>
        {(data) => <ConversationView key={data.id} conversation={data} />}
      </Loaded>
      {!conversation.data && <UnsentList conversationId={conversationId} />}
    </section>
  );
}
