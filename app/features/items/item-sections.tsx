import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { editItemPath, finderViewPath, itemDocumentsPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { useLocation } from '../../core/navigation/opened-page.tsx';

/** On a phone the page of the item lists them. */
export function ItemSections({ item: { id } }: { item: Pick<ItemSummary, 'id'> }) {
  const { pathname } = useLocation();
  const sections = [
    [editItemPath(id), t('itemPage.details')],
    [finderViewPath(id), t('itemForm.toFinderView')],
    [itemDocumentsPath(id), t('itemPage.documents')],
  ] as const;
  return (
    <nav aria-label={t('itemForm.more')} className="hidden flex-wrap gap-2 md:flex">
      {sections.map(([path, label]) => (
        <a
          key={path}
          href={path}
          aria-current={path === pathname ? 'page' : undefined}
          className="inline-flex min-h-12 items-center rounded-control border-2 border-line px-3 text-ink no-underline aria-[current]:border-home aria-[current]:bg-home aria-[current]:text-home-ink"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
