import { useLocation } from 'react-router';
import { threadPath } from '../../paths/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { useUnsentReplies } from './use-unsent-replies.ts';

/** On every page but its own: an answer that the finder will not get unless its person does something. */
export function RefusedNotice() {
  const { pathname } = useLocation();
  const refused = [...useUnsentReplies().values()].filter(({ refusal }) => refusal !== undefined);
  return refused
    .map(({ conversationId, refusal }) => ({ href: threadPath(conversationId), refusal }))
    .filter(({ href }) => href !== pathname)
    .map(({ href, refusal }) => (
      <div key={href} className="mb-6">
        <Notice tone="error" title="An answer was not sent">
          <p>
            {refusal} <a href={href}>Look at it</a>
          </p>
        </Notice>
      </div>
    ));
}
