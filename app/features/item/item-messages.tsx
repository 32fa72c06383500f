import { useQuery } from '@tanstack/react-query';
import { inboxPath } from '../../../paths/paths.ts';
import { conversationsQuery, filteredConversationsQuery } from '../../core/data/conversations.ts';
import { t } from '../../core/document/app-translations.ts';
import { whenOf } from '../../widgets/dates.ts';
import { LinkRow, rowList } from '../../widgets/rows.tsx';
import { excerpt } from '../inbox/message-words.ts';

export function ItemMessages({ itemId: id }: { itemId: string }) {
  const inbox = useQuery({ ...conversationsQuery, enabled: false }).data;
  const known = inbox && { rows: inbox.rows.filter(({ item }) => item.id === id) };
  const list = useQuery({ ...filteredConversationsQuery({ itemId: id }), placeholderData: known }).data;
  const newest = list?.rows.toSorted((one, other) => (one.lastMessage.sentAt < other.lastMessage.sentAt ? 1 : -1))[0];
  return (
    <nav aria-label={t('frame.messages')}>
      <ul className={rowList}>
        <LinkRow
          href={inboxPath({ item: id })}
          title={t('frame.messages')}
          badge={list?.rows.reduce((sum, { unread }) => sum + unread, 0) ?? 0}
          detail={
            newest
              ? t.rich('itemPage.newest', {
                  when: whenOf(newest.lastMessage.sentAt),
                  words: excerpt(newest.lastMessage, newest.wordsExpired),
                })
              : list && t('itemPage.noMessages')
          }
        />
      </ul>
    </nav>
  );
}
