import { useQuery } from '@tanstack/react-query';
import { blankTagsPath } from '../../paths/paths.ts';
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
    <p className="mb-4">
      {t('blankTags.wait')}{' '}
      <a href={blankTagsPath()} className="inline-flex min-h-12 items-center">
        {t('blankTags.toThem')}
      </a>
    </p>
  );
}
