import type { ReactNode } from 'react';
import { stateOf } from '../../../domain/items/contract/item-state.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import { itemPath } from '../../../paths/paths.ts';
import { dayInWords } from '../../../ui/dates.ts';
import { ItemCard } from '../../../ui/item-head.tsx';
import { stateInWords } from '../../../ui/item-state-words.ts';
import { t } from '../../core/document/app-translations.ts';

export function SharedItems({ items, children }: { items: SharedItem[]; children: ReactNode }) {
  return (
    <section className="mt-10 grid gap-4">
      <h2>{t('sharing.sharedWithYou')}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] sm:gap-5">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <ItemCard item={item} state={sharedStateInWords(item)} href={itemPath(item.hash)}>
              <p className="mt-2 text-[0.9375rem]">{t.rich('inbox.sharedBy', { owner: item.sharedBy })}</p>
            </ItemCard>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

export function sharedStateInWords(item: SharedItem): string {
  const state = stateOf(item);
  if (state === 'kept') return t('sharing.notLost');
  const { returnedAt } = item;
  return returnedAt ? t('sharing.backSince', { day: dayInWords(returnedAt, t, 'short') }) : stateInWords(item, t);
}
