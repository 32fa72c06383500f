import type { ReactNode, Ref } from 'react';
import { isLost } from '../domain/items/contract/item-state.ts';
import { maxSearchLength } from '../domain/items/contract/limits.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import { activatePath, blankTagsPath, itemPath, newItemPath, printPath } from '../paths/paths.ts';
import { LinkButton } from './button.tsx';
import { TextField } from './fields.tsx';
import { Icon } from './icon.tsx';
import { stateInWords } from './item-state-words.ts';
import { TagCard } from './tag-card.tsx';
import { useWords } from './words-context.ts';

/** The heading of My Items, beside it the ways to tags. */
export function ItemsHead({ children }: { children: ReactNode }) {
  const t = useWords();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {children}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={activatePath()} variant="secondary">
          {t('items.activate')}
        </LinkButton>
        <LinkButton href={blankTagsPath()} variant="secondary">
          {t('items.blankTags')}
        </LinkButton>
        <LinkButton href={printPath()} variant="secondary">
          {t('items.print')}
        </LinkButton>
        <LinkButton href={newItemPath()}>
          <Icon name="plus" />
          {t('items.add')}
        </LinkButton>
      </div>
    </div>
  );
}

/** So few are seen at a glance. */
export const mostItemsWithoutSearch = 6;

type ItemSearchProps = { value?: string; onType?: (typed: string) => void };

/** Without `onType` it only keeps the place. */
export function ItemSearch({ value = '', onType }: ItemSearchProps) {
  const t = useWords();
  return (
    <search className="max-w-md">
      <TextField
        label={t('items.search')}
        name="search"
        type="search"
        maxLength={maxSearchLength}
        value={value}
        readOnly={!onType}
        onChange={(event) => onType?.(event.target.value)}
      />
    </search>
  );
}

type ItemCardsProps = {
  items: ItemSummary[];
  list?: Ref<HTMLUListElement>;
  hrefOf?: (item: ItemSummary) => string;
  /** Further lines of an item's card. */
  remark?: (item: ItemSummary) => ReactNode;
};

export function ItemCards({ items, list, hrefOf = ({ hash }) => itemPath(hash), remark }: ItemCardsProps) {
  const t = useWords();
  return (
    <ul
      ref={list}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] sm:gap-5"
    >
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          <TagCard
            name={item.name}
            category={item.category}
            code={item.id}
            state={stateInWords(item, t)}
            lost={isLost(item)}
            href={hrefOf(item)}
            heading="h2"
          >
            {remark?.(item)}
          </TagCard>
        </li>
      ))}
    </ul>
  );
}
