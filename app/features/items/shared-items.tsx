import { isLost } from '../../../domain/items/contract/item-state.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import { picturePath, sharedItemPath } from '../../../paths/paths.ts';
import { TagCard } from '../../../ui/tag-card.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { sharedStateInWords } from './shared-state-words.ts';
import { WaysToGetATag } from './ways-to-get-a-tag.tsx';

type SharedItemsProps = {
  items: SharedItem[];
  hasWays: boolean;
};

export function SharedItems({ items, hasWays }: SharedItemsProps) {
  const t = useTranslations();
  return (
    <section className="mt-10 grid gap-4">
      <h2>{t('sharing.sharedWithYou')}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] sm:gap-5">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <TagCard
              name={item.name}
              category={item.category}
              code={item.id}
              state={sharedStateInWords(item, t)}
              lost={isLost(item)}
              href={sharedItemPath(item.id)}
              pictureUrl={item.pictureId ? picturePath(item.pictureId, 320) : undefined}
            >
              <p className="mt-2 text-[0.9375rem]">{t.rich('inbox.sharedBy', { owner: item.sharedBy })}</p>
            </TagCard>
          </li>
        ))}
      </ul>
      {hasWays && <WaysToGetATag />}
    </section>
  );
}
