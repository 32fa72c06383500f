import { useQuery } from '@tanstack/react-query';
import { blankTagsPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';

/** Says in My Items that tags wait to be put on something: those of an order are in no list of items before. */
export function WaitingTagsNotice() {
  const t = useWords();
  const waiting = useQuery({
    queryKey: ['blank-tags', 'any'],
    queryFn: () => callFunction('listBlankTags', { limit: 1 }),
    meta: { notCached: true },
  });
  if (!waiting.data?.tags.length) return null;
  return (
    <div className="mb-6">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>{t('blankTags.wait')}</p>
          <LinkButton href={blankTagsPath()} variant="secondary">
            {t('blankTags.toThem')}
          </LinkButton>
        </div>
      </Notice>
    </div>
  );
}
