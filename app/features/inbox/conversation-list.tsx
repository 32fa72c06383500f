import { useEffect, useRef, useState } from 'react';
import { countText } from '../../../browser/count-badge.ts';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { threadPath } from '../../../paths/paths.ts';
import { Drawing } from '../../../ui/drawings.tsx';
import type { LoadingMore, LongList } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useLocation } from '../../core/navigation/navigation.tsx';
import type { ReplyEntry } from '../../core/outbox/entry.ts';
import { useOutboxReplies } from '../../core/outbox/use-outbox.ts';
import { whenOf } from '../../widgets/dates.ts';
import { LoadMore } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { useSameFilter } from './inbox-filter.tsx';
import { excerpt, writerOf } from './message-words.ts';
import { type SwitchEntry, useWaitingSwitches } from './switches.ts';

type ConversationListProps = {
  list: LongList<ConversationSummary>;
  reading: LoadingMore;
  openId: string | undefined;
  staysWhenRead?: boolean;
  saysArchived?: boolean;
};

export function ConversationList(props: ConversationListProps) {
  const { list, reading, openId, staysWhenRead = false, saysArchived = false } = props;
  const unsent = useOutboxReplies();
  const switches = useWaitingSwitches();
  const settled = useSettledRows(list.rows, { isOpen: openId !== undefined, keep: staysWhenRead });
  const box = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const count = settled.length;
  useScrollPlace('inbox', count, box);
  return (
    <div ref={box} className="-mx-2 md:max-h-[max(24rem,100dvh-11rem)] md:overflow-y-auto">
      <p className="sr-only" role="status">
        {t(list.next ? 'inbox.countedSoFar' : 'inbox.counted', { count })}
      </p>
      <ul ref={rows}>
        {settled.map((conversation) => (
          <li key={conversation.id} className="border-b border-line">
            <Entry
              conversation={conversation}
              unsent={unsent.get(conversation.id)}
              waiting={switches.get(conversation.id)}
              isOpen={conversation.id === openId}
              saysArchived={saysArchived}
            />
          </li>
        ))}
      </ul>
      <LoadMore label={t('inbox.more')} list={list} reading={reading} rows={rows} />
    </div>
  );
}

type EntryProps = {
  conversation: ConversationSummary;
  unsent: ReplyEntry | undefined;
  waiting: SwitchEntry[] | undefined;
  isOpen: boolean;
  saysArchived: boolean;
};

function Entry({ conversation, unsent, waiting, isOpen, saysArchived }: EntryProps) {
  const { id, item, finderName, sharedBy, unread, blocked, archived, muted, wordsExpired, lastMessage } = conversation;
  const withSameFilter = useSameFilter();
  const delayed = waiting?.find(({ refusal, delay }) => delay && !refusal);
  const marks = [
    saysArchived && archived && t('inbox.archived'),
    muted && t('inbox.muted'),
    waiting?.some(({ refusal }) => refusal) && t('unsent.notSent'),
    delayed && t(delayed.delay === 'network' ? 'unsent.forNetwork' : 'unsent.toBeSent'),
  ].filter(Boolean);
  const author =
    lastMessage.author === 'owner' ? (writerOf(lastMessage) ?? t('inbox.you')) : finderName || t('inbox.finder');
  return (
    <a
      href={withSameFilter(threadPath(id))}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex gap-3 rounded-control px-2 py-3 text-ink no-underline -outline-offset-2 hover:bg-card aria-[current]:bg-card ${unread ? 'font-bold' : ''}`}
    >
      <Drawing category={item.category} className="mt-1 size-8 flex-none" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <bdi className="line-clamp-2 min-w-[min(8rem,100%)] flex-1 wrap-anywhere">{item.name}</bdi>
          <time dateTime={lastMessage.sentAt} className="flex-none text-[0.875rem] text-ink-soft">
            {whenOf(lastMessage.sentAt)}
          </time>
        </span>
        {sharedBy !== undefined && (
          <span className="line-clamp-1 break-all text-[0.875rem] font-normal text-ink-soft">
            {t.rich('inbox.sharedBy', { owner: sharedBy })}
          </span>
        )}
        {marks.length > 0 && (
          <span className="block text-[0.875rem] font-normal text-ink-soft">{marks.join(' · ')}</span>
        )}
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <span className={`min-w-[min(8rem,100%)] line-clamp-1 flex-1 break-all ${unread ? '' : 'text-ink-soft'}`}>
            {t.rich(blocked ? 'inbox.excerptBlocked' : 'inbox.excerpt', {
              author,
              words: excerpt(lastMessage, wordsExpired),
            })}
          </span>
          {unsent && (
            <span className={unsent.refusal ? 'flex-none text-signal' : 'flex-none'}>
              {unsent.refusal ? t('unsent.notSent') : t('unsent.notSentYet')}
            </span>
          )}
          {unread > 0 && (
            <span className="flex-none">
              <span className="unread-badge">{countText(unread)}</span>
              <span className="sr-only"> {t('frame.unread')}</span>
            </span>
          )}
        </span>
      </span>
    </a>
  );
}

/** Rows keep the order of the opened list, except where the finder wrote since. */
function useSettledRows(
  rows: ConversationSummary[],
  { isOpen, keep }: { isOpen: boolean; keep: boolean },
): ConversationSummary[] {
  const { key, arrival } = useLocation();
  const [visit, setVisit] = useState(key);
  if (!isOpen && arrival === 'push' && key !== visit) setVisit(key);
  const before = useRef<{ visit: string; rows: ConversationSummary[] }>(undefined);
  const settled = before.current?.visit === visit ? settleRows(before.current.rows, rows, keep) : rows;
  useEffect(() => {
    before.current = { visit, rows: settled };
  });
  return settled;
}

export function settleRows(
  before: ConversationSummary[],
  now: ConversationSummary[],
  keep: boolean,
): ConversationSummary[] {
  const current = new Map(now.map((row) => [row.id, row]));
  const known = new Map(before.map((row) => [row.id, row]));
  const isMoved = (row: ConversationSummary) => {
    const earlier = known.get(row.id);
    return !earlier || (row.lastMessage.id !== earlier.lastMessage.id && row.lastMessage.author === 'finder');
  };
  const settled = before.flatMap((row) => {
    const after = current.get(row.id);
    if (!after) return keep ? [{ ...row, unread: 0 }] : [];
    return isMoved(after) ? [] : [after];
  });
  // A moved row stands behind the one that it follows in the new list.
  let previous: string | undefined;
  for (const row of now) {
    if (isMoved(row)) settled.splice(settled.findIndex(({ id }) => id === previous) + 1, 0, row);
    previous = row.id;
  }
  return settled;
}
