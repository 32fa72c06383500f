import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { printPath } from '../../../paths/paths.ts';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { onlineListQuery } from '../../core/data/function-queries.ts';
import { itemQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate } from '../../core/navigation/navigation.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { PagedList } from '../../widgets/loaded.tsx';

export const itemTagsQuery = (itemId: string) =>
  onlineListQuery(['item-tags', itemId], 'listItemTags', { itemId }, ({ code }) => code);

export function ItemTags({ item: { id } }: { item: Pick<ItemSummary, 'id'> }) {
  const replace = async (code: string) => {
    await callFunction('replaceOwnTag', { code });
    navigate(printPath(id));
  };
  return (
    <PagedList of={itemTagsQuery(id)} failure={t('itemTags.failed')} more={t('unassignedTags.more')}>
      {(list, more) => (
        <>
          <ul className="divide-y-2 divide-line">
            {list.rows.map(({ code, state, at }) => (
              <li key={code} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
                <CodeGroups code={code} />
                <span className="text-ink-soft">{t(`itemTags.${state}`, { day: dayOf(at) })}</span>
                {state === 'working' && (
                  <ConfirmButton
                    label={t('itemTags.replace')}
                    question={t('itemTags.replaceQuestion')}
                    text={t('itemTags.replaceText')}
                    changes={[itemTagsQuery(id).queryKey, itemQuery(id).queryKey]}
                    action={() => replace(code)}
                  />
                )}
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </PagedList>
  );
}
