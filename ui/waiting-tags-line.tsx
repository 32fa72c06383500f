import { unassignedTagsPath } from '../paths/paths.ts';
import { useTranslations } from './translations-context.ts';

/** Says in My Items that tags wait to be put on something: those of an order are in no list of items before. */
export function WaitingTagsLine({ className }: { className: string }) {
  const t = useTranslations();
  return (
    <p className={className}>
      {t('items.unassignedTagsWait')}{' '}
      <a href={unassignedTagsPath()} className="inline-flex min-h-12 items-center">
        {t('items.toUnassignedTags')}
      </a>
    </p>
  );
}
