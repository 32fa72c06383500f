import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { editItemPath, itemPath, newItemPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TagCard } from '../../ui/tag-card.tsx';
import { Loaded } from '../data/loaded.tsx';
import { itemsQuery } from '../data/queries.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { stateInWords } from './state-words.ts';
import { useUnsavedChanges, withChange } from './unsaved.ts';
import { WaysToGetATag } from './ways-to-get-a-tag.tsx';

/** Rarely needed. */
const RefusedChanges = lazy(async () => ({ default: (await import('./refused-changes.tsx')).RefusedChanges }));

/** Above this many a person would rather type than look. */
const handful = 6;

export function MyItems() {
  const items = useQuery(itemsQuery);
  const { byItem } = useUnsavedChanges();
  const refused = [...byItem.values()].filter(({ refusal }) => refusal !== undefined);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading>My Items</PageHeading>
        <LinkButton href={newItemPath()}>
          <Icon name="plus" />
          Add a tag
        </LinkButton>
      </div>
      {refused.length > 0 && (
        <Suspense>
          <RefusedChanges changes={refused} />
        </Suspense>
      )}
      <Loaded query={items} failure="Your items could not be loaded.">
        {(list) => (list.items.length === 0 ? <WaysToGetATag /> : <Wall {...list} changes={byItem} />)}
      </Loaded>
    </>
  );
}

type WallProps = { items: ItemSummary[]; more?: true | undefined; changes: Map<string, UnsentChange> };

function Wall({ items: saved, more, changes }: WallProps) {
  const items = saved.map((item) => withChange(item, changes.get(item.id)));
  const [wanted, setWanted] = useState('');
  // The tag's own page is the site's and does not open without network; what this device knows of the item does.
  const noNetwork = useNoNetwork();
  const found = items.filter((item) => matches(item, wanted));
  return (
    <div className="grid gap-6">
      {items.length > handful && (
        <search className="max-w-md">
          <TextField
            label="Search by name, note or code"
            name="search"
            type="search"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </search>
      )}
      <p className={wanted ? 'text-ink-soft' : 'sr-only'} role="status">
        {found.length === 1 ? '1 item' : `${found.length || 'No'} items`}
      </p>
      {more && <p>Only {items.length} of your items are shown: lost ones first, then the newest.</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] sm:gap-5">
        {found.map((item) => (
          <li key={item.id} className="min-w-0">
            <TagCard
              name={item.name}
              category={item.category}
              code={item.id}
              state={stateInWords(item)}
              lost={isLost(item)}
              href={noNetwork ? editItemPath(item.id) : itemPath(item.hash)}
              heading="h2"
            >
              {changes.has(item.id) && <p className="mt-2 text-[0.9375rem] font-[650]">Not saved yet</p>}
            </TagCard>
          </li>
        ))}
      </ul>
    </div>
  );
}

function matches({ name, note, id }: ItemSummary, wanted: string): boolean {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const text = `${name} ${note}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word)) || id.startsWith(words.join('').replaceAll('-', ''));
}
