import { type ComponentProps, memo, type ReactNode, type Ref } from 'react';
import { type Category, categories } from '../domain/items/contract/categories.ts';
import { maxSearchLength } from '../domain/items/contract/limits.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import {
  archivePath,
  exportItemsPath,
  importItemsPath,
  itemPath,
  newItemPath,
  printFoundPath,
  printPath,
  scanPath,
  selectItemsPath,
  unassignedTagsPath,
} from '../paths/paths.ts';
import { LinkButton } from './button.tsx';
import { Select, TextField } from './fields.tsx';
import { Icon } from './icon.tsx';
import { ItemCard } from './item-head.tsx';
import { stateInWords } from './item-state-words.ts';
import { useTranslations } from './translations-context.ts';

export type ItemListFilter = { search?: string; category?: Category };

type ItemsHeadProps = {
  children: ReactNode;
  search?: string | null;
  filter?: ItemListFilter;
};

export function ItemsHead({ children, search, filter }: ItemsHeadProps) {
  const t = useTranslations();
  return (
    <div className="relative mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {children}
      <div className="flex min-w-0 flex-wrap gap-2 sm:gap-3">
        <LinkButton href={newItemPath()} className="max-sm:px-3!">
          <Icon name="plus" className="size-5 max-sm:hidden" />
          {t('items.add')}
        </LinkButton>
        <LinkButton href={scanPath()} variant="secondary" className="max-sm:px-3!">
          {t('items.scan')}
        </LinkButton>
        <details data-menu="">
          <summary className="button button-secondary list-none max-sm:px-3! [&::-webkit-details-marker]:hidden">
            <Icon name="more" className="size-6 [stroke-width:3.5]" />
            <span className="max-sm:sr-only">{t('items.menu')}</span>
          </summary>
          <ul className="absolute inset-x-0 top-full z-10 mt-2 rounded-card border-2 border-line bg-card px-4 py-2 shadow-(--raised) sm:start-auto sm:w-max sm:max-w-full">
            <MenuLink href={unassignedTagsPath()}>{t('items.unassignedTags')}</MenuLink>
            <MenuLink href={search ? printFoundPath(search) : printPath()}>{t('items.print')}</MenuLink>
            <MenuLink href={selectItemsPath()}>{t('items.select')}</MenuLink>
            <MenuLink href={archivePath()}>{t('items.archive')}</MenuLink>
            <MenuLink href={importItemsPath()}>{t('items.import')}</MenuLink>
            {/* Not `download`: that would save the sign-in page, should the session be over by now. */}
            <MenuLink href={exportItemsPath(filter)} target="_top">
              {t('items.export')}
            </MenuLink>
          </ul>
        </details>
      </div>
    </div>
  );
}

function MenuLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <li className="border-line not-first:border-t">
      <a {...rest} className="flex min-h-12 items-center text-ink no-underline hover:underline">
        {children}
      </a>
    </li>
  );
}

/** So few are seen at a glance. */
export const mostItemsWithoutSearch = 6;

/** Kept above the items for the first steps of a new account, so that nothing moves when they come. */
export const firstStepsPlace = 'mb-8 min-h-83';

type ItemSearchProps = { value?: string; onType?: (typed: string) => void };

/** Without `onType` it only keeps the place. */
export function ItemSearch({ value = '', onType }: ItemSearchProps) {
  const t = useTranslations();
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

type ItemFilterProps = {
  value?: string;
  onType?: (typed: string) => void;
  category?: Category | undefined;
  onChoose?: (category: Category | undefined) => void;
};

export function ItemFilterForm({ value = '', onType, category, onChoose }: ItemFilterProps) {
  const t = useTranslations();
  const kinds = categories.map((each) => ({ value: each as string, label: t(`category.${each}`) }));
  return (
    <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,28rem)_minmax(0,16rem)]">
      <ItemSearch value={value} {...(onType && { onType })} />
      <Select
        label={t('items.category')}
        name="category"
        options={[{ value: '', label: t('items.allCategories') }, ...kinds]}
        value={category ?? ''}
        onChange={(event) => onChoose?.(categories.find((each) => each === event.target.value))}
      />
    </div>
  );
}

type ItemCardsProps = {
  items: ItemSummary[];
  list?: Ref<HTMLDivElement>;
  hrefOf?: (item: ItemSummary) => string;
  remark?: (item: ItemSummary) => ReactNode;
};

/** A list that loads more draws the earlier cards no second time. */
const Card = memo(ItemCard);

/** Fills whole rows of one, two, three and four columns. */
const groupSize = 48;

/** Groups are lists of their own, and out of sight they are left out of layout: else each scrolling lays out every card. */
export function ItemCards({ items, list, hrefOf = ({ hash }) => itemPath(hash), remark }: ItemCardsProps) {
  const t = useTranslations();
  const groups = Array.from({ length: Math.ceil(items.length / groupSize) }, (_, index) => ({
    index,
    cards: items.slice(index * groupSize, (index + 1) * groupSize),
  }));
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-5">
      {groups.map(({ index, cards }) => (
        <ul
          key={index}
          data-rows={index}
          className={`${cards.length === groupSize ? 'items-place ' : ''}grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] sm:gap-5`}
        >
          {cards.map((item) => (
            <li key={item.id} data-row={item.id} className="item-place">
              <Card item={item} state={stateInWords(item, t)} href={hrefOf(item)} heading="h2">
                {remark?.(item)}
              </Card>
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}
