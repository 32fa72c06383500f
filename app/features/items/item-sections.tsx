import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { editItemPath, finderViewPath, itemDocumentsPath, itemPath } from '../../../paths/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useLocation } from '../../core/navigation/opened-page.tsx';

/** Names the item that is edited, and leads back to its page, which lists the sections on a phone, and to the other sections. */
export function ItemSections({ item: { id, hash, name } }: { item: Pick<ItemSummary, 'id' | 'hash' | 'name'> }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const sections = [
    [editItemPath(id), t('itemPage.details')],
    [finderViewPath(id), t('itemForm.toFinderView')],
    [itemDocumentsPath(id), t('itemPage.documents')],
  ] as const;
  return (
    <div className="grid gap-2">
      <BackToItem hash={hash} name={name} />
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
    </div>
  );
}

export function BackToItem({ hash, name }: Pick<ItemSummary, 'hash' | 'name'>) {
  return (
    <p className="wrap-anywhere">
      <a href={itemPath(hash)} className="inline-flex min-h-12 items-center gap-1 font-[650]">
        <Icon name="back" className="size-5 flex-none rtl:-scale-x-100" />
        <bdi>{name}</bdi>
      </a>
    </p>
  );
}
