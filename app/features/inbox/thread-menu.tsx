import { lazy, Suspense } from 'react';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { itemPath, sharedItemPath } from '../../../paths/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { withLateTranslations } from '../../core/document/late-page.tsx';
import { filteredInboxPath } from './use-inbox-filter.ts';

const ThreadActions = lazy(async () => ({
  default: await withLateTranslations(async () => (await import('./thread-actions.tsx')).ThreadActions),
}));

type ThreadMenuProps = {
  conversation: Pick<ConversationSummary, 'id' | 'item' | 'sharedBy' | 'blocked' | 'archived' | 'muted'>;
};

export function ThreadMenu({ conversation }: ThreadMenuProps) {
  const { item, sharedBy } = conversation;
  const t = useTranslations();
  return (
    <details data-menu="" className="relative flex-none">
      <summary className="grid size-[48px] cursor-pointer list-none place-items-center rounded-control border-2 border-line [&::-webkit-details-marker]:hidden">
        <Icon name="more" className="size-6" />
        <span className="sr-only">{t('thread.more')}</span>
      </summary>
      <div className="absolute end-0 top-full z-10 mt-2 grid max-h-[70dvh] w-max max-w-[80vw] gap-3 overflow-y-auto rounded-card border-2 border-line bg-card p-4">
        <a
          href={sharedBy === undefined ? itemPath(item.hash) : sharedItemPath(item.id)}
          className="inline-flex min-h-12 items-center"
        >
          {t('thread.itemPage')}
        </a>
        <a href={filteredInboxPath({ itemId: item.id })} className="inline-flex min-h-12 items-center">
          {t('thread.aboutItem')}
        </a>
        <Suspense fallback={<div className="min-h-56" />}>
          <ThreadActions conversation={conversation} />
        </Suspense>
      </div>
    </details>
  );
}
