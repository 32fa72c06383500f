import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { TagSection } from '../carry/tag-section.tsx';
import { Scans } from './scans.tsx';

/** What can be seen and done about an item besides changing it; needs the network. */
export function ItemExtras({ item }: { item: ItemSummary }) {
  return (
    <>
      <TagSection item={item} />
      <Scans itemId={item.id} />
    </>
  );
}
