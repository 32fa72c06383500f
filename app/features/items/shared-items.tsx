import type { ReactNode } from 'react';
import { isLost, stateOf } from '../../../domain/items/contract/item-state.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import { itemPath, picturePath } from '../../../paths/paths.ts';
import { dayInWords } from '../../../ui/dates.ts';
import { stateInWords } from '../../../ui/item-state-words.ts';
import { TagCard } from '../../../ui/tag-card.tsx';
import { t } from '../../core/document/app-translations.ts';

export function SharedItems({ items, children }: { items: SharedItem[]; children: ReactNode }) {
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
              state={sharedStateInWords(item)}
              lost={isLost(item)}
              href={itemPath(item.hash)}
              pictureUrl={item.pictureId ? picturePath(item.pictureId, 320) : undefined}
            >
              <p className="mt-2 text-[0.9375rem]">{t.rich('inbox.sharedBy', { owner: item.sharedBy })}</p>
            </TagCard>
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
