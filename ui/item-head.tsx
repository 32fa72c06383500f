import type { ReactNode } from 'react';
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

type ItemCardProps = ItemHeadProps & { href?: string; heading?: 'h1' | 'h2'; children?: ReactNode };

/** An item as its tag. */
export function ItemCard({ item: { name, category, hash, pictureId, ...times }, ...drawn }: ItemCardProps) {
  const pictureUrl = pictureId ? picturePath(pictureId, 320) : undefined;
  return <TagCard {...{ name, category, pictureUrl }} code={fromItemHash(hash)} lost={isLost(times)} {...drawn} />;
}

/** At the top of its own page. */
export function ItemHead(props: ItemHeadProps) {
  return <ItemCard {...props} heading="h1" />;
}
