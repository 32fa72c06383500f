import { fromItemHash } from '../domain/items/contract/item-hash.ts';
import { isLost } from '../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import { picturePath } from '../paths/paths.ts';
import { TagCard } from './tag-card.tsx';

/** Of an item's page: the item beside what there is about it, on a wide screen. */
export const itemColumns = 'grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-x-10';

type ItemHeadProps = {
  item: Pick<ItemSummary, 'hash' | 'name' | 'category' | 'lostAt' | 'stolenAt' | 'returnedAt' | 'pictureId'>;
  /** In words. */
  state: string;
};

/** An item as its tag, at the top of its own page. */
export function ItemHead({ item, state }: ItemHeadProps) {
  return (
    <TagCard
      name={item.name}
      category={item.category}
      code={fromItemHash(item.hash)}
      state={state}
      lost={isLost(item)}
      pictureUrl={item.pictureId ? picturePath(item.pictureId, 320) : undefined}
      heading="h1"
    />
  );
}
