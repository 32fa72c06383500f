import { unreadText } from '../browser/unread-badge.ts';
import { useWords } from './words-context.ts';

/**
 * The count of unread messages. The live script writes the count into every `data-unread` element and hides it at 0,
 * so it is drawn even then (C-2.11).
 */
export function UnreadBadge({ count }: { count: number }) {
  const t = useWords();
  return (
    <>
      <span className="unread-badge" data-unread="" hidden={count === 0}>
        {unreadText(count)}
      </span>
      <span className="sr-only">{t('frame.unread')}</span>
    </>
  );
}
