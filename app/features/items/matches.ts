import { categoriesWith } from '../../../domain/items/contract/categories.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { foldedWithMarks } from '../../../domain/lists/contract/folded.ts';
import { groupLength, typedPartOfCode } from '../../../domain/texts/contract/typed-codes.ts';
import type { Translations } from '../../../language/create-translations.ts';
import type { ItemListFilter } from '../../../ui/item-cards.tsx';

type Searched = Pick<ItemSummary, 'id' | 'name' | 'note' | 'category'>;

/** Searches an item as the server does. */
export function matchesFilter(
  { name, note, id, category }: Searched,
  { search = '', ...filter }: ItemListFilter,
  t: Translations,
): boolean {
  if (filter.category && filter.category !== category) return false;
  const text = foldedWithMarks(`${name} ${note}`);
  const words = foldedWithMarks(search).split(/\s+/).filter(Boolean);
  const code = typedPartOfCode(search);
  const hasCode = code.length < groupLength ? code !== '' && id.startsWith(code) : id.includes(code);
  return hasCode || words.every((word) => text.includes(word) || categoriesWith(word, t).includes(category));
}
